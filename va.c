#include <stdarg.h>
int f(int n,...){va_list a; va_start(a,n); n=va_arg(a,int); return n;}
