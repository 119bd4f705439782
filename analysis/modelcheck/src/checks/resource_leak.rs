use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, BinaryOp, EdgeId, ExprId, ExprKind, UnaryOp, VarId, VarKind, expr_text};

use crate::model::{Counterexample, Function, Holder, Holders, Move, Property, Relation, Tracked};

use super::{
    Check, Decisions, Rule,
    any_loss::AnyLoss,
    holder_text, line,
    memory_leak::{at_return, decisions_at_the_end, held_after, is_handed_on, is_shared},
};

/// The greatest of the descriptors that are open in every program: standard input, output and error.
const LAST_STANDARD: i128 = 2;

declare! {
    /// ## What it does
    ///
    /// Finds places where the last handle of an open stream, descriptor or directory is lost: it is
    /// overwritten, or the function returns without closing it, storing it or handing it on. `fdopen` and
    /// `fdopendir` take a descriptor over if they succeed. The standard streams are no resources, a
    /// descriptor that the path bounds to at most 2 is one of them. A call `dup(fd);` without use of its
    /// result is meant: it takes the lowest free number. `main` may return without closing. See also
    /// CERT C FIO42-C.
    ///
    /// ## Why is this bad
    ///
    /// A process may only have so many files open. One that runs long enough cannot open any more.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <fcntl.h>
    /// # #include <unistd.h>
    /// # int example(const char *path)
    /// # {
    /// # char header[16];
    ///     int fd = open(path, O_RDONLY);
    ///     if (fd < 0)
    ///         return -1;
    ///     if (read(fd, header, sizeof header) < 0)
    ///         return -1;
    ///     close(fd);
    /// # return 0;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdio.h>
    /// # void example(const char *path, int n)
    /// # {
    ///     FILE *f = NULL;
    ///     if (n > 0)
    ///         f = fopen(path, "r");
    ///     /* ... */
    ///     if (n > 0 && f)
    ///         fclose(f);
    /// # }
    /// ```
    ///
    /// `{n > 0, n <= 0}` has no solution: every path that opens the file closes it.
    ///
    /// ## Limits
    ///
    /// A function that is given the handle is assumed to take care of it, unless it is one that csieve
    /// knows. Descriptors that a call stores in an array, as `pipe` does, are followed in arrays and
    /// structures of the function's own. One for `/dev/null` is not followed: programs open it to fill the
    /// numbers 0, 1 and 2. Functions of your own that open and close can be added: see
    /// [library.md](../library.md).
    ResourceLeak {
        title: "An open file, descriptor or directory is lost without being closed",
        finds: "files, descriptors and directories that are not closed",
        cwe: 775,
        cert: &["FIO42-C"],
        misra: &["Rule 22.1"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["resourceLeak"],
            gcc: &["-Wanalyzer-file-leak", "-Wanalyzer-fd-leak"],
            clang: &["alpha.unix.Stream"],
        },
        detection: Detection::Search(&ResourceLeak),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Loss,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Named("the handle"),
            message: |misuse| {
                sentence!(
                    "the last handle{} is lost here in a run of the program without being closed",
                    misuse.from
                )
            },
        }),
        driver: Driver {
            reports: &["csieve: left open"],
            names_line: false,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Handles,
        },
    }
}

