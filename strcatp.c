#include <string.h>
#include <stdio.h>
void f(const char*p){char b[128]="x"; strcat(b,p); puts(b);}
