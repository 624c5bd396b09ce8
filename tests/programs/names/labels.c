// Labels of the source are on the blocks they lead to.
int retry(int n) {
    int tries = 0;
again:
    tries++;
    if (tries < n)
        goto again;
    if (n < 0)
        goto fail;
    return tries;
fail:
    return -1;
}
