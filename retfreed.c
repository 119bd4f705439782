#include <stdlib.h>
char*f(void){char*p=malloc(4); if(!p)return 0; p[0]=0; free(p); return p;}
