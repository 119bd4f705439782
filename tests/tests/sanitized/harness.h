// Compiled behind a program: the runs, each in a process of its own. Prints a line in front of each report.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const int RUN_VALUES[] = {-1, 0, 1, 2, 3, 4, 5, 7, 9, 31, 64, -2147483647 - 1, 2147483647};
static unsigned long long run_state;

static unsigned run_random(unsigned below)
{
    run_state = run_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(run_state >> 33) % below;
}

static int run_value(void)
{
    return run_random(3) ? (int)run_random(5) - 1 : RUN_VALUES[run_random(sizeof RUN_VALUES / sizeof *RUN_VALUES)];
}

int ext(void) { return run_value(); }

int main(void)
{
    for (int function = 0; function < PROGRAM_FUNCTIONS; function++)
        for (int seed = 0; seed < PROGRAM_RUNS; seed++) {
            dprintf(2, "\n== run\n");
            pid_t child = fork();
            if (child == 0) {
                run_state = (unsigned long long)seed * 0x9E3779B97F4A7C15u + 7;
                alarm(5);
                // Static variables keep their values from call to call.
                for (int call = 0; call < 3; call++)
                    run_function(function, run_value(), run_value(), (unsigned)run_value());
                _exit(0);
            }
            waitpid(child, NULL, 0);
        }
    return 0;
}
