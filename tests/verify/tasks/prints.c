// unreach-call: true
extern int printf(const char *, ...);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* Printing changes nothing that the program can read, whatever is printed. */
int main(void)
{
    const char *format = "%d of %s\n";
    int x = __VERIFIER_nondet_int(), kept = x;
    printf(format, x, "name");
    if (x != kept)
        reach_error();
    return 0;
}
