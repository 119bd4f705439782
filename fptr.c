static void k(int*p){*p=1;} void f(void){void(*h)(int*)=k; h(0);}
