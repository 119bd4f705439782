#include <pthread.h>
int lock_it(pthread_mutex_t*m,int k){pthread_mutex_lock(m); if(k)return -1; pthread_mutex_unlock(m); return 0;}
