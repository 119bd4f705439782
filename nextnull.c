struct L{struct L*next;int hidden;struct L*n;}; struct L*f(struct L*l){struct L*p; for(p=l;p;p=p->next)if(!p->hidden)break; return p?p->n:l->n;}
