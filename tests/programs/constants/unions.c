// Unions in initialisers: the first member by default, another by designator; the rest of the object is zero or undefined.
union number { char small; int medium; double large; };
union number first = { 7 };
union number second = { .medium = 0x01020304 };
union number third = { .large = 1.0 };
union { struct { int a; int *p; } s; char bytes[24]; } mixed = { .s = { 5, &mixed.s.a } };
union number several[2] = { { .large = 2.0 }, { .small = 9 } };
//@ run: show --json %s
//@ json: globals[name=first]/initializer/bytes == "07"
//@ json: globals[name=first]/size == 8
//@ json: globals[name=first]/type == "union number"
//@ json: globals[name=second]/initializer/bytes == "04030201"
//@ json: globals[name=second]/size == 8
//@ json: globals[name=third]/initializer/bytes == "000000000000f03f"
//@ json: globals[name=mixed]/size == 24
//@ json: globals[name=mixed]/initializer/bytes == "05"
//@ json: globals[name=mixed]/initializer/relocations == [{"offset": 8, "size": 8, "value": "@mixed"}]
//@ json: globals[name=several]/size == 16
//@ json: globals[name=several]/initializer/bytes == "000000000000004009"
