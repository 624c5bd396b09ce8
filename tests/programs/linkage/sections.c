// Section, visibility and symbol-name attributes do not change what a program does.
int placed __attribute__((section(".mydata"))) = 1;
__attribute__((section(".mytext"))) int function(int a) { return a + placed; }
__attribute__((visibility("hidden"))) int hidden(int a) { return a; }
int renamed(int) __asm__("other_symbol");
int renamed(int a) { return a * 2; }
int use(void) { return function(1) + hidden(2) + renamed(3); }
