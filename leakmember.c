#include <string.h>
struct S{char*s1,*s2;}; int f(void){struct S a; a.s2=strdup("x"); return 0;}
