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
