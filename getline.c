#include <stdio.h>
int f(FILE*h){char*line=0; size_t n=0; if(getline(&line,&n,h)<0)return -1; puts(line); return 0;}
