#ifndef CSIEVE_STDNORETURN_H
#define CSIEVE_STDNORETURN_H
#define noreturn _Noreturn
#endif
