#include <stdio.h>
void f(void){char d[4]; sprintf(d,"%s","hello");}
