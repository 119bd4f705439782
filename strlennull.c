#include <string.h>
size_t f(void){return strlen(0);}
