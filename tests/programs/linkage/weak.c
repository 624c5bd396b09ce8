// Weak symbols: a weak definition stands until a strong one replaces it; a weak declaration may stay without any.
int __attribute__((weak)) hook(int a) { return a; }
int weak_data __attribute__((weak)) = 1;
extern int optional(int) __attribute__((weak));
extern int optional_data __attribute__((weak));

int call(int a) {
    if (optional)
        a = optional(a);
    if (&optional_data)
        a += optional_data;
    return hook(a) + weak_data;
}
