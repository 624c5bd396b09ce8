// Big zero-initialised objects stay cheap; partly initialised big ones too.
char megabytes[16 << 20];
int mostly_zero[100000] = { [99999] = 7 };
static double matrix[512][512];
int use(int i) { return megabytes[i] + (int)matrix[i][i]; }
