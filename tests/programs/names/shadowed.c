// Variables of the same name in nested scopes are different variables, told apart by where they are declared.
int shadow(int a) {
    int x = a + 1;
    {
        int x = a * 2;
        a += x;
        for (int x = 0; x < a; x++)
            a -= x;
    }
    return x + a;
}

int x = 5;
int global_and_local(void) {
    int before = x;
    int x = 7;
    return before + x;
}
