// The data model may also come from the compiler's own flag; a contradiction is decided by --data-model.
long value = -1;

//@ run: show --json --cflags=-m32 %s
//@ json: target/data_model == ILP32
//@ json: globals[name=value]/size == 4
//@ run: show --json --cflags=-m32 --data-model LP64 %s
//@ json: target/data_model == LP64
//@ json: globals[name=value]/size == 8
