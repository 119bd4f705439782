#include <stdio.h>
void f(const char*s){char d[8]; int n=snprintf(d,sizeof d,"%s",s); d[n]=0;}
