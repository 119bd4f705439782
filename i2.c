int f(int i){int b[5]={0},i1,i2; if(i<0||i>5)return 0; i1=i; i2=i1; return b[i2];}
