#include <stdio.h>
int f(const char*n){FILE*h=fopen(n,"w"); if(!h)return -1; if(fclose(h)!=0){fclose(h); return -1;} return 0;}
