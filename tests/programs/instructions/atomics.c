// C11 atomics and the older builtins: loads, stores, read-modify-write, compare and exchange, fences.
#include <stdatomic.h>

int load(_Atomic int *p) {
    return *p; //~ load i32 atomic
}

void store(_Atomic long *p, long v) {
    atomic_store_explicit(p, v, memory_order_release); //~ store atomic align=8
}

int fetch(atomic_int *p, int v) {
    int r = atomic_fetch_add(p, v); //~ atomic_update add
    r += atomic_fetch_sub(p, v);    //~ atomic_update sub
    r += atomic_fetch_and(p, v);    //~ atomic_update and
    r += atomic_fetch_or(p, v);     //~ atomic_update or
    r += atomic_fetch_xor(p, v);    //~ atomic_update xor
    r += atomic_exchange(p, v);     //~ atomic_update xchg
    return r;
}

int old_builtins(int *p, int v) {
    int r = __sync_fetch_and_add(p, v);              //~ atomic_update add
    r += __sync_fetch_and_nand(p, v);                //~ atomic_update nand
    r += __atomic_fetch_max(p, v, __ATOMIC_RELAXED); //~ atomic_update max
    r += __sync_val_compare_and_swap(p, v, r);       //~ compare_exchange | extract_value ".0"
    return r;
}

_Bool strong(atomic_int *p, int *expected, int v) {
    return atomic_compare_exchange_strong(p, expected, v); //~ compare_exchange !weak
}

_Bool weak(atomic_int *p, int *expected, int v) {
    return atomic_compare_exchange_weak(p, expected, v); //~ compare_exchange weak
}

void fences(void) {
    atomic_thread_fence(memory_order_seq_cst); //~ fence
    __sync_synchronize();                      //~ fence
}

_Bool flag(atomic_flag *f) {
    return atomic_flag_test_and_set(f); //~ atomic_update xchg
}

unsigned min(unsigned *p, unsigned v) {
    return __atomic_fetch_min(p, v, __ATOMIC_SEQ_CST); //~ atomic_update umin
}
