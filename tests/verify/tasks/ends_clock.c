// termination: unknown
// The results of functions of the C library may depend on earlier calls.
#include <stdlib.h>

int main(void)
{
    int tries = 0;
    while (rand() % 8 != 0)
        tries = !tries;
    return 0;
}
