#include <string.h>
void f(void){char d[10],s[11]="AAAAAAAAAA"; strcpy(d,s);}
