// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Structures that are passed and returned, unions and bit-fields. */
struct pair { short first; unsigned low : 3, high : 5; };
union word { unsigned whole; unsigned char bytes[4]; };

static struct pair swapped(struct pair of)
{
    struct pair result = {of.first, of.high, of.low};
    return result;
}

int main(void)
{
    struct pair pair = {-2, 5, 6};
    pair.low = (unsigned) __VERIFIER_nondet_int();
    unsigned before = pair.low;
    pair = swapped(pair);
    if (pair.high != before || pair.low != 6 || pair.first != -2)
        reach_error();
    union word word = {0x01020304};
    if (word.bytes[0] + word.bytes[3] != 5)
        reach_error();
    return 0;
}
