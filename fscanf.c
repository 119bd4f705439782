#include <stdio.h>
int a[10]; int f(FILE*h){int d; if(fscanf(h,"%d",&d)!=1)return 0; a[d]=1; return 0;}
