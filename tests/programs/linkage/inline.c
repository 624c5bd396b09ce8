// inline in its C99 forms: static, extern (this file provides the body), and plain (another file must).
static inline int local(int a) { return a + 1; }
extern inline int provided(int a) { return a + 2; }
inline int elsewhere(int a) { return a + 3; }
__attribute__((always_inline)) static inline int always(int a) { return a + 4; }

int use(int a) {
    return local(a) + provided(a) + elsewhere(a) + always(a);
}
