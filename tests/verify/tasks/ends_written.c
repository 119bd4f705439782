// termination: unknown
// What a function from outside does with memory that it gets is not known.
extern void wait_for(int *state);

int main(void)
{
    int state = 1;
    while (state)
        wait_for(&state);
    return 0;
}
