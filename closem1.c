#include <unistd.h>
#include <fcntl.h>
struct S{int fd;}; static void cl(struct S*s){close(s->fd);} void f(struct S*s){cl(s); close(s->fd);}
