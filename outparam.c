static int get(int k,int*o){if(k<0)return -1; *o=k; return 0;} int f(int k){int v; get(k,&v); return v;}
