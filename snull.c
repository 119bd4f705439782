struct S{int *p;int k;}; int f(void){struct S s={0}; return *s.p;}
