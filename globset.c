static int *g; static void clr(void){g=0;} void f(int*x){g=x; clr(); *g=1;}
