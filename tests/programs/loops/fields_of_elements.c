//@ run: loops --from-code --json --quiet %s
//@ json: loops/0/analysis/type == 1
//@ json: loops/0/analysis/bound/iterations == "count"
//@ json: loops/0/analysis/bound/exact == true
// Fields of elements: where they are in memory is no condition of the loop.
struct entry { long key; int size; short kind, used; };

void clear(struct entry *table, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    table[i].key = 0;
    table[i].size = 1;
    table[i].used = 0;
  }
}
