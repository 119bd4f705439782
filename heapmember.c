#include <stdlib.h>
struct S{int a,b;}; int f(int x){struct S*p=malloc(sizeof*p); int r; if(!p)return 0; p->a=x; r=p->b+p->a; free(p); return r;}
