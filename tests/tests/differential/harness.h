// Compiled behind a batch: runs every function on every combination of its inputs and of allocations that fail.
static const struct function *current;
static long values[8];
static long runs;

static void describe_inputs(void)
{
    for (int i = 0; i < current->input_count; i++)
        printf("%s = %ld, ", current->inputs[i].name, values[i]);
    printf("%d allocations:", choice_count);
    for (int i = 0; i < choice_count; i++)
        printf(choices[i] ? " fails" : " succeeds");
    printf("\n");
}

static void one_run(void)
{
    object_count = choice_count = call_line = 0;
    fuel = FUEL;
    runs++;
    if (_setjmp(run_end) == 0)
        current->call(values);
}

// Whether another choice is left: the last allocation that succeeded fails instead.
static int next_choice(void)
{
    while (choice_count > 0 && choices[choice_count - 1])
        choices[--choice_count] = 0;
    if (choice_count == 0)
        return 0;
    choices[choice_count - 1] = 1;
    return 1;
}

static int next_values(int *at)
{
    for (int i = 0; i < current->input_count; i++) {
        at[i]++;
        if (at[i] < current->inputs[i].count) {
            values[i] = current->inputs[i].values[at[i]];
            return 1;
        }
        at[i] = 0;
        values[i] = current->inputs[i].values[0];
    }
    return 0;
}

static void all_runs(void)
{
    int at[8] = {0};
    for (int i = 0; i < current->input_count; i++)
        values[i] = current->inputs[i].values[0];
    do {
        memset(choices, 0, sizeof choices);
        do
            one_run();
        while (next_choice());
    } while (next_values(at));
}

int main(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        current = &functions[i];
        is_inexact = 0;
        all_runs();
        if (is_inexact)
            printf("inexact %zu\n", i);
    }
    printf("runs %ld\n", runs);
    return 0;
}
