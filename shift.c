int f(int n){if(n>=0 && n<=32)return 1<<n; return 0;}
