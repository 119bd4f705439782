//! Suspects: loops whose shape does not show that they end.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::text::Span;
use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, Type, UnaryOp, VarId};
use csieve_modelcheck::model::Function;

use super::concern::{asked, is_own};

/// A loop whose shape does not show that it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The first condition that was written in the source to end the loop.
    pub condition: Span,
}

/// The width in bits below which a counter may wrap before it reaches a bound of a wider type.
const NARROW: u8 = 32;

/// Returns whether a loop is a suspect. A loop is no suspect if every round tests a variable that moves
/// towards a bound, or that gets a new value from memory or from a call. In the latter case the inputs decide
/// whether the loop ends.
pub fn is_suspect(function: &Function, one: &Loop, exits: &[EdgeId]) -> bool {
    let cfg = function.cfg;
    let mut writes: FxHashMap<VarId, Vec<EdgeId>> = FxHashMap::default();
    // The variables that are copied to each variable, each with its place among all copies.
    let mut copies: FxHashMap<VarId, Vec<(usize, VarId)>> = FxHashMap::default();
    let mut count = 0;
    for &id in one.edges(cfg) {
        let edge = cfg.edge(id);
        let Some(var) = edge.assigned() else { continue };
        writes.entry(var).or_default().push(id);
        if let Action::Assign { value, .. } = edge.action
            && let ExprKind::Var(of) = cfg.expr(cfg.exprs.strip_casts(value)).kind
        {
            copies.entry(var).or_default().push((count, of));
            count += 1;
        }
    }
    let mut moves: FxHashMap<VarId, Moves> = FxHashMap::default();
    !exits.iter().any(|exit| {
        let Some(cond) = asked(cfg, *exit) else { return false };
        if !one.always_passes(cfg, cfg.edge(*exit).from) {
            return false;
        }
        let vars = with_copied(&function.dependencies(cond).vars, &copies);
        let mut moves_to_bound = |var: VarId| {
            let of_var = || Moves::of(function, one, var, writes.get(&var).map_or(&[], Vec::as_slice));
            match moves.entry(var).or_insert_with(of_var) {
                Moves::Unknown => false,
                Moves::Unforeseen => true,
                Moves::OneWay(distances) => reaches(cfg, var, cond, distances),
            }
        };
        vars.iter().any(|var| moves_to_bound(*var))
    })
}

/// Returns variables with those that are copied to them, as `while (n--)` tests a copy of `n`. Of copies of copies,
/// only those count that come later in the text.
fn with_copied(vars: &[VarId], copies: &FxHashMap<VarId, Vec<(usize, VarId)>>) -> Vec<VarId> {
    let mut all = vars.to_vec();
    let mut seen: FxHashSet<VarId> = vars.iter().copied().collect();
    let of = |var: VarId| copies.get(&var).into_iter().flatten().copied();
    let mut open: BTreeSet<(usize, VarId)> = vars.iter().flat_map(|var| of(*var)).collect();
    while let Some((place, var)) = open.pop_first() {
        if seen.insert(var) {
            all.push(var);
            open.extend(of(var).filter(|(later, _)| *later > place));
        }
    }
    all
}

/// How every round changes a variable.
enum Moves {
    /// Nothing is known of that.
    Unknown,
    /// It gets a value that is known only when the program runs.
    Unforeseen,
    /// It moves in one direction, by these distances.
    OneWay(Vec<Option<i128>>),
}

impl Moves {
    /// Returns how a loop changes a variable on the edges that write it.
    fn of(function: &Function, one: &Loop, var: VarId, writes: &[EdgeId]) -> Self {
        let cfg = function.cfg;
        let is_passed = |id: &EdgeId| one.always_passes(cfg, cfg.edge(*id).to);
        if !is_own(cfg, var) || !writes.iter().any(is_passed) {
            return Self::Unknown;
        }
        if writes.iter().any(|id| is_passed(id) && is_unforeseen(function, *id)) {
            return Self::Unforeseen;
        }
        let distances: Vec<Option<i128>> = writes.iter().map(|id| distance(cfg, *id)).collect();
        let is_one_way = distances.iter().all(|one| one.is_some_and(|one| one > 0))
            || distances.iter().all(|one| one.is_some_and(|one| one < 0));
        if is_one_way { Self::OneWay(distances) } else { Self::Unknown }
    }
}

/// Returns whether an edge assigns a value that is known only when the program runs: from memory, from a
/// call, or unknown.
fn is_unforeseen(function: &Function, id: EdgeId) -> bool {
    match function.cfg.edge(id).action {
        Action::Assign { value, .. } => {
            let on = function.dependencies(value);
            on.memory || on.unstable
        }
        Action::Declare(_) => false,
        _ => true,
    }
}

/// Returns the constant that an edge adds to the variable that it assigns. `None` if it does something else.
pub(super) fn distance(cfg: &Cfg, id: EdgeId) -> Option<i128> {
    let Action::Assign { var, value } = cfg.edge(id).action else { return None };
    let number = |id: ExprId| match cfg.expr(cfg.exprs.strip_casts(id)).kind {
        ExprKind::Const(number) => Some(number),
        ExprKind::Unary(UnaryOp::Neg, inner) => match cfg.expr(cfg.exprs.strip_casts(inner)).kind {
            ExprKind::Const(number) => Some(-number),
            _ => None,
        },
        _ => None,
    };
    let is_var = |id: ExprId| cfg.expr(cfg.exprs.strip_casts(id)).kind == ExprKind::Var(var);
    match cfg.expr(cfg.exprs.strip_casts(value)).kind {
        ExprKind::Binary(BinaryOp::Add, a, b) if is_var(a) => number(b),
        ExprKind::Binary(BinaryOp::Sub, a, b) if is_var(a) => number(b).map(|by| -by),
        ExprKind::Inside { base, index: Some(index), .. } if is_var(base) => number(index),
        _ => None,
    }
}

/// Returns whether a variable to which the rounds add these constants reaches the bound of a condition. A
/// variable whose type cannot wrap always does, unless it may step over a value that is tested for equality.
fn reaches(cfg: &Cfg, var: VarId, cond: ExprId, distances: &[Option<i128>]) -> bool {
    let Type::Int(int) = cfg.var(var).ty else { return true };
    let is_narrow = |id: ExprId| match cfg.expr(cfg.exprs.strip_casts(id)).ty {
        Type::Int(own) => own.bits < NARROW || matches!(cfg.expr(id).kind, ExprKind::Const(_)),
        _ => false,
    };
    match cfg.expr(cond).kind {
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, ..) => {
            distances.iter().all(|one| one.is_some_and(|one| one.abs() == 1))
        }
        ExprKind::Binary(op, a, b) if op.is_comparison() && int.bits < NARROW => is_narrow(a) && is_narrow(b),
        _ => true,
    }
}
