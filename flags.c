int f(int f){int a=0,b=0; if(f&1)a=64; if(f&2)b=48; return 100/(a+b);}
