use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::{
    library::Library,
    text::{Sentence, sentence},
};
use csieve_graph::{Action, EdgeId, ExprId, ExprKind, expr_text};

use crate::model::{
    Counterexample, Function, Holder, Move, Property, Tracked, is_stable_address, strip_pointer_casts,
};

use super::{Check, Decisions, Rule, any_reason::AnyAddress, line};

declare! {
    /// ## What it does
    ///
    /// Finds calls of `free` for the address of a variable, an array, a string literal or a function. A
    /// callee that frees what it is given only if a flag in it says so makes it [doubtful](../doubts.md).
    ///
    /// ## Why is this bad
    ///
    /// Only memory from the allocator can be given back to it. Anything else corrupts it.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(size_t n)
    /// # {
    ///     char small[16], *p = small;
    ///     if (n > sizeof small)
    ///         p = malloc(n);
    ///     /* ... */
    ///     free(p);
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(size_t n)
    /// # {
    ///     char small[16], *p = small;
    ///     if (n > 16)
    ///         p = malloc(n);
    ///     /* ... */
    ///     if (n > 16)
    ///         free(p);
    /// # }
    /// ```
    ///
    /// `{n <= 16, n > 16}` has no solution: where `p` still is `small`, it is not freed.
    ///
    /// ## Limits
    ///
    /// A pointer into the middle of allocated memory is not reported.
    InvalidFree {
        title: "Memory that was not allocated is freed",
        finds: "`free` of what was never allocated",
        cwe: 590,
        cert: &["MEM34-C"],
        misra: &["Rule 22.2"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["autovarInvalidDeallocation", "mismatchAllocDealloc"],
            gcc: &[
                "-Wanalyzer-free-of-non-heap",
                "-Wanalyzer-mismatching-deallocation",
                "-Wfree-nonheap-object",
            ],
            clang: &["unix.Malloc", "unix.MismatchedDeallocator"],
        },
        detection: Detection::Search(&InvalidFree),
        edges: MisuseEdges::Nowhere,
        ends_runs: true,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::FreesForeign,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| {
                sentence!(
                    "`{}` is freed here in a run of the program, but it does not point to the start \
                     of allocated memory",
                    misuse.subject
                )
            },
        }),
        driver: Driver {
            // The sanitizer itself writes in front of the memory, which may be read-only.
            reports: &["attempting free on address which was not malloc()-ed", "asan_free"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for InvalidFree {
    fn rule(&self) -> Rule {
        Rule::InvalidFree
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            // A stream may be closed by a function that frees what it is given.
            Action::Assign { value, .. } | Action::Store { value, .. } if is_stream(function, value) => None,
            Action::Assign { var, value } if is_address(function, value) => {
                Some(Move::To(Tracked::by(Holder::Var(var))))
            }
            Action::Store { pointer, value }
                if is_address(function, value) && is_stable_address(function, pointer) =>
            {
                Some(Move::To(Tracked::by(Holder::Cell(pointer))))
            }
            Action::Free { pointer, .. } if is_address(function, pointer) || is_number(function, pointer) => {
                Some(Move::Misuse { definite: true })
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        if let Action::Free { pointer, .. } = edge.action
            && tracked.holders.relation(function, pointer).is_some()
        {
            return Move::Misuse { definite: true };
        }
        let holders = tracked.holders.after(function, edge);
        if holders.is_empty() { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
    }
}

/// Returns whether a pointer is one of the streams that every program has open, according to the built-in
/// table of library functions.
fn is_stream(function: &Function, pointer: ExprId) -> bool {
    match &function.cfg.expr(strip_pointer_casts(function, pointer)).kind {
        ExprKind::Address(name) => Library::built_in().is_standard_stream(name),
        _ => false,
    }
}

/// Returns whether a pointer is a number other than 0, which no allocator returns.
fn is_number(function: &Function, pointer: ExprId) -> bool {
    matches!(function.cfg.expr(function.cfg.exprs.strip_casts(pointer)).kind, ExprKind::Const(number) if number != 0)
}

/// Returns whether a pointer points to something that no allocator made.
pub(super) fn is_address(function: &Function, mut pointer: ExprId) -> bool {
    loop {
        pointer = strip_pointer_casts(function, pointer);
        match function.cfg.expr(pointer).kind {
            ExprKind::Address(_) | ExprKind::AddressOf(_) => return true,
            ExprKind::Inside { base, .. } => pointer = base,
            _ => return false,
        }
    }
}

impl Check for InvalidFree {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyAddress
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        match function.cfg.edge(found.misuse()).action {
            Action::Free { pointer, .. } => expr_text(function.cfg, strip_pointer_casts(function, pointer)),
            _ => "the object".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let freed = self.subject(function, found);
        match found.origin().filter(|origin| *origin != found.misuse()) {
            Some(origin) => {
                let line = line(function, origin);
                let what = match function.cfg.edge(origin).action {
                    Action::Assign { value, .. } | Action::Store { value, .. } => {
                        expr_text(function.cfg, strip_pointer_casts(function, value))
                    }
                    _ => "memory".to_owned(),
                };
                sentence!(
                    "`{}` is freed, but since line {} it is `{}`, which was never allocated",
                    freed,
                    line,
                    what
                )
            }
            None => sentence!("`{}` is freed, but it was never allocated", freed),
        }
    }
}
