// Finds a key in a sorted array and counts how often it is there.
int count_equal(const int *values, int length, int key)
{
    int low = 0, high = length;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (values[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    int count = 0;
    while (low + count < length && values[low + count] == key)
        count++;
    return count;
}
