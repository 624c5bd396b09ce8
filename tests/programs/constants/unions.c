// Unions in initialisers: the first member by default, another by designator; the rest of the object is zero or undefined.
union number { char small; int medium; double large; };
union number first = { 7 };
union number second = { .medium = 0x01020304 };
union number third = { .large = 1.0 };
union { struct { int a; int *p; } s; char bytes[24]; } mixed = { .s = { 5, &mixed.s.a } };
union number several[2] = { { .large = 2.0 }, { .small = 9 } };
