#include <string.h>
size_t f(void){char d[4]; strncpy(d,"abcdef",4); return strlen(d);}
