void use(int); void f(void){int b[2]; b[0]=1; use(b[1]);}
