// Two symbolic indexes into an array of arrays.
//@ test:
#include <lariat.h>
int main(void)
{
    short grid[4][5] = {{0}};
    unsigned row = lariat_uint("row"), column = lariat_uint("column");
    lariat_assume(row < 4 && column < 5);
    grid[row][column] = 9;
    int sum = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 5; c++)
            sum += grid[r][c];
    lariat_assert(sum == 9);
    lariat_assert(((short *)grid)[row * 5 + column] == 9);
    return 0;
}
