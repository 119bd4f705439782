struct L{struct L*next;int v;}; static struct L*head(struct L**h){if(!*h)return 0; return *h;} int f(struct L**h){return head(h)->v;}
