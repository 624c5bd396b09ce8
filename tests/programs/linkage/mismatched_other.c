long answer(long a, long b) { return a + b; }
