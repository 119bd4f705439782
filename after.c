#include <stdio.h>
int f(int a,int n){int r=a/n; if(n==0)puts("zero"); return r;}
