/* The end of every program with inputs. Natively it runs on every input there is. */
#ifdef NATIVE
int main(void)
{
    for (u32 x = 0; x < 1u << 8 * INPUTS; x++) {
        in[0] = (u8)x;
        in[INPUTS - 1] = (u8)(x >> 8 * (INPUTS - 1));
        trace = sum = 0;
        fuel = FUEL;
        level = 0;
        stopped = 0;
        if (!setjmp(end)) {
            reset();
            run();
        }
        fwrite(&trace, 8, 1, stdout);
        fwrite(&sum, 8, 1, stdout);
        fwrite(&stopped, 4, 1, stdout);
    }
    for (u32 kind = 0; kind < KINDS; kind++)
        for (u32 line = 0; line < 4096; line++)
            if (noted[kind][line]) {
                u32 note = kind << 16 | line;
                fwrite(&note, 4, 1, stdout);
            }
    return 0;
}
#else
int main(void)
{
    klee_make_symbolic(in, INPUTS, "in");
    fuel = FUEL;
    reset();
    run();
    write(1, &trace, 8);
    write(1, &sum, 8);
    return 0;
}
#endif
