#include <limits.h>
int f(void){int x=INT_MAX; x++; return x;}
