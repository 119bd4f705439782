void f(void){int b[5]; int *a=b, **pp=&a; *(*pp+5)=1;}
