use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::hints::is_program;
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{
    Action, BinaryOp, CallTarget, Edge, EdgeId, ExprId, ExprKind, UnaryOp, VarKind, expr_text,
};

use crate::model::{
    Counterexample, Function, Holder, Holders, Move, Property, Relation, Tracked, ZeroTest, zero_test,
};

use super::{
    Check, Decisions, Rule, any_loss::AnyLoss, failed_realloc, holder_text, invalid_free::is_address, line,
    stack_address_escape::local_object,
};

declare! {
    /// ## What it does
    ///
    /// Finds places where the last pointer to allocated memory is lost: it is overwritten, or the function
    /// returns without freeing the memory, storing the pointer or handing it on. `main` may return without
    /// freeing, unless the run passed the place where the program frees such memory: where other runs free
    /// what the same calls allocated. Fresh memory is none of the objects that the program declares: where
    /// `p == buffer` holds, `p` is not that memory. If `b->data = realloc(b->data, n)` fails, the old memory is
    /// still allocated, and NULL has replaced the pointer to it.
    ///
    /// ## Why is this bad
    ///
    /// The memory cannot be freed any more. A program that runs long enough runs out of it.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # int read_header(void);
    /// # int example(void)
    /// # {
    ///     char *line = malloc(80);
    ///     if (read_header() < 0)
    ///         return -1;
    ///     free(line);
    ///     return 0;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(int n)
    /// # {
    ///     char *line = NULL;
    ///     if (n > 0)
    ///         line = malloc(n);
    ///     /* ... */
    ///     if (n > 0)
    ///         free(line);
    /// # }
    /// ```
    ///
    /// `{n > 0, n <= 0}` has no solution: every path that allocates frees.
    ///
    /// ## Limits
    ///
    /// A function that is given the pointer is assumed to take care of it, unless it is one of the C
    /// library.
    MemoryLeak {
        title: "Allocated memory is lost without being freed",
        finds: "memory whose last pointer is lost",
        cwe: 401,
        cert: &["MEM31-C"],
        misra: &["Rule 22.1"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["memleak", "memleakOnRealloc", "leakReturnValNotUsed", "leakNoVarFunctionCall"],
            gcc: &["-Wanalyzer-malloc-leak"],
            clang: &["unix.Malloc"],
        },
        detection: Detection::Search(&MemoryLeak),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Loss,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Named("the memory"),
            message: |misuse| {
                sentence!(
                    "the last pointer to memory{} is lost here in a run of the program",
                    misuse.from
                )
            },
        }),
        driver: Driver {
            reports: &["LeakSanitizer: detected memory leaks"],
            names_line: false,
            instrument: Instrument::LeakCheck,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for MemoryLeak {
    fn rule(&self) -> Rule {
        Rule::MemoryLeak
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            Action::Alloc { var, .. } if !is_shared(function, var) => {
                Some(Move::To(Tracked::by(Holder::Var(var))))
            }
            _ => failed_realloc::start(function, edge),
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let id = edge;
        let edge = function.cfg.edge(edge);
        if failed_realloc::is_followed(tracked) {
            return failed_realloc::step(function, tracked, edge);
        }
        if is_handed_on(function, tracked, id) {
            return Move::Gone;
        }
        if matches!(edge.action, Action::Return(_)) {
            return at_return(function, &tracked.holders);
        }
        held_after(function, tracked, edge)
    }
}

/// Returns the move for memory or a resource on an edge that neither releases it nor passes it on. The memory
/// or resource is lost if no place holds it any more, unless the build switches its release off.
pub(super) fn held_after(function: &Function, tracked: &Tracked, edge: &Edge) -> Move {
    let holders = tracked.holders.after(function, edge);
    if !holders.is_empty() {
        Move::To(Tracked { phase: tracked.phase, holders })
    } else if is_switched_off(function, &tracked.holders) {
        Move::Gone
    } else {
        Move::Misuse { definite: false }
    }
}

/// Returns whether the program releases what one of these variables holds, but the build switches all such
/// code off.
fn is_switched_off(function: &Function, holders: &Holders) -> bool {
    holders.exact().iter().any(|holder| match holder {
        Holder::Var(var) => function.is_released_nowhere(*var),
        Holder::Cell(_) => false,
    })
}

/// Returns whether other code may read the variable. Memory that such a variable points to is not lost.
pub(super) fn is_shared(function: &Function, var: csieve_graph::VarId) -> bool {
    let var = function.cfg.var(var);
    var.exposed || var.kind == VarKind::Global
}

/// Returns the move for memory that is still held when a function returns another value. This is no misuse at
/// the end of a program, where the system takes the memory back.
pub(super) fn at_return(function: &Function, holders: &Holders) -> Move {
    let ends = function.cfg.is_program || is_program(&function.cfg.function);
    if ends || is_switched_off(function, holders) { Move::Gone } else { Move::Misuse { definite: false } }
}

/// Returns which decisions make the counterexample of a leak doubtful. For a leak at a `return`, one decision
/// is enough: a function that releases under a condition there has a reason for the condition.
pub(super) fn decisions_at_the_end(function: &Function, found: &Counterexample) -> Decisions {
    match function.cfg.edge(found.misuse()).action {
        Action::Return(_) => Decisions::AfterOne,
        _ => Decisions::Certain,
    }
}

/// Returns whether a call gets the value of one of the places as an argument.
pub(super) fn is_passed(
    function: &Function,
    holders: &Holders,
    target: &CallTarget,
    args: &[ExprId],
) -> bool {
    let occurs = |expr: ExprId| holders.occurs_in(function, expr);
    args.iter().any(|arg| occurs(*arg)) || matches!(target, CallTarget::Pointer(callee) if occurs(*callee))
}

/// Returns whether the followed memory is freed on the edge, may be freed by other code after it, or was
/// never allocated.
pub(super) fn is_handed_on(function: &Function, tracked: &Tracked, id: EdgeId) -> bool {
    let edge = function.cfg.edge(id);
    let occurs = |expr: ExprId| tracked.holders.occurs_in(function, expr);
    let related = |expr: ExprId| tracked.holders.relation(function, expr);
    let objects = function.local_objects();
    let is_given_away = |place: Holder| match place {
        Holder::Cell(cell) => objects.gives_away(function.cfg, edge, cell),
        Holder::Var(_) => false,
    };
    if tracked.holders.all().any(is_given_away) {
        return true;
    }
    match &edge.action {
        Action::Free { pointer, .. } => occurs(*pointer),
        // A member or an element of an object of the function's own is one more place that holds it.
        Action::Store { pointer, value } => {
            occurs(*value) && (related(*value).is_none() || !objects.has(function.cfg, *pointer))
        }
        Action::Assign { var, value } => {
            occurs(*value)
                && (related(*value).is_none() && !is_test(function, *value) || is_shared(function, *var))
        }
        Action::Call { target, args, .. } => is_passed(function, &tracked.holders, target, args),
        Action::Opaque { vars } => tracked.holders.all().any(|place| match place {
            Holder::Var(var) => vars.contains(&var),
            Holder::Cell(_) => true,
        }),
        Action::Return(Some(value)) => occurs(*value),
        Action::Assume { .. } | Action::Learn { .. } | Action::FreeNull { .. } => {
            let is_null = match zero_test(function, edge) {
                Some(ZeroTest::Zero(value)) => related(value) == Some(Relation::Exact),
                _ => false,
            };
            is_null || is_another(function, tracked, edge)
        }
        _ => false,
    }
}

/// Returns whether the edge assumes that the object is one that another place points to, or one that the
/// program declares. A newly allocated object is neither: `if (name != given) free(name);`,
/// `if (stack != first_stack) free(stack);`.
fn is_another(function: &Function, tracked: &Tracked, edge: &Edge) -> bool {
    let Action::Assume { cond, holds } = edge.action else { return false };
    let (one, two) = match function.cfg.expr(cond).kind {
        ExprKind::Binary(BinaryOp::Eq, one, two) if holds => (one, two),
        ExprKind::Binary(BinaryOp::Ne, one, two) if !holds => (one, two),
        _ => return false,
    };
    let relations = [one, two].map(|side| tracked.holders.relation(function, side));
    for (side, relation) in [(one, relations[1]), (two, relations[0])] {
        if is_address(function, side) {
            // The refuters show that a fresh object differs from those that the function declares.
            return relation.is_some()
                && (relation == Some(Relation::Inside) || local_object(function, side).is_none());
        }
    }
    matches!(relations, [Some(Relation::Exact), None] | [None, Some(Relation::Exact)])
}

/// Returns whether an expression only tests its operands: `p == q`, `!p`.
pub(super) fn is_test(function: &Function, expr: ExprId) -> bool {
    match function.cfg.expr(function.cfg.exprs.strip_casts(expr)).kind {
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}

fn allocation(edge: &Edge) -> Option<&str> {
    match &edge.action {
        Action::Alloc { callee, .. } => Some(callee),
        _ => None,
    }
}

impl Check for MemoryLeak {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyLoss::Memory
    }

    fn decisions(&self, function: &Function, found: &Counterexample) -> Decisions {
        decisions_at_the_end(function, found)
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        if let Some(old) = found.origin().and_then(|origin| failed_realloc::old_pointer(function, origin)) {
            return expr_text(function.cfg, old);
        }
        match found.origin().map(|origin| function.cfg.edge(origin).assigned()) {
            Some(Some(var)) => holder_text(function, Holder::Var(var)),
            _ => "the memory".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let var = self.subject(function, found);
        let Some(origin) = found.origin() else { return sentence!("the memory of `{}` is never freed", var) };
        let line = line(function, origin);
        if failed_realloc::old_pointer(function, origin).is_some() {
            return sentence!(
                "the memory of `{}` is lost: `realloc` on line {} fails, and its result replaces the last pointer",
                var,
                line
            );
        }
        let callee = allocation(function.cfg.edge(origin)).unwrap_or("an allocation");
        match &function.cfg.edge(found.misuse()).action {
            Action::Return(_) => {
                sentence!(
                    "the function returns here without freeing `{}`, allocated by `{}` on line {}",
                    var,
                    callee,
                    line
                )
            }
            Action::Assign { var: overwritten, value } => {
                let (place, value) = (&function.cfg.var(*overwritten).name, expr_text(function.cfg, *value));
                sentence!(
                    "the memory from `{}` on line {} is lost here: its last pointer `{}` becomes `{}`",
                    callee,
                    line,
                    place,
                    value
                )
            }
            _ => {
                sentence!("the memory of `{}`, allocated by `{}` on line {}, is lost here", var, callee, line)
            }
        }
    }
}
