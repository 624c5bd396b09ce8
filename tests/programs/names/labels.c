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
//@ run: show --json %s
//@ json: functions[name=retry]/blocks[name=again]/labels == ["again"]
//@ json: functions[name=retry]/blocks[name=fail]/labels == ["fail"]
//@ json: functions[name=retry]/blocks/0/labels == []
//@ run: show %s
//@ stdout~: ^again: +; label again; from .*; loop of depth 1
