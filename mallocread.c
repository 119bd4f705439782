#include <stdlib.h>
void use(int); void f(void){int *p=malloc(10*sizeof*p); if(!p)return; use(p[3]); free(p);}
