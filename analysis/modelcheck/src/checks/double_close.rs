use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, Edge, EdgeId, ExprId};

use crate::model::{
    Counterexample, Function, Holder, Holders, Mark, Move, Property, Relation, Tracked, ZeroTest, holder,
    zero_test,
};

use super::{
    Check, Decisions, Rule,
    any_reason::AnyClosed,
    freed::{self, freed_text, used_text},
    line,
    resource_leak::is_at_most,
};

declare! {
    /// ## What it does
    ///
    /// Finds calls that close a stream, descriptor or directory, or a copy of its handle, that was closed
    /// before. See also CERT C FIO46-C. What is used after it was closed is a
    /// [use-after-free](use-after-free.md).
    ///
    /// ## Why is this bad
    ///
    /// A stream that is closed twice corrupts memory. The number of a closed descriptor may belong to
    /// another file by now: that one is closed, and data goes astray.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <unistd.h>
    /// # int example(int fd)
    /// # {
    /// # int done = 0;
    ///     if (close(fd) == 0)
    ///         done = 1;
    ///     close(fd);
    /// # return done;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <unistd.h>
    /// # void example(int fd, int early)
    /// # {
    ///     int is_open = 1;
    ///     if (early) {
    ///         close(fd);
    ///         is_open = 0;
    ///     }
    ///     if (is_open)
    ///         close(fd);
    /// # }
    /// ```
    ///
    /// `{is_open = 0, is_open != 0}` has no solution: a descriptor that was closed early is not closed again.
    ///
    /// ## Limits
    ///
    /// Closing a descriptor again after `close` failed is no finding, because systems differ in whether it
    /// is open then. A call that is given the closed number ends what is known of it.
    DoubleClose {
        title: "A file, descriptor or directory is closed twice",
        finds: "files, descriptors and directories closed twice",
        cwe: 1341,
        cert: &["FIO46-C"],
        misra: &["Rule 22.6"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["doubleFree"],
            gcc: &["-Wanalyzer-double-fclose"],
            clang: &["alpha.unix.Stream"],
        },
        detection: Detection::Search(&DoubleClose),
        edges: MisuseEdges::Steps,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| sentence!("`{}` is closed again here in a run of the program", misuse.subject),
        }),
        driver: Driver {
            reports: &["csieve: closed twice"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for DoubleClose {
    fn rule(&self) -> Rule {
        Rule::DoubleClose
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        freed::at_entry(function)
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        if let Action::Close { handle, .. } = edge.action {
            let closed = holder(function, handle)?;
            return Some(Move::To(Tracked { phase: Mark::Closed.into(), holders: Holders::one(closed) }));
        }
        // If the handle has copies, the resource is followed from where the handle gets its value.
        match edge.action {
            Action::Open { var, .. } | Action::Call { result: Some(var), .. } if function.is_copied(var) => {
                Some(Move::To(Tracked::by(Holder::Var(var))))
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let is_handle = |expr: ExprId| tracked.holders.relation(function, expr) == Some(Relation::Exact);
        let mut phase = tracked.phase;
        if let Action::Close { handle, resource, .. } = &edge.action
            && is_handle(*handle)
        {
            if phase.has(Mark::Closed) {
                return Move::Misuse { definite: resource.is_pointer };
            }
            phase = Mark::Closed.into();
        }
        if tracked.phase.has(Mark::Closed) && is_open_again(function, &tracked.holders, edge) {
            return Move::Gone;
        }
        let holders = tracked.holders.after(function, edge);
        if holders.none_exact() { Move::Gone } else { Move::To(Tracked { phase, holders }) }
    }
}

/// Returns whether a closed handle need not be followed after this edge. The edge assumes that the handle is
/// invalid, uses it in another wrong way, or may give it another resource.
fn is_open_again(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let occurs = |expr: ExprId| holders.occurs_in(function, expr);
    match &edge.action {
        Action::Assume { cond, holds } => {
            is_at_most(function, holders, *cond, *holds, -1)
                || matches!(zero_test(function, edge), Some(ZeroTest::Zero(value))
                    if function.cfg.expr(value).ty.as_int().is_none()
                        && holders.relation(function, value) == Some(Relation::Exact))
        }
        Action::Deref { pointer, .. } => occurs(*pointer),
        Action::Call { args, .. } => args.iter().any(|arg| occurs(*arg)),
        Action::Opaque { .. } => true,
        _ => false,
    }
}

impl Check for DoubleClose {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyClosed
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        used_text(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let again = self.subject(function, found);
        match found.cause().or(found.origin()) {
            Some(close) => {
                let (closed, line) = (freed_text(function, close), line(function, close));
                if closed == again {
                    sentence!("`{}` is closed again; it was closed on line {} already", again, line)
                } else {
                    sentence!(
                        "`{}` is closed again; it was closed on line {} through `{}` already",
                        again,
                        line,
                        closed
                    )
                }
            }
            None => sentence!("`{}` is closed again", again),
        }
    }
}
