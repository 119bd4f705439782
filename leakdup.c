#include <unistd.h>
int f(int x){int d=dup(x); if(d<0)return -1; return 0;}
