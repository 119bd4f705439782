use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{
    Action, BinaryOp, EdgeId, ExprId, ExprKind, MisuseKind, Type, UnaryOp, VarId, VarKind, expr_text,
};

use crate::model::{
    Counterexample, Function, Holder, Mark, Move, Phase, Property, Tracked, ZeroTest, holder,
    is_stable_address, zero_test,
};

use super::{Check, Decisions, Rule, any_reason::AnyMisuse, line};

declare! {
    /// ## What it does
    ///
    /// Finds integer divisions and remainders whose divisor can be 0. The function itself must say so: it
    /// sets the divisor to 0, or compares it with 0 and goes on where it is 0. Dividing by a bare parameter
    /// is no finding, nor by a sum or a quotient without any sign that it can be 0, nor by the number
    /// of rounds of a loop that counts them all. A 0 that is one side of `c ? 0 : n` where `c` asks for
    /// what the function cannot see is [doubtful](../doubts.md). A search that had to be stopped is a
    /// finding only if the division follows on the cause without a test between them.
    ///
    /// ## Why is this bad
    ///
    /// Dividing an integer by zero is undefined. On most processors the program is killed.
    ///
    /// ## Example
    ///
    /// ```c
    /// # struct item { struct item *next; int wanted; };
    /// # int example(struct item *first, int total)
    /// # {
    ///     int count = 0;
    ///     for (struct item *i = first; i; i = i->next)
    ///         if (i->wanted)
    ///             count++;
    ///     return total / count;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # int example(int n, int total)
    /// # {
    ///     int step = 0;
    ///     if (n > 10)
    ///         step = 4;
    ///     return n > 20 ? total / step : 0;
    /// # }
    /// ```
    ///
    /// The path on which `step` stays 0 does not get past the test: `{n <= 10, n > 20}` has no solution.
    ///
    /// ## Limits
    ///
    /// Relations between several variables are followed only as sums and differences that a condition
    /// names, as sums of variables that are set to 0 one by one, and as products that are assigned: `bytes =
    /// count * size` is 0 where `size` is. A test of `n` says nothing about `n >> 3` or `n / 10`.
    DivisionByZero {
        title: "A division or remainder by zero",
        finds: "divisions by zero",
        cwe: 369,
        cert: &["INT33-C"],
        misra: &["Dir 4.1"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["zerodiv", "zerodivcond"],
            gcc: &["-Wanalyzer-tainted-divisor", "-Wdiv-by-zero"],
            clang: &["core.DivideZero"],
        },
        detection: Detection::Search(&DivisionByZero),
        edges: MisuseEdges::Always(MisuseKind::DivisionByZero),
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| sentence!("the divisor `{}` is 0 here in a run of the program", misuse.subject),
        }),
        driver: Driver {
            reports: &["division by zero", "FPE on unknown address"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for DivisionByZero {
    fn rule(&self) -> Rule {
        Rule::DivisionByZero
    }

    fn start(&self, function: &Function, id: EdgeId) -> Option<Move> {
        if let Some(place) = function.divisor_from_outside(id) {
            return Some(Move::To(Tracked::by(place)));
        }
        let edge = function.cfg.edge(id);
        match edge.action {
            // A constant needs no reason: `10 / 0`.
            Action::Misuse { kind: MisuseKind::DivisionByZero, operand } if is_zero(function, operand) => {
                Some(Move::Misuse { definite: true })
            }
            Action::Assign { var, value } => {
                let phase = assigned_phase(function, value)?;
                Some(Move::To(Tracked::by(Holder::Var(var)).in_phase(phase)))
            }
            Action::Store { pointer, value } if is_zero(function, value) => {
                is_stable_address(function, pointer).then(|| Move::To(Tracked::by(Holder::Cell(pointer))))
            }
            // What a macro or a library function tests tells nothing about this value.
            Action::Assume { .. } if edge.asked_by.is_some() => None,
            _ => {
                let value = match zero_test(function, edge)? {
                    ZeroTest::Zero(value) => value,
                    ZeroTest::MaybeZero(value) if is_counter(function, value) => value,
                    // A test of the whole value says nothing about a part of it.
                    ZeroTest::NotZero(value) => {
                        let place = holder(function, value).filter(|_| has_divided_part(function, value))?;
                        return Some(Move::To(Tracked::by(place).in_phase(Mark::NotZero.into())));
                    }
                    ZeroTest::MaybeZero(_) => return None,
                };
                holder(function, value).map(|place| Move::To(Tracked::by(place)))
            }
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        if let Action::Misuse { kind: MisuseKind::DivisionByZero, operand } = edge.action {
            let is_zero = !tracked.phase.has(Mark::NotZero);
            let is_meant =
                is_zero && is_zero_with(function, tracked, operand) || is_known(function, tracked, operand);
            return if is_meant { Move::Misuse { definite: true } } else { Move::Gone };
        }
        if let Some(ZeroTest::NotZero(value)) = zero_test(function, edge)
            && holder(function, value).is_some_and(|place| tracked.holders.has(place))
            && !tracked.phase.has(Mark::NotZero)
        {
            return Move::To(tracked.clone().in_phase(Mark::NotZero.into()));
        }
        let holders = tracked.holders.after(function, edge);
        if holders.none_exact() { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
    }
}

/// Returns the phase in which a variable is followed after it is assigned this value. `None` if the value is
/// no reason to expect a divisor of 0.
fn assigned_phase(function: &Function, value: ExprId) -> Option<Phase> {
    match function.cfg.expr(function.cfg.exprs.strip_casts(value)).kind {
        ExprKind::Const(0) => Some(Phase::default()),
        ExprKind::Const(_) => Some(Mark::NotZero.into()),
        // A mask or a remainder of a parameter is 0 for many values of the parameter.
        ExprKind::Binary(BinaryOp::BitAnd | BinaryOp::Rem, a, b) => {
            let is_const = |side| {
                matches!(function.cfg.expr(function.cfg.exprs.strip_casts(side)).kind, ExprKind::Const(_))
            };
            let is_param = |side| match function.cfg.expr(function.cfg.exprs.strip_casts(side)).kind {
                ExprKind::Var(var) => function.cfg.var(var).kind == VarKind::Param,
                _ => false,
            };
            let keeps_all = |mask| keeps_all(function, value, mask);
            let is_part = |part, mask| is_param(part) && is_const(mask) && !keeps_all(mask);
            (is_part(a, b) || is_part(b, a)).then(Phase::default)
        }
        _ => None,
    }
}

/// Returns whether a mask has all bits of the type of the masked value, so that the mask clears no bit.
fn keeps_all(function: &Function, value: ExprId, mask: ExprId) -> bool {
    let cfg = function.cfg;
    let (value, mask) = (cfg.exprs.strip_casts(value), cfg.exprs.strip_casts(mask));
    match (&cfg.expr(value).kind, cfg.expr(value).ty, &cfg.expr(mask).kind) {
        (ExprKind::Binary(BinaryOp::BitAnd, ..), Type::Int(ty), ExprKind::Const(ones)) => {
            *ones == -1 || ty.min() == 0 && *ones == ty.max()
        }
        _ => false,
    }
}

/// Returns whether the followed 0 is one side of a conditional expression whose condition the function cannot
/// see, or the result of a callee that counts the rounds of a loop. Nothing in the function says that such a
/// 0 occurs here, unless the function tests the same condition again.
fn is_one_side(function: &Function, found: &Counterexample) -> bool {
    let cfg = function.cfg;
    let Some(start) = found.start else { return false };
    let origin = cfg.edge(found.word[start]);
    let Action::Assign { var, .. } = origin.action else { return false };
    if let Some(inside) = &origin.inside {
        return inside.when.counted;
    }
    if cfg.var(var).kind != VarKind::Temp {
        return false;
    }
    let mut before = found.word[..start].iter().rev().map(|edge| &cfg.edge(*edge).action);
    let Some(Action::Assume { cond, .. }) = before.find(|action| **action != Action::Skip) else {
        return false;
    };
    let question = *cond;
    let on = function.dependencies(question);
    let is_global = |var: &VarId| cfg.var(*var).kind == VarKind::Global;
    let is_again =
        |edge: &EdgeId| matches!(cfg.edge(*edge).action, Action::Assume { cond, .. } if cond == question);
    (on.memory || on.vars.iter().any(is_global))
        && found.word.iter().filter(|edge| is_again(edge)).count() == 1
}

/// Returns whether a divisor is 0 if the followed value is 0: the divisor is that value, a multiple of it, or
/// a part of it such as `x & 3`.
fn is_zero_with(function: &Function, tracked: &Tracked, divisor: ExprId) -> bool {
    let mut pending = vec![divisor];
    while let Some(expr) = pending.pop() {
        let expr = function.cfg.exprs.strip_casts(expr);
        if holder(function, expr).is_some_and(|place| tracked.holders.has(place)) {
            return true;
        }
        match function.cfg.expr(expr).kind {
            ExprKind::Seen(inner, _) | ExprKind::Unary(UnaryOp::Neg, inner) => pending.push(inner),
            ExprKind::Binary(BinaryOp::Mul | BinaryOp::BitAnd, a, b) => pending.extend([a, b]),
            // A sum is 0 if its parts are. The path says what the other part is.
            ExprKind::Binary(BinaryOp::Add | BinaryOp::BitOr, a, b) if is_set_to_zero(function, a) => {
                pending.push(b);
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::BitOr, a, b) if is_set_to_zero(function, b) => {
                pending.push(a);
            }
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr, a, _) => {
                pending.push(a);
            }
            _ => {}
        }
    }
    false
}

/// Returns whether an expression is a variable that the function sets to 0 somewhere.
fn is_set_to_zero(function: &Function, expr: ExprId) -> bool {
    let Some(Holder::Var(var)) = holder(function, function.cfg.exprs.strip_casts(expr)) else { return false };
    function.cfg.edges.iter().any(|edge| match edge.action {
        Action::Assign { var: assigned, value } => assigned == var && is_zero(function, value),
        _ => false,
    })
}

/// Returns whether the function divides by a part of a variable: by `x >> 3` or `x / 10`.
fn has_divided_part(function: &Function, value: ExprId) -> bool {
    let cfg = function.cfg;
    let plain = |expr| cfg.exprs.strip_casts(expr);
    function.divisors().iter().any(|divisor| match cfg.expr(plain(*divisor)).kind {
        ExprKind::Binary(BinaryOp::Shr | BinaryOp::Div, a, b) => {
            plain(a) == plain(value) && matches!(cfg.expr(plain(b)).kind, ExprKind::Const(_))
        }
        _ => false,
    })
}

/// Returns whether a divisor is computed from the followed value and from nothing else.
fn is_known(function: &Function, tracked: &Tracked, divisor: ExprId) -> bool {
    let on = function.dependencies(divisor);
    let is_own = |var: &VarId| tracked.holders.has(Holder::Var(*var));
    !on.memory
        && !on.unstable
        && !on.vars.is_empty()
        && on.vars.iter().all(is_own)
        && holder(function, function.cfg.exprs.strip_casts(divisor)).is_none()
}

/// Returns whether a value is a counter: a variable that constants are added to or subtracted from. A counter
/// goes as far as a test like `x >= 0` lets it, so the test is a reason to expect 0.
fn is_counter(function: &Function, value: ExprId) -> bool {
    let Some(Holder::Var(var)) = holder(function, value) else { return false };
    function.cfg.edges.iter().any(|edge| match edge.action {
        Action::Assign { var: assigned, value } if assigned == var => {
            match function.cfg.expr(function.cfg.exprs.strip_casts(value)).kind {
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                    let plain = |expr| &function.cfg.expr(function.cfg.exprs.strip_casts(expr)).kind;
                    *plain(a) == ExprKind::Var(var) && matches!(plain(b), ExprKind::Const(_))
                }
                _ => false,
            }
        }
        _ => false,
    })
}

fn is_zero(function: &Function, value: ExprId) -> bool {
    let value = function.cfg.exprs.strip_casts(value);
    matches!(function.cfg.expr(value).kind, ExprKind::Const(0))
}

impl Check for DivisionByZero {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyMisuse(Rule::DivisionByZero, MisuseKind::DivisionByZero)
    }

    fn decisions(&self, function: &Function, found: &Counterexample) -> Decisions {
        if is_one_side(function, found) { Decisions::Unfounded } else { Decisions::Certain }
    }

    fn is_kept_when_stopped(&self, function: &Function, found: &Counterexample) -> bool {
        super::is_straight(function, found)
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        match function.cfg.edge(found.misuse()).action {
            Action::Misuse { operand, .. } => expr_text(function.cfg, operand),
            _ => "the divisor".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let divisor = match self.subject(function, found) {
            // What has no words of its own is not named.
            unknown if unknown.contains("any value") => "the divisor".to_owned(),
            divisor => format!("the divisor `{divisor}`"),
        };
        let Some(origin) = found.origin() else {
            return sentence!("{} can be 0 here", divisor);
        };
        let line = line(function, origin);
        match &function.cfg.edge(origin).action {
            Action::Assign { var, value } => {
                let (name, value) = (&function.cfg.var(*var).name, expr_text(function.cfg, *value));
                sentence!("{} can be 0 here: line {} sets `{}` to `{}`", divisor, line, name, value)
            }
            Action::Store { .. } => {
                sentence!("{} can be 0 here: line {} sets it to 0", divisor, line)
            }
            Action::LibraryCall { callee, .. } => sentence!(
                "{} can be 0 here: line {} gets the value from `{}`, and nothing checks it",
                divisor,
                line,
                callee
            ),
            _ => sentence!("{} can be 0 here: line {} goes on although it may be 0", divisor, line),
        }
    }
}
