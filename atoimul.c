#include <stdlib.h>
int f(const char*s){int n=atoi(s); return n*1000;}
