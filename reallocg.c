#include <stdlib.h>
static char*g; int f(size_t n){if(!(g=realloc(g,n)))return -1; return 0;}
