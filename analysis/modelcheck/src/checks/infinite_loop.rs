//! The declaration of `infinite-loop`. The search for it is in `csieve_reduction::proved`.

use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names, Proof,
    Severity, declare,
};

declare! {
    /// ## What it does
    ///
    /// Finds loops that have a way out which no run can take: nothing in the loop changes what the
    /// conditions of all its ways out ask for, or the values that the loop computes never make them true.
    ///
    /// Also finds loops that some runs never leave: such a finding is `confirmed`, with the inputs, and its
    /// path is a lasso, a stem and then the cycle that the run takes for ever. The message says what keeps
    /// it there: "this loop never ends when `v` is 1 and `x` is 0: `z` stays 0 and `v` changes only where
    /// `z != 0`". It counts only if other values of each input do as well, or if the loop itself asks for
    /// the value: a caller is expected to know that a step of 0 goes nowhere.
    ///
    /// A loop that is written without an end (`for (;;)`, `while (1)`) is no finding. Nor is one that waits
    /// for what others may write: memory, globals, `volatile` objects, variables whose address was taken.
    /// An assertion that fails is no way out, and a loop that only `exit` and its like end is meant to go
    /// on for ever.
    ///
    /// ## Why is this bad
    ///
    /// The program hangs.
    ///
    /// ## Example
    ///
    /// ```c
    /// # void example(int *a, unsigned n)
    /// # {
    ///     for (unsigned i = n; i >= 0; i--)
    ///         a[i] = 0;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// Here a proof makes the finding: all paths to all ways out are refuted, and some path round the loop
    /// is not. The finding has the verdict `unrefuted`, and its rounds hold the proofs: `i < 0` has no
    /// solution for an unsigned `i`. Where nothing changes a condition, one round that no refuter rules out
    /// is enough, and is the path of the finding.
    ///
    /// Every loop is a lasso in the graph, a stem and a round that could be taken for ever. One that is not
    /// plainly a counter on its way to a bound is refuted by a ranking, a variable or a difference of two
    /// that every round makes smaller (`ranking`), or because behind a round there can be no other
    /// (`unwinding`): `csieve explain` shows which statement does it. Nothing is said of loops of which
    /// neither is found out.
    ///
    /// A run that never ends is proved in one of two ways. Either what holds over its last rounds is kept
    /// by every statement of the loop and excludes every way out (`recurrent-set`; the rules are scripts
    /// that the proof checker checks), or all that its decisions rest on is what it was some rounds before.
    /// Numbers wrap in these proofs, so that no overflow ends what they say goes on.
    ///
    /// ## Limits
    ///
    /// An assertion is taken as `NDEBUG` leaves it: runs go past it. A run on which one fails that `NDEBUG` switches
    /// off is no evidence. Loops over floating-point numbers, and
    /// those whose end rests on what calls return or on how a list is linked, are left alone.
    ///
    /// A loop that calls functions and tests a flag that nothing changes (`while (on) serve();`) is taken
    /// for one that is meant to run until the program ends.
    InfiniteLoop {
        title: "A loop that no run leaves",
        finds: "loops that no run leaves",
        cwe: 835,
        cert: &["MSC21-C"],
        misra: &["Dir 4.1", "Rule 14.3"],
        severity: Severity::Warning,
        names: Names { cppcheck: &[], gcc: &[], clang: &[] },
        detection: Detection::Proof(Proof::InfiniteLoop),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: None,
        driver: Driver {
            reports: &[],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}
