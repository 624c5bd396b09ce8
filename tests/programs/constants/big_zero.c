// Big zero-initialised objects stay cheap; partly initialised big ones too.
char megabytes[16 << 20];
int mostly_zero[100000] = { [99999] = 7 };
static double matrix[512][512];
int use(int i) { return megabytes[i] + (int)matrix[i][i]; }
//@ run: show --json %s
//@ json: globals[name=megabytes]/size == 16777216
//@ json: globals[name=megabytes]/initializer/bytes == ""
//@ json: globals[name=megabytes]/defined == true
//@ json: globals[name=mostly_zero]/size == 400000
//@ json: globals[name=mostly_zero]/initializer/bytes/# == 799994
//@ json: globals[name=matrix]/size == 2097152
//@ json: globals[name=matrix]/linkage == internal
//@ json: globals[name=matrix]/type == "double[512][512]"
//@ run: show %s
//@ stdout: static double @matrix[512][512] = {0}
