int library(int);
struct config { int level; const char *name; };
extern struct config config;
