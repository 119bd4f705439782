struct S{int a,b;}; int f(int x){struct S s,t; s.a=x; t=s; return t.b;}
