#include <stdio.h>
void f(FILE*h,char*b,size_t n){size_t pos=0; while(pos<n)pos+=fread(b+pos,1,n-pos,h);}
