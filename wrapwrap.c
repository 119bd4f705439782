#include <stdlib.h>
#include <string.h>
static void*my_alloc(size_t n){return malloc(n);} static char*my_strdup(const char*s){char*r=my_alloc(strlen(s)+1); strcpy(r,s); return r;} char*f(const char*s){return my_strdup(s);}
