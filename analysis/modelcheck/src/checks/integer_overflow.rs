use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::sentence;
use csieve_graph::MisuseKind;

use super::{Rule, any_reason::AnyMisuse, limits::Followed};

declare! {
    /// ## What it does
    ///
    /// Finds sums, differences and products in the size of an allocation that do not fit their type: an
    /// operand comes from outside the program (`ntohl`, `scanf`; `strtoul` and `atoi` of a text from
    /// outside) and is not compared with anything that bounds it, or the function bounds it too widely.
    /// What `__builtin_mul_overflow` and `calloc` compute is no finding. Finds signed `+`, `-`, `*`, `++`,
    /// `--`, negation, `/ -1` and `abs` whose result does not fit: of a constant near the ends of the type, of a
    /// number from outside that nothing checks, behind a test that lets one number too many through. Finds
    /// shifts by a negative number, or by as many bits as the shifted number has, for the same reasons: the
    /// count is such a constant, is tested too widely, or comes from outside unchecked.
    ///
    /// ## Why is this bad
    ///
    /// The memory is smaller than the program believes, so that it writes past the end of it. What a shift
    /// gives that goes too far differs from processor to processor, and compilers assume that it never does.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # #include <unistd.h>
    /// # struct item { long key, value; };
    /// # struct item *example(void)
    /// # {
    ///     size_t count = strtoul(optarg, NULL, 10);
    ///     struct item *items = malloc(count * sizeof *items);
    /// # return items;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # #include <unistd.h>
    /// # struct item { long key, value; };
    /// # struct item *example(void)
    /// # {
    /// # struct item *items;
    ///     unsigned n = strtoul(optarg, NULL, 10) & 0xFF;
    ///     items = malloc(n * 16);
    /// # return items;
    /// # }
    /// ```
    ///
    /// `{n <= 255, n * 16 > UINT_MAX}` has no solution. A comparison on the way that bounds the operand ends
    /// the search; where only some ways have one, the bounds decide on the others.
    ///
    /// ## Limits
    ///
    /// Arithmetic is looked at in functions with a constant of at least 2^30 or a call that brings numbers from
    /// outside; with `-fwrapv`, it cannot go wrong. Arithmetic of parameters without a test is no finding. A
    /// product of two variables is refuted only by their bounds, not by `n > SIZE_MAX / size`, but such a test
    /// ends the search.
    IntegerOverflow {
        title: "A number overflows, or a shift goes too far",
        finds: "sizes and signed numbers that overflow, shifts that go too far",
        cwe: 190,
        cert: &["INT30-C", "INT32-C"],
        misra: &["Dir 4.1"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["integerOverflow", "signedIntegerOverflow"],
            gcc: &["-Wanalyzer-tainted-allocation-size"],
            clang: &[],
        },
        detection: Detection::Search(&INTEGER_OVERFLOW),
        edges: MisuseEdges::WithReason(MisuseKind::IntegerOverflow),
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| sentence!("`{}` overflows here in a run of the program", misuse.statement),
        }),
        driver: Driver {
            reports: &["integer overflow", "csieve: a size overflows"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

/// The search for `integer-overflow`.
const INTEGER_OVERFLOW: Followed = Followed(&AnyMisuse(Rule::IntegerOverflow, MisuseKind::IntegerOverflow));
