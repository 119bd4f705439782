static int fill(int s,long*l){if(s<0)return -1; *l=s; return 0;} long f(int s){long l; fill(s,&l); return l;}
