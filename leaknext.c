#include <stdlib.h>
struct N{struct N*next;}; int f(void){struct N*h=malloc(sizeof*h); if(!h)return 0; h->next=malloc(sizeof*h); free(h); return 1;}
