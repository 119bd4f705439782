use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_dataflow::ranges::loops;
use csieve_graph::{
    Action, BinaryOp, Edge, EdgeId, ExprId, ExprKind, MisuseKind, Type, VarId, VarKind, expr_text,
};

use crate::model::{
    Counterexample, Function, Holder, Holders, Mark, Move, Phase, Property, Relation, Tracked, ZeroTest,
    holder, strip_pointer_casts, zero_test,
};

use super::{Check, Decisions, Rule, any_reason::AnyMisuse, line};

declare! {
    /// ## What it does
    ///
    /// Finds accesses through a pointer that is NULL: it was set to NULL, an allocation failed, or it was
    /// compared with NULL and is accessed where it was. A parameter that is only accessed is no finding.
    ///
    /// ## Why is this bad
    ///
    /// Accessing NULL is undefined. On most systems the program crashes; where page 0 is mapped it is
    /// exploitable.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # #include <string.h>
    /// # char *example(size_t n)
    /// # {
    ///     char *copy = malloc(n);
    ///     memset(copy, 0, n);
    ///     copy[0] = 'x';
    /// # return copy;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stddef.h>
    /// # struct item { int count; } table[4];
    /// # int lookup(int key);
    /// # void example(int key)
    /// # {
    ///     struct item *found = NULL;
    ///     int ok = 0;
    ///     if (lookup(key)) {
    ///         found = &table[0];
    ///         ok = 1;
    ///     }
    ///     if (ok)
    ///         found->count++;
    /// # }
    /// ```
    ///
    /// `{ok = 0, ok != 0}` has no solution: where `found` still is NULL, it is not accessed.
    ///
    /// ## Limits
    ///
    /// A pointer that is compared with NULL as a part of a longer condition, or at the end of a loop, and
    /// accessed later where it need not be NULL, is [doubtful](../doubts.md); so is one that keeps its NULL
    /// only if something that the function cannot see says so. What a called function returns is any value;
    /// it is reported only if the function compares it with NULL, or if nearly all
    /// [other callers](../infer.md) do.
    NullDereference {
        title: "A null pointer is dereferenced",
        finds: "accesses through NULL",
        cwe: 476,
        cert: &["EXP34-C"],
        misra: &["Dir 4.1", "Rule 1.3"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &[
                "nullPointer",
                "nullPointerDefaultArg",
                "nullPointerArithmetic",
                "ctunullpointer",
                "nullPointerOutOfMemory",
                "ctunullpointerOutOfMemory",
                "nullPointerRedundantCheck",
            ],
            gcc: &[
                "-Wanalyzer-null-dereference",
                "-Wanalyzer-possible-null-dereference",
                "-Wnull-dereference",
            ],
            clang: &["core.NullDereference", "core.NonNullParamChecker"],
        },
        detection: Detection::Search(&NullDereference),
        edges: MisuseEdges::Always(MisuseKind::NullDereference),
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: true,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| sentence!("`{}` is NULL here in a run of the program", misuse.subject),
        }),
        driver: Driver {
            reports: &["null pointer", "SEGV on unknown address 0x00000000"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for NullDereference {
    fn rule(&self) -> Rule {
        Rule::NullDereference
    }

    fn start(&self, function: &Function, id: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(id);
        if edge.inferred.is_some() {
            let place = inferred_place(function, edge)?;
            return Some(Move::To(Tracked::by(place).in_phase(Mark::Inferred.into())));
        }
        let place = match edge.action {
            Action::AllocFail { var, .. } => Some(Holder::Var(var)),
            Action::OpenFail { var, ref resource, .. } if resource.is_pointer => Some(Holder::Var(var)),
            // NULL as a default value inside a macro tells nothing about this invocation.
            Action::Assign { var, .. } if edge.expanded.is_some() && !function.cfg.var(var).is_named() => {
                None
            }
            Action::Assign { var, value } if is_null(function, value) => Some(Holder::Var(var)),
            Action::Store { pointer, value } if is_null(function, value) => stable_cell(function, pointer),
            // A macro that tests all its arguments tells nothing about this pointer.
            Action::Assume { .. } if edge.expanded.is_some() || edge.asked_by.is_some() => None,
            Action::Assume { .. } => match zero_test(function, edge) {
                Some(ZeroTest::Zero(value)) if is_pointer(function, value) => holder(function, value),
                _ => None,
            },
            _ => None,
        };
        // The reason in the phase is the number of the failed allocation if the allocation was from a
        // context, else 0.
        let phase = Phase::because(function.contexts().failure(id).unwrap_or(0));
        place.map(|place| Move::To(Tracked::by(place).in_phase(phase)))
    }

    fn step(&self, function: &Function, tracked: &Tracked, id: EdgeId) -> Move {
        let edge = function.cfg.edge(id);
        let relation = |value: ExprId| tracked.holders.relation(function, value);
        let is_held = |value: ExprId| relation(value) == Some(Relation::Exact);
        if let Action::Misuse { kind: MisuseKind::NullDereference, operand } = edge.action {
            let is_null = relation(operand).is_some();
            return if is_null { Move::Misuse { definite: true } } else { Move::Gone };
        }
        // A pointer that was made of NULL, such as `p + n`, may have another value, but leads nowhere either.
        if let Action::Deref { pointer, .. } = edge.action
            && relation(pointer) == Some(Relation::Inside)
        {
            return Move::Misuse { definite: true };
        }
        if let Some(ZeroTest::NotZero(value)) = zero_test(function, edge)
            && is_held(value)
        {
            return Move::Gone;
        }
        // A function that compares the result itself needs no other functions that do.
        if let Some(ZeroTest::Zero(value)) = zero_test(function, edge)
            && tracked.phase.has(Mark::Inferred)
            && is_held(value)
        {
            return Move::Gone;
        }
        if tracked.phase.has(Mark::Inferred) && hands_on_a_test(function, &tracked.holders, edge) {
            return Move::Gone;
        }
        if may_be_set(function, tracked, id) || has_since_succeeded(function, tracked, edge) {
            return Move::Gone;
        }
        let holders = after(function, &tracked.holders, edge);
        if holders.none_exact() { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
    }
}

/// Returns the place that holds what is inferred to be NULL after an edge.
fn inferred_place(function: &Function, edge: &Edge) -> Option<Holder> {
    match edge.action {
        Action::Learn { value, .. } => holder(function, value),
        _ => edge.assigned().map(Holder::Var),
    }
}

/// Returns whether an edge passes to a callee whether what is followed is NULL, as the checks of test frameworks do.
fn hands_on_a_test(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let (Action::Call { args, .. } | Action::LibraryCall { args, .. }) = &edge.action else { return false };
    let is_held = |value: ExprId| holders.relation(function, value) == Some(Relation::Exact);
    let mut asks = false;
    for arg in args {
        function.cfg.exprs.walk(*arg, |_, expr| {
            if let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) = expr.kind {
                asks |=
                    is_held(left) && is_null(function, right) || is_held(right) && is_null(function, left);
            }
        });
    }
    asks
}

/// Returns whether what a counterexample rests on is only inferred.
fn is_inferred(function: &Function, found: &Counterexample) -> bool {
    found.origin().is_some_and(|origin| function.cfg.edge(origin).inferred.is_some())
}

/// Returns the holders after an edge. A callee that is given no pointer seldom finds the object of a pointer
/// that only this function has, so members of the object keep their NULL.
fn after(function: &Function, holders: &Holders, edge: &Edge) -> Holders {
    let after = holders.after(function, edge);
    let Action::Call { args, .. } = &edge.action else { return after };
    if args.iter().any(|arg| leads_to_an_object(function, *arg)) {
        return after;
    }
    let is_kept = |holder: &Holder| match holder {
        Holder::Var(_) => false,
        Holder::Cell(address) => {
            let on = function.dependencies(*address);
            let is_own = |var: &VarId| {
                let known = function.cfg.var(*var);
                !known.exposed && known.kind != VarKind::Global && edge.assigned() != Some(*var)
            };
            !on.memory && !on.vars.is_empty() && on.vars.iter().all(is_own)
        }
    };
    let (exact, inside) = after.parts();
    let mut kept: Vec<Holder> = holders.exact().iter().copied().filter(is_kept).collect();
    kept.extend(exact);
    kept.sort_unstable();
    kept.dedup();
    Holders::from_parts(kept, inside.to_vec())
}

/// Returns whether an argument is a pointer to an object of the program, and not NULL or a string.
fn leads_to_an_object(function: &Function, arg: ExprId) -> bool {
    let plain = function.cfg.expr(function.cfg.exprs.strip_casts(arg));
    let is_string = matches!(plain.kind, ExprKind::Address(ref name) if name.starts_with('"'));
    !matches!(plain.ty, Type::Int(_) | Type::Float(_)) && plain.kind != ExprKind::Const(0) && !is_string
}

/// Returns whether an edge passes the address of a variable that holds the value to a callee, which may store
/// another value there, and no test in the caller shows whether the callee did so.
fn may_be_set(function: &Function, tracked: &Tracked, id: EdgeId) -> bool {
    let edge = function.cfg.edge(id);
    let is_call = matches!(edge.action, Action::Call { .. } | Action::LibraryCall { .. });
    is_call
        && edge.inside.is_some()
        && function.addresses(id).iter().any(|var| tracked.holders.has(Holder::Var(*var)))
}

/// Returns whether an edge assumes that a later allocation from the same context succeeded. Then the earlier
/// one succeeded as well.
fn has_since_succeeded(function: &Function, tracked: &Tracked, edge: &Edge) -> bool {
    if tracked.phase.reason() == 0 {
        return false;
    }
    let given = match (&edge.action, zero_test(function, edge)) {
        (Action::Alloc { var, .. }, _) => Some(*var),
        (_, Some(ZeroTest::NotZero(value))) => {
            match function.cfg.expr(strip_pointer_casts(function, value)).kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            }
        }
        _ => None,
    };
    given.is_some_and(|var| function.contexts().is_later_result(tracked.phase.reason(), var))
}

/// Returns whether a condition tests only parameters of a function that only this file calls. Comparing such
/// a parameter with NULL is a habit, and no evidence that a caller passes NULL.
fn is_given(function: &Function, cond: ExprId) -> bool {
    let asked = function.dependencies(cond);
    let is_param = |var: &VarId| function.cfg.var(*var).kind == VarKind::Param;
    function.cfg.is_internal && !asked.memory && !asked.vars.is_empty() && asked.vars.iter().all(is_param)
}

/// Returns whether the test that finds a pointer NULL ends a loop. A loop that looks for an element which the
/// program uses afterwards expects to find it.
fn leaves_a_loop(function: &Function, found: &Counterexample) -> bool {
    let Some(origin) = found.origin().map(|origin| function.cfg.edge(origin)) else { return false };
    let loops = loops(function.cfg, &function.cfg.reverse_postorder());
    loops.iter().any(|one| one.body.contains(origin.from.index()) && !one.body.contains(origin.to.index()))
}

/// Returns whether every path to the access goes through the test that finds the pointer NULL. If another
/// path reaches the access with a pointer that is not NULL, decisions between may depend on the pointer.
fn is_only_way(function: &Function, found: &Counterexample) -> bool {
    let cfg = function.cfg;
    let other_ways = cfg.leading_to([cfg.edge(found.misuse()).from], |edge| Some(edge) != found.origin());
    !other_ways.contains(cfg.entry.index())
}

/// Returns whether the test that finds the pointer NULL is one of several in a condition with `&&` or `||`.
/// Such tests are often made out of caution.
fn is_part(function: &Function, found: &Counterexample) -> bool {
    found.origin().is_some_and(|origin| function.cfg.parts.contains(origin.index()))
}

fn is_pointer(function: &Function, value: ExprId) -> bool {
    function.cfg.expr(value).ty == Type::Pointer
}

fn is_null(function: &Function, value: ExprId) -> bool {
    is_pointer(function, value)
        && function.cfg.expr(function.cfg.exprs.strip_casts(value)).kind == ExprKind::Const(0)
}

fn stable_cell(function: &Function, pointer: ExprId) -> Option<Holder> {
    crate::model::is_stable_address(function, pointer).then_some(Holder::Cell(pointer))
}

impl Check for NullDereference {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyMisuse(Rule::NullDereference, MisuseKind::NullDereference)
    }

    /// Returns which decisions make a counterexample doubtful. No decision does if an allocation fails,
    /// because the failure is independent of decisions. A pointer that starts as NULL usually gets its value
    /// on the paths that use it.
    fn decisions(&self, function: &Function, found: &Counterexample) -> Decisions {
        let inferred = found.origin().and_then(|origin| function.cfg.edge(origin).inferred.as_ref());
        if inferred.is_some_and(|inferred| inferred.is_failure) {
            return Decisions::Certain;
        }
        match (found.start, found.origin().map(|origin| &function.cfg.edge(origin).action)) {
            (_, Some(Action::AllocFail { .. } | Action::OpenFail { .. })) | (None, _) => Decisions::Certain,
            (_, Some(Action::Assume { cond, .. })) if is_given(function, *cond) => Decisions::Unfounded,
            (_, Some(Action::Assume { .. })) if leaves_a_loop(function, found) => Decisions::Unfounded,
            (Some(start), Some(Action::Assume { .. })) if is_only_way(function, found) => {
                Decisions::After(start)
            }
            (_, Some(Action::Assume { .. })) if is_part(function, found) => Decisions::Unfounded,
            (Some(start), Some(Action::Assume { .. })) => Decisions::AfterAny(start),
            (Some(start), _) => Decisions::AfterForeign(start),
        }
    }

    /// A test that finds the pointer NULL usually decides with others what happens afterwards. Only a search
    /// of all paths shows that they allow the access.
    fn is_kept_when_stopped(&self, function: &Function, found: &Counterexample) -> bool {
        let origin = found.origin().map(|origin| &function.cfg.edge(origin).action);
        let is_weak = matches!(origin, Some(Action::Assume { .. })) || is_inferred(function, found);
        !is_weak || super::is_straight(function, found)
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        match function.cfg.edge(found.misuse()).action {
            Action::Misuse { operand, .. } => expr_text(function.cfg, strip_pointer_casts(function, operand)),
            _ => "the pointer".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let pointer = self.subject(function, found);
        let Some(origin) = found.origin() else { return sentence!("`{}` is NULL here", pointer) };
        let line = line(function, origin);
        if let Some(inferred) = &function.cfg.edge(origin).inferred {
            let (callee, evidence) = (&inferred.callee, &inferred.evidence);
            return sentence!(
                "`{}` is NULL here if `{}` on line {} returns NULL, inferred: {}",
                pointer,
                callee,
                line,
                evidence
            );
        }
        match &function.cfg.edge(origin).action {
            Action::AllocFail { callee, .. } | Action::OpenFail { callee, .. } => {
                sentence!("`{}` is NULL here if `{}` on line {} fails", pointer, callee, line)
            }
            Action::Assume { .. } => {
                sentence!("`{}` is NULL here: line {} finds it NULL", pointer, line)
            }
            _ => sentence!("`{}` is NULL here: line {} set it to NULL", pointer, line),
        }
    }
}
