#include <stdlib.h>
void f(void){char*p=malloc(4); if(!p)return; free(p+1);}
