// Numbers of all widths, as parameters and behind pointers.
#include <stdlib.h>

enum mode { ONE, TWO };

int divide(int a, int b)
{
    int d = a;
    if (b > 5)
        d = 0;
    return 7 / d; // fails: division-by-zero
}

int widths(short a, unsigned char b, long c, unsigned long d, _Bool e, enum mode mode)
{
    int *p = 0;
    if (a == -32768 && b == 255 && c < -9223372036854775807L && d > 18446744073709551614UL && e && mode == TWO)
        return *p; // fails: null-dereference
    return 0;
}

int smallest(int n)
{
    int *p = &n;
    if (n < -2147483647)
        p = NULL;
    return *p; // fails: null-dereference
}

int chosen(int kind, unsigned long long big, signed char c)
{
    int *p = &kind;
    switch (kind) {
    case 5:
        p = 0;
        break;
    default:
        return 0;
    }
    if (big > 0xfffffffffffffff0ull && c < -100)
        return *p; // fails: null-dereference
    return 1;
}

struct pair {
    int a, b;
};

double others(struct pair whole, double x, int n)
{
    int *p = 0;
    if (n == 3)
        return *p; // fails: null-dereference
    return whole.a + x;
}
