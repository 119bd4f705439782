union U{int *p; long l;}; int f(void){union U u; u.l=0; return *u.p;}
