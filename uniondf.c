#include <stdlib.h>
union U{char*a;int*b;}; void f(void){union U u; u.a=malloc(4); free(u.a); free(u.b);}
