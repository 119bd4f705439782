#include <stdlib.h>
static void*my_alloc(size_t n){return malloc(n);} static char*my2(size_t n){return my_alloc(n);} int f(int n){char*p=my2(n); if(!p) return 0; p[0]=1; return p[0];}
