// Bitcode as input, with and without debug information.
int increment(int value) {
    return value + 1;
}
