// Variables without a value.

int plain(int n)
{
    int u;
    if (n == 3)
        u = 1;
    else if (n > 3)
        return 2;
    return u; // fails: uninitialized-read
}

int in_loop(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        int t, more = i;
        if (i != 2)
            t = more;
        s = t; // fails: uninitialized-read
    }
    return s;
}

int of_loop(int n)
{
    for (int i, j = 0; j < n; j++) {
        if (j == 1)
            return i; // fails: uninitialized-read
    }
    return 0;
}

int shadowed(int n)
{
    int u;
    {
        int u = 3;
        n += u;
    }
    if (n == 9)
        return u; // fails: uninitialized-read
    return 0;
}

int pointer(int n)
{
    int *p;
    if (n == 4)
        p = &n;
    if (n > 3)
        return 3;
    return p != 0; // fails: uninitialized-read
}

struct pair {
    int a, b;
};

int member(int n)
{
    struct pair q;
    q.a = n;
    if (n == 3)
        return q.b; // no driver: uninitialized-read
    return q.a;
}
