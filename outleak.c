#include <stdlib.h>
int f(char**out,int k){*out=malloc(10); if(!*out)return -1; if(k<0)return -2; (*out)[0]=0; return 0;}
