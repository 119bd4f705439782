#include <string.h>
void f(void){char d[10],s[11]="AAAAAAAAAA"; memcpy(d,s,strlen(s)+1);}
