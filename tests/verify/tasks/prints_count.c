// unreach-call: unknown
extern int printf(const char *, ...);
extern void reach_error(void);

/* This format stores how much was printed. */
int main(void)
{
    int x = 1;
    printf("two%n\n", &x);
    if (x == 3)
        reach_error();
    return 0;
}
