#include <stdio.h>
#include <string.h>
void f(FILE*h){char b[80]; if(!fgets(b,sizeof b,h))return; b[strlen(b)-1]=0; puts(b);}
