//! What edges do to relations.

use rustc_hash::FxHashMap;

use crate::{
    bitwise::width,
    cfg::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, UnaryOp},
    refute::{
        PathProgram,
        bits::{Place, writes},
    },
    relations::{Constraint, Domain, Linear},
};

use super::super::{cone::Cone, predicate::place_type};

/// Most places that are followed: polyhedra cost much more with each.
const MOST: usize = 8;

/// How deep expressions are read.
const DEPTH: u32 = 12;

/// The places that relations are looked for between, each a dimension.
pub struct Dimensions {
    /// Indexed by dimension.
    pub places: Vec<Place>,
    index: FxHashMap<Place, u32>,
}

impl Dimensions {
    /// The places that the end of a path depends on, as far as they are integers or pointers, the nearest first.
    pub fn of(path: &PathProgram) -> Self {
        let cfg = path.function.cfg;
        let is_followed = |place: &Place| width(place_type(cfg, *place)).is_some();
        let places: Vec<Place> = Cone::of(path, MOST).places.into_iter().filter(is_followed).collect();
        let index = places.iter().enumerate().map(|(at, place)| (*place, at as u32)).collect();
        Self { places, index }
    }

    /// Takes an edge.
    pub fn take<D: Domain>(&self, path: &PathProgram, edge: EdgeId, state: &mut D) {
        let cfg = path.function.cfg;
        match &cfg.edge(edge).action {
            Action::Assume { cond, holds } => self.assume(cfg, *cond, *holds, state),
            Action::Misuse { kind, operand } => self.assume(cfg, *operand, kind.is_condition(), state),
            Action::Assign { var, value } => {
                let value = self.linear(cfg, *value, DEPTH);
                self.forget(path, edge, Some(Place::Var(*var)), state);
                if let Some(&at) = self.index.get(&Place::Var(*var)) {
                    match value {
                        Some(value) => state.assign(at, &value),
                        None => state.forget(at),
                    }
                }
            }
            Action::Learn { value, low, high } => {
                if let Some(value) = self.linear(cfg, *value, DEPTH) {
                    state.meet(&Constraint::at_most(&Linear::constant(*low), &value));
                    state.meet(&Constraint::at_most(&value, &Linear::constant(*high)));
                }
            }
            _ => self.forget(path, edge, None, state),
        }
    }

    /// Forgets what an edge writes, but for one place.
    fn forget<D: Domain>(&self, path: &PathProgram, edge: EdgeId, but: Option<Place>, state: &mut D) {
        let edge = path.function.cfg.edge(edge);
        for (at, place) in self.places.iter().enumerate() {
            if Some(*place) != but && writes(path.function, edge, *place) {
                state.forget(at as u32);
            }
        }
    }

    fn assume<D: Domain>(&self, cfg: &Cfg, cond: ExprId, holds: bool, state: &mut D) {
        match cfg.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.assume(cfg, inner, !holds, state),
            ExprKind::Seen(inner, _) => self.assume(cfg, inner, holds, state),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (Some(a), Some(b)) = (self.linear(cfg, a, DEPTH), self.linear(cfg, b, DEPTH)) else {
                    return;
                };
                for constraint in compared(if holds { op } else { op.negated() }, &a, &b, state) {
                    state.meet(&constraint);
                }
            }
            _ => {
                if let Some(value) = self.linear(cfg, cond, DEPTH) {
                    let op = if holds { BinaryOp::Ne } else { BinaryOp::Eq };
                    for constraint in compared(op, &value, &Linear::constant(0), state) {
                        state.meet(&constraint);
                    }
                }
            }
        }
    }

    /// An expression as a sum of places, if it is one when nothing wraps.
    fn linear(&self, cfg: &Cfg, expr: ExprId, depth: u32) -> Option<Linear> {
        if let Some(&at) = self.index.get(&place(cfg, expr)) {
            return Some(Linear::variable(at));
        }
        let depth = depth.checked_sub(1)?;
        let below = |inner: ExprId| self.linear(cfg, inner, depth);
        match cfg.expr(expr).kind {
            ExprKind::Const(value) => Some(Linear::constant(value)),
            ExprKind::Cast(inner) | ExprKind::Seen(inner, _) => below(inner),
            ExprKind::Unary(UnaryOp::Neg, inner) => Some(-&below(inner)?),
            ExprKind::Binary(BinaryOp::Add, a, b) => Some(&below(a)? + &below(b)?),
            ExprKind::Binary(BinaryOp::Sub, a, b) => Some(&below(a)? - &below(b)?),
            ExprKind::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (below(a)?, below(b)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) => Some(b.scale(factor)),
                    (_, Some(factor)) => Some(a.scale(factor)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// What a comparison says, as far as it is convex; `!=` only where one side is excluded already.
fn compared<D: Domain>(op: BinaryOp, a: &Linear, b: &Linear, state: &D) -> Vec<Constraint> {
    let one = Linear::constant(1);
    match op {
        BinaryOp::Eq => vec![Constraint::equal(a, b)],
        BinaryOp::Le => vec![Constraint::at_most(a, b)],
        BinaryOp::Ge => vec![Constraint::at_most(b, a)],
        BinaryOp::Lt => vec![Constraint::at_most(&(a + &one), b)],
        BinaryOp::Gt => vec![Constraint::at_most(&(b + &one), a)],
        BinaryOp::Ne if state.entails(&Constraint::at_most(a, b)) => compared(BinaryOp::Lt, a, b, state),
        BinaryOp::Ne if state.entails(&Constraint::at_most(b, a)) => compared(BinaryOp::Gt, a, b, state),
        _ => Vec::new(),
    }
}

/// The place that an expression reads, if it reads one.
fn place(cfg: &Cfg, expr: ExprId) -> Place {
    match cfg.expr(expr).kind {
        ExprKind::Var(var) => Place::Var(var),
        _ => Place::Value(expr),
    }
}
