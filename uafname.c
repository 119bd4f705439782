#include <stdlib.h>
struct L{char*name;}; int f(struct L*l){char*x=l->name; free(x); return l->name[0];}
