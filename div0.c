int f(void){return 10/0;}
