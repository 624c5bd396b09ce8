// Static locals of the same name in several functions: the linker's names differ, the source's name is kept.
int first(void) {
    static int counter = 1;
    return counter++;
}

int second(void) {
    static int counter = 100;
    {
        static int counter = 200;
        counter++;
    }
    return counter++;
}

static int counter = 300;
int third(void) { return counter; }
