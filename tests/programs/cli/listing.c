// The text listing as a whole: a change of its form shows up here.
int limit = 10;

int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count && i < limit; i++)
        total += values[i];
    return total;
}
//@ run: show %s
//@ stdout~: \Aprogram listing\.c, x86_64-pc-linux-gnu \(64-bit\)\n\nint @limit = 10    ; listing\.c:2\n\nint sum\(const int \*values, int count\)    ; listing\.c:4\nentry:\n
//@ stdout: for.cond:    ; from entry, for.inc; loop of depth 1, lines 6–7
//@ stdout~: ^     6:23   total\.1 = φ \[entry: 0\] \[for\.inc: total\.3\] : i32$
//@ stdout~: ^     6:23   %1 = i\.1 < count$
//@ stdout~: ^     6:38   %2 = load i32 @limit$
//@ stdout~: ^     7:18   %6 = values \+ 4\*%5 inbounds nusw$
//@ stdout~: ^     7:15   total\.3 = add nsw total\.1, %7$
//@ stdout~: ^     6:46   i\.2 = add nsw i\.1, 1$
//@ stdout~: ^     8:5    return total\.2$
//@ run: show --loops %s
//@ stdout~: \Asum  \(listing\.c:4\)\n  loop at lines 6–7: depth 1, header for\.cond, 5 blocks, 1 latch\n    state: total, i\n    exits: line 6 \(land\.end → for\.cond\.cleanup\)\n\n1 loop in 1 function\n\z
