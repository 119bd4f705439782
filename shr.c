int f(unsigned t){if(t)return 100/(t>>10); return 0;}
