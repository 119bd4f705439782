#include <stdio.h>
struct C{int dir;}; struct C*get(int); int f(int id,int rep){struct C*c; if(!(c=get(id)))puts("unknown"); if(rep)return c->dir; return 0;}
