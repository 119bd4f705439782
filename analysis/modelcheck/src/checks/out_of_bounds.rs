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
    /// Finds accesses before the start or past the end of arrays, members that are arrays, string literals
    /// and memory from `malloc` and its kin, `alloca` and arrays of computed length; by indices, by
    /// pointers that were moved, and by library functions that are told a size (`memcpy`, `read`, `fgets`,
    /// `snprintf`) or copy a text of known length (`strcpy`, `sprintf`).
    ///
    /// The function itself must give the reason:
    ///
    /// - the index is a constant, or the size and the index differ by one: `p = malloc(n); p[n] = 0`;
    /// - a condition leaves it too wide: `i <= 10` for ten elements, `i <= n` for `n` of them;
    /// - it is used where a condition found that it is too large, as after a search loop that found
    ///   nothing;
    /// - it is moved on after it was tested;
    /// - it is a remainder that lets through too much: `a[i % 6]` of five elements;
    /// - it is the result of `read` or its kin, which may be the whole size of the buffer, or -1;
    /// - it comes from outside the program (`getchar`, `scanf`; `atoi` and `strtol` of a text that the
    ///   function reads, of an argument or of the environment) and is not compared on that side.
    ///
    /// What else the function tests on the way may well have been made for it, and ends the search: the end
    /// of a search loop (`i != 10`), a bit test of the index, any other choice between a test that found it
    /// too large and the access, or between a first value such as -1 and the access. What only a callee
    /// says (`return -1`) is no reason, if the caller does not ask for it.
    ///
    /// A parameter that is just used as an index is no finding. The address one past the end may be formed.
    ///
    /// A write outside is [CWE-787](https://cwe.mitre.org/data/definitions/787.html), a read
    /// [CWE-125](https://cwe.mitre.org/data/definitions/125.html).
    ///
    /// ## Why is this bad
    ///
    /// Whatever lies there is read or overwritten: other variables, return addresses, the allocator's own
    /// data. Most remote attacks on C programs start with it.
    ///
    /// ## Example
    ///
    /// ```c
    /// # int example(void)
    /// # {
    ///     int a[10];
    ///     for (int i = 0; i <= 10; i++)
    ///         a[i] = 0;
    /// # return a[0];
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # static int a[8];
    /// # int example(int i)
    /// # {
    ///     if (i == 0)
    ///         return 0;
    ///     if (i < 0 || i > 8)
    ///         return 1;
    ///     return a[i - 1];
    /// # }
    /// ```
    ///
    /// The tests leave `i` in [0, 8], and of these `i - 1` is bad for 0 only: `{i != 0, i >= 0, i - 1 < 0}`
    /// has no solution.
    ///
    /// ## Limits
    ///
    /// Sizes follow a pointer from where it gets its object, as long as all ways agree on the object and
    /// the variables in its size are not changed. A pointer into a member or a row may be moved through all
    /// that encloses it, and a number of bytes that is written down for a member may mean those behind it.
    /// Pointers that move in a loop, and objects that other functions make, have no known size. The last
    /// member of a structure, if it is an array of length 0, 1 or 4 or without one, may be longer than
    /// declared. In very long functions only the first places are looked at. A search that had to be
    /// stopped is a finding only if the access follows on the cause without a test between them.
    OutOfBounds {
        title: "Memory is accessed outside an object",
        finds: "accesses outside arrays, strings and allocated memory",
        cwe: 119,
        cert: &["ARR30-C", "ARR38-C", "STR31-C"],
        misra: &["Dir 4.1", "Rule 18.1", "Rule 21.17"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &[
                "arrayIndexOutOfBounds",
                "arrayIndexOutOfBoundsCond",
                "bufferAccessOutOfBounds",
                "negativeIndex",
                "ctuArrayIndex",
                "pointerOutOfBounds",
                "stringCompare",
            ],
            gcc: &["-Warray-bounds", "-Wstringop-overflow"],
            clang: &["alpha.security.ArrayBoundV2"],
        },
        detection: Detection::Search(&OUT_OF_BOUNDS),
        edges: MisuseEdges::WithReason(MisuseKind::OutOfBounds),
        ends_runs: false,
        sort: MisuseSort::Index,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| {
                // Of an array, the access says where it leads.
                let is_array = misuse.object.text() == format!("`{}`", misuse.subject);
                let what = if is_array { &misuse.statement } else { &misuse.subject };
                sentence!("`{}` leads outside {} here in a run of the program", what, misuse.object)
            },
        }),
        driver: Driver {
            reports: &[
                "heap-buffer-overflow",
                "stack-buffer-overflow",
                "stack-buffer-underflow",
                "global-buffer-overflow",
                "dynamic-stack-buffer-overflow",
                "out of bounds",
                "insufficient space for an object",
            ],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

/// The search for `out-of-bounds`.
const OUT_OF_BOUNDS: Followed = Followed(&AnyMisuse(Rule::OutOfBounds, MisuseKind::OutOfBounds));
