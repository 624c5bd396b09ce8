// A caller that declares a function with other types than its definition: C's linker does not mind, so it is a call of that symbol.
int answer(int);
int use(void) { return answer(3); }
