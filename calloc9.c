#include <stdlib.h>
struct E{char*p;}; void use(char*); void f(struct E*e){char*c=calloc(1,9); use(c); c[0]=1; e->p=&c[1];}
