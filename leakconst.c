#include <stdlib.h>
int show(const char*); int f(void){char*p=malloc(4); if(!p)return 0; p[0]=0; return show(p);}
