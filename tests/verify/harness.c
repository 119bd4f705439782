// What the competition gives a task that does not define it: for verifiers that do not know it by themselves.
extern void __VERIFIER_error(void);

void __VERIFIER_assert(int condition)
{
    if (!condition)
        __VERIFIER_error();
}
