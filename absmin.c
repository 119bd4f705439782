#include <stdlib.h>
#include <limits.h>
int f(void){return abs(INT_MIN);}
