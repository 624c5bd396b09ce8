// Tentative definitions: with -fcommon the same variable may be defined in several files and the largest one wins.
int shared_counter;
char shared_buffer[4];
int read_counter(void) { return shared_counter + shared_buffer[0]; }
