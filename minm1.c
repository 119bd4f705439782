#include <limits.h>
int f(int k){int x=INT_MIN; return x/(k?-1:-1);}
