#ifndef CSIEVE_STDDEF_H
#define CSIEVE_STDDEF_H
#ifndef __PTRDIFF_TYPE__
#define __PTRDIFF_TYPE__ long
#endif
#ifndef __SIZE_TYPE__
#define __SIZE_TYPE__ unsigned long
#endif
#ifndef __WCHAR_TYPE__
#define __WCHAR_TYPE__ int
#endif
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
    long long csieve_long_long __attribute__((aligned));
    long double csieve_long_double __attribute__((aligned));
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
/* The C library asks for this one by name. */
#if defined(__need_wint_t) && !defined(CSIEVE_WINT_T)
#define CSIEVE_WINT_T
#ifdef __WINT_TYPE__
typedef __WINT_TYPE__ wint_t;
#else
typedef unsigned int wint_t;
#endif
#endif
