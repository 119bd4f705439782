#include <string.h>
struct S{int *p;}; int f(void){struct S s; memset(&s,0,sizeof s); return *s.p;}
