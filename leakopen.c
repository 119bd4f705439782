#include <fcntl.h>
int f(const char*n){int d=open(n,O_RDONLY); if(d<0)return -1; return 0;}
