// termination: unknown
// What a number that overflows does is no evidence.
int main(void)
{
    int x = 2147483600;
    while (x != 0)
        x = x > 0 ? x + 1 : 2147483600;
    return 0;
}
