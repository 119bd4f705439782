static void s(int *d){d[5]=1;} void f(void){int b[5]; s(b);}
