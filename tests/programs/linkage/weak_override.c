int hook(int a) { return a * 1000; }
int weak_data = 77;
int optional(int a) { return a + 5; }