impl Property for ResourceLeak {
    fn rule(&self) -> Rule {
        Rule::ResourceLeak
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match &function.cfg.edge(edge).action {
            // A call `dup(fd)` whose result is ignored takes the lowest free number, and is made for that.
            Action::Open { var, .. } if is_for_its_number(function, edge) && is_ignored(function, *var) => {
                None
            }
            Action::Open { var, .. } if !is_shared(function, *var) => {
                let var = *var;
                Some(Move::To(Tracked::by(Holder::Var(var))))
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let id = edge;
        let edge = function.cfg.edge(edge);
        let is_over = match edge.action {
            Action::Close { handle, .. } | Action::CloseFail { handle } => {
                tracked.holders.occurs_in(function, handle) || is_handed_on(function, tracked, id)
            }
            Action::Assume { cond, holds } => {
                is_at_most(function, &tracked.holders, cond, holds, LAST_STANDARD)
                    || is_handed_on(function, tracked, id)
            }
            _ => is_handed_on(function, tracked, id),
        };
        if is_over {
            return Move::Gone;
        }
        if matches!(edge.action, Action::Return(_)) {
            return at_return(function, &tracked.holders);
        }
        held_after(function, tracked, edge)
    }
}

/// Returns whether the descriptor that an edge opens may be wanted for its number only, as with `dup`.
fn is_for_its_number(function: &Function, edge: EdgeId) -> bool {
    function.cfg.known.function(edge).is_some_and(|entry| entry.for_its_number)
}

/// Returns whether the result of a call is stored in no named variable, and only compared.
fn is_ignored(function: &Function, var: VarId) -> bool {
    function.cfg.var(var).kind == VarKind::Temp && is_only_compared(function, var)
}

/// Returns whether a variable, and every variable that is assigned from it, is only compared.
fn is_only_compared(function: &Function, var: VarId) -> bool {
    let mut vars = vec![var];
    let mut at = 0;
    while let Some(&var) = vars.get(at) {
        at += 1;
        for edge in &function.cfg.edges {
            let is_own = |expr: ExprId| function.dependencies(expr).vars.contains(&var);
            match &edge.action {
                Action::Assume { .. }
                | Action::Learn { .. }
                | Action::AssumeNone { .. }
                | Action::Open { .. } => {}
                Action::Assign { var: copy, value } if is_own(*value) && vars.contains(copy) => {}
                Action::Assign { var: copy, value } if is_own(*value) => vars.push(*copy),
                _ if edge.reads().any(is_own) => return false,
                _ => {}
            }
        }
    }
    true
}

/// Returns whether a condition implies that a numeric handle is at most `most`: `fd < 0`, `fd == -1`.
pub(super) fn is_at_most(
    function: &Function,
    holders: &Holders,
    mut cond: ExprId,
    mut holds: bool,
    most: i128,
) -> bool {
    let expr = |id: ExprId| &function.cfg.expr(function.cfg.exprs.strip_casts(id)).kind;
    loop {
        match function.cfg.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => (cond, holds) = (inner, !holds),
            ExprKind::Seen(inner, _) => cond = inner,
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (op, value, bound) = match (expr(a), expr(b)) {
                    (_, ExprKind::Const(bound)) => (op, a, *bound),
                    (ExprKind::Const(bound), _) => (op.mirrored(), b, *bound),
                    _ => return false,
                };
                let says = match if holds { op } else { op.negated() } {
                    BinaryOp::Lt => bound <= most + 1,
                    BinaryOp::Le | BinaryOp::Eq => bound <= most,
                    _ => false,
                };
                // A test such as `(unsigned)fd < 2` compares the handle as an unsigned number.
                let value = function.cfg.exprs.strip_casts(value);
                return says && holders.relation(function, value) == Some(Relation::Exact);
            }
            _ => return false,
        }
    }
}

impl Check for ResourceLeak {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyLoss::Resource
    }

    fn decisions(&self, function: &Function, found: &Counterexample) -> Decisions {
        // A program that closes a descriptor and then opens one that it never uses wants the new one to take
        // the number of the old one.
        let is_closed = |edge: &EdgeId| {
            let closes = function.cfg.known.function(*edge).and_then(|entry| entry.closes.as_ref());
            closes.is_some_and(|(resource, _)| !resource.is_pointer)
        };
        if let Some(start) = found.start
            && let Action::Open { var, resource, .. } = &function.cfg.edge(found.word[start]).action
            && !resource.is_pointer
            && found.word[..start].iter().any(is_closed)
            && is_only_compared(function, *var)
        {
            return Decisions::Unfounded;
        }
        decisions_at_the_end(function, found)
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        match found.origin().map(|origin| function.cfg.edge(origin).assigned()) {
            Some(Some(var)) => holder_text(function, Holder::Var(var)),
            _ => "the resource".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let var = self.subject(function, found);
        let Some(origin) = found.origin() else { return sentence!("`{}` is never closed", var) };
        let line = line(function, origin);
        let (callee, kind) = match &function.cfg.edge(origin).action {
            Action::Open { callee, resource, .. } => (callee.as_str(), resource.like.as_str()),
            _ => ("a call", "resource"),
        };
        match &function.cfg.edge(found.misuse()).action {
            Action::Return(_) => {
                sentence!(
                    "the function returns here without closing `{}`, opened by `{}` on line {}",
                    var,
                    callee,
                    line
                )
            }
            Action::Assign { var: overwritten, value } => {
                let (place, value) = (&function.cfg.var(*overwritten).name, expr_text(function.cfg, *value));
                sentence!(
                    "the {} from `{}` on line {} is lost here without being closed: `{}` becomes `{}`",
                    kind,
                    callee,
                    line,
                    place,
                    value
                )
            }
            _ => sentence!(
                "the {} `{}`, opened by `{}` on line {}, is lost here without being closed",
                kind,
                var,
                callee,
                line
            ),
        }
    }
}
