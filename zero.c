static int zero(void){return 0;} int f(void){return 10/zero();}
