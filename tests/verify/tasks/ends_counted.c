// termination: true
// The same place with the same local variables, but an object with static storage counts.
static unsigned count;

static int again(int x)
{
    count++;
    return count < 50 ? x : 0;
}

int main(void)
{
    int x = 1;
    while (x)
        x = again(x);
    return 0;
}
