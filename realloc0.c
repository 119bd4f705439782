#include <stdlib.h>
void f(char*p){char*q=realloc(p,0); free(p); (void)q;}
