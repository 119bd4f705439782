#include <sys/socket.h>
#include <netinet/in.h>
int f(int s){struct sockaddr_in a; socklen_t n=sizeof a; getsockname(s,(struct sockaddr*)&a,&n); return a.sin_port;}
