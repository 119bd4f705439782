#include <string.h>
void f(char*d,const char*s,size_t n){if(!d) memcpy(d+0,s,n);}
