static int *get(int k,int*x){if(k)return 0; return x;} int f(int*x){return *get(1,x);}
