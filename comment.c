#include <stdlib.h>
int f(void){char*p=malloc(4); if(!p)return 0; p[0]=1; /* memory leak */ return 0;}
