// P4 with a variable that is not initialised.
// call: value = foo(1)
// memory: yes
// left out: 1000000, the sum overflows int

#ifdef LEAST
int foo(int c, int n)
#else
int foo(int c)
#endif
{
    int flag = 0, other = 0, v, i;
#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    if (c > 0)
        flag = 1;
    for (i = 0; i < BOUND; i++)
        other = other + i;
#ifdef BUG
    if (flag == 0)
#else
    if (flag == 1)
#endif
        v = other;
    if (c > 0)
        return v; // bug: uninitialized-read
    return other;
}
