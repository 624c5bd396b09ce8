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
//@ run: show --json %s
//@ json: globals[name=first.counter]/source_name == counter
//@ json: globals[name=first.counter]/initializer/bytes == "01"
//@ json: globals[name=first.counter]/linkage == internal
//@ json: globals[name=first.counter]/location/line == 3
//@ json: globals[name=second.counter]/source_name == counter
//@ json: globals[name=second.counter]/initializer/bytes == "64"
//@ json: globals[name=second.counter.1]/source_name == counter
//@ json: globals[name=second.counter.1]/initializer/bytes == "c8"
//@ json: globals[name=second.counter.1]/location/line == 10
//@ json: globals[name=counter]/location/line == 16
