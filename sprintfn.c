#include <stdio.h>
void f(int n){char d[8]; sprintf(d,"number %d",n);}
