// Jumps into blocks, over declarations, and Duff's device: control flow is what the jumps say, not what the blocks say.
int into_block(int a) {
    if (a > 10)
        goto inside;
    if (a > 5) {
        a += 100;
inside:
        a += 1;
    }
    return a;
}

int over(int a) {
    goto skip;
    a = 99;
skip:
    return a;
}

void duff(short *to, const short *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) { //~ srem | switch
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

int cleanup(int a) {
    int r = -1;
    if (a == 1) goto out;
    if (a == 2) goto out_with_more;
    r = 0;
out_with_more:
    r += 10;
out:
    return r;
}
//@ run: show --json %s
//@ json: functions[name=into_block]/blocks[name=inside]/predecessors == ["if.then", "if.then2"]
//@ json: functions[name=into_block]/blocks[name=inside]/labels == ["inside"]
//@ json: functions[name=over]/blocks/# == 2
//@ json: functions[name=over]/blocks[name=skip]/instructions/0/text == "return a"
//@ json: functions[name=duff]/blocks/0/successors/# == 9
//@ json: functions[name=duff]/loops/# == 1
//@ json: functions[name=duff]/loops/0/irreducible == true
//@ json: functions[name=duff]/loops/0/entries/# == 8
//@ json: functions[name=duff]/loops/0/exits/# == 1
//@ json: functions[name=cleanup]/blocks[name=out]/labels == ["out"]
//@ json: functions[name=cleanup]/blocks[name=out]/instructions/0/result == r.3
