int f(void){int a[4]={1,2,3,4},s=0; int*ip=a; for(int i=0;i<=4;i++)s+=*ip++; return s;}
