#include <stdlib.h>
struct P{int*ctx;}; int f(struct P*p){int*c=p->ctx; free(c); return *p->ctx;}
