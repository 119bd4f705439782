#include <stdlib.h>
void f(void){char*p="x"; free(p);}
