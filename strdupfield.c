#include <string.h>
struct S{char*n;}; void log_it(int); int f(struct S*s,const char*x){s->n=strdup(x); log_it(1); return s->n[0];}
