static int *nul(void){return 0;} void f(void){int *p=nul(); *p=1;}
