// termination: false
// Memory comes and goes, and the state without it is the same.
#include <stdlib.h>

static unsigned char turns;

int main(void)
{
    for (;;) {
        int *p = malloc(sizeof *p);
        *p = turns++;
        if (*p == 256)
            break;
        free(p);
    }
    return 0;
}
