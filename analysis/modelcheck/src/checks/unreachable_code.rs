//! The declaration of `unreachable-code`. The search for it is in `csieve_reduction::proved`.

use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names, Proof,
    Severity, declare,
};

declare! {
    /// ## What it does
    ///
    /// Finds three kinds of code that no run reaches:
    ///
    /// - what stands behind a condition that the function's own values decide: `if (x > 5 && x < 3)`, `if
    ///   (u < 0)` for an unsigned `u`;
    /// - what stands right behind `return`, `goto`, `break`, `continue` or a call that never returns;
    /// - a check for NULL of a pointer that was accessed before and not written since. Such a check is
    ///   redundant, or the access comes too early; the message says so, rather than that the program may
    ///   crash.
    ///
    /// Left out is what people write on purpose: `default:` and `abort()` that guard, a `break;` or a
    /// constant `return` behind a `return`, any `return`, `for (;;);` and the assignment of a constant
    /// behind a call that never returns, conditions that macros, named constants, the sizes of types or
    /// variables that keep their one value decide, code in macros, code between `#if` lines.
    ///
    /// So is what another build may reach: conditions on the results of callees that have `#if` in their
    /// bodies or stand in an `#if` with an `#else`, or that use such results; conditions on variables that
    /// an `#if` elsewhere in the function mentions, or that code which this build leaves out would set;
    /// `flags & OPTION` where the option is 0, and `size = n; if (size == n)`, which asks for the width of
    /// a type.
    ///
    /// ## Why is this bad
    ///
    /// The code was written for a case. Either the case happens and the condition is wrong, or the code
    /// is a leftover that misleads its readers.
    ///
    /// ## Example
    ///
    /// ```c
    /// # struct header;
    /// # int read_header(struct header *h);
    /// # void use(int n);
    /// # void report(const char *text);
    /// # int example(struct header *h)
    /// # {
    ///     int n = read_header(h);
    ///     if (n < 0)
    ///         return -1;
    ///     use(n);
    ///     if (n < 0)
    ///         report("no header");
    /// # return 0;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// Here a proof makes the finding. A cheap pass over the ranges of all values proposes the place; then
    /// every path to it has to be refuted. The finding has the verdict `unrefuted`, for nothing speaks
    /// against it, and its rounds hold the proofs: `{n >= 0, n < 0}` has no solution. `csieve explain`
    /// shows them. If a path is left, or a budget runs out, there is no finding.
    ///
    /// ## Limits
    ///
    /// A condition is reported only if what it guards is code of its own. Values that functions compute in
    /// other functions are any value.
    UnreachableCode {
        title: "Code that no run reaches",
        finds: "code that no run reaches, redundant checks for NULL",
        cwe: 561,
        cert: &["MSC07-C", "MSC12-C"],
        misra: &["Rule 2.1", "Rule 14.3"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &[
                "nullPointerRedundantCheck",
                "unreachableCode",
                "duplicateBreak",
                "knownConditionTrueFalse",
                "oppositeInnerCondition",
                "identicalConditionAfterEarlyExit",
                "unsignedLessThanZero",
            ],
            gcc: &["-Wtautological-compare"],
            clang: &["alpha.deadcode.UnreachableCode"],
        },
        detection: Detection::Proof(Proof::UnreachableCode),
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
