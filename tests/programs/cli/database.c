// compile_commands.json: options of each file come from it, in both of its forms; without files all its files are meant.
#ifndef WIDTH
#error "WIDTH is given by the compilation database only"
#endif
int width = WIDTH;
int helper(int);
int main(void) { return helper(width); }
