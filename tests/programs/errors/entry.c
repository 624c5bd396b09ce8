// The entry function must be there, with a body.
extern int only_declared(int);
int parse_header(int a) { return only_declared(a); }
int parse_body(int a) { return a; }
