#include <unistd.h>
int f(void){int p[2]; if(pipe(p)<0)return -1; close(p[0]); return 0;}
