int shared_counter;
char shared_buffer[16];
void write_counter(int a) { shared_counter = a; shared_buffer[9] = a; }
