void use(int); void f(void){int i; int *p=&i; use(*p);}
