int f(int y){int x=3; return y/(x-3);}
