int f(void){const int zero=0; return 3/zero;}
