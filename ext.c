#include <stdlib.h>
void*ext(char*); void*f(void){char*m=malloc(4); void*h; if(!m)return 0; h=ext(m); if(!h){free(m);return 0;} return h;}
