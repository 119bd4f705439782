struct L{struct L*next;int v;}; int f(struct L*l){int n=0,s=0; for(;l;l=l->next){n++; s+=l->v;} return s/n;}
