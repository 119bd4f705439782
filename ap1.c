int f(int x){int *ap[2]={&x,0}; return *ap[1];}
