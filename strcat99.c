#include <string.h>
void f(void){char b[50]="",s[100]; memset(s,'C',99); s[99]=0; strcat(b,s);}
