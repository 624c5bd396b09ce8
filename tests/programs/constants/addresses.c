// Initialisers with addresses: whole objects, elements and members with offsets, one past the end, null, self reference.
int array[10];
struct node { int value; struct node *next; int *where; };

int *start = array;
int *fourth = &array[4];
int *past = array + 10;
int *before = array - 1;
void *nothing = 0;
void *fixed_address = (void *)0x1000;
char *byte = (char *)array + 5;

struct node self = { 1, &self, &self.value };
struct node second;
struct node first = { 1, &second, &second.value };
struct node second = { 2, &first, array + 2 };

int **indirect = &fourth;
long as_integer = (long)&array[1];
//@ run: show --json %s
//@ json: globals[name=start]/initializer/relocations == [{"offset": 0, "size": 8, "value": "@array"}]
//@ json: globals[name=fourth]/initializer/relocations/0/value == "@array + 16"
//@ json: globals[name=past]/initializer/relocations/0/value == "@array + 40"
//@ json: globals[name=before]/initializer/relocations/0/value == "@array - 4"
//@ json: globals[name=nothing]/initializer/relocations/# == 0
//@ json: globals[name=nothing]/initializer/bytes == ""
//@ json: globals[name=fixed_address]/initializer/bytes == "0010"
//@ json: globals[name=fixed_address]/initializer/relocations/# == 0
//@ json: globals[name=byte]/initializer/relocations/0/value == "@array + 5"
//@ json: globals[name=self]/initializer/relocations == [{"offset": 8, "size": 8, "value": "@self"}, {"offset": 16, "size": 8, "value": "@self"}]
//@ json: globals[name=self]/initializer/bytes == "01"
//@ json: globals[name=self]/size == 24
//@ json: globals[name=first]/initializer/relocations/0/value == "@second"
//@ json: globals[name=second]/initializer/relocations/0/value == "@first"
//@ json: globals[name=second]/initializer/relocations/1/value == "@array + 8"
//@ json: globals[name=indirect]/initializer/relocations/0/value == "@fourth"
//@ json: globals[name=as_integer]/initializer/relocations/0/offset == 0
//@ json: globals[name=as_integer]/initializer/relocations/0/size == 8
//@ json: globals[name=as_integer]/initializer/relocations/0/value == "ptrtoint(@array + 4)"
//@ run: show %s
//@ stdout: int *@fourth = {[0]: @array + 16}
//@ stdout: struct node @self = {[0]: bytes 01, [8]: @self, [16]: @self}
