#include <stdlib.h>
static int *g; static void drop(void){free(g);} int f(void){g=malloc(4); if(!g)return 0; *g=1; drop(); return *g;}
