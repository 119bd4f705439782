//! Translates edges of the graph into statements over linear sums, as the relational domains interpret them.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_domains::{
    bitwise::width,
    relations::{Constraint, Linear, Statement, Transition, Transitions},
};
use csieve_graph::{Assigns, BinaryOp, Cfg, Comparator, EdgeId, ExprId, ExprKind, Tests, UnaryOp};

use crate::{
    CounterexamplePath,
    bits::{SymbolSubject, writes},
    fold::PathProgram,
};

use super::super::{
    cone::Cone,
    linear::{combined, is_linear},
    predicate::place_type,
};

/// The largest number of places that become dimensions. The cost of polyhedra grows fast with the number of
/// dimensions.
const MOST: usize = 8;

/// The largest number of dimensions if a path program has edges that the path does not take. Places that occur
/// only on these edges need dimensions too.
const MOST_OF_PROGRAM: usize = 12;

/// The greatest depth of nested operators to which an expression is read.
const DEPTH: u32 = 12;

/// The places between which relations are sought. Each is one dimension.
pub(super) struct Dimensions {
    /// The places, indexed by dimension.
    pub places: Vec<SymbolSubject>,
    index: FxHashMap<SymbolSubject, u32>,
}

impl Dimensions {
    /// Returns the places on which the end of a path depends, those nearest to the end first. Only integers
    /// and pointers are followed.
    pub(super) fn of(path: &CounterexamplePath) -> Self {
        Self::among(path, Cone::with_control(path, MOST))
    }

    /// Returns the places on which the end of a path depends through all edges of a path program. `None` if
    /// that adds no place, or if the path takes all these edges itself.
    pub(super) fn of_program(path: &CounterexamplePath, folded: &PathProgram) -> Option<Self> {
        let taken: FxHashSet<EdgeId> = path.word.iter().copied().collect();
        let edges: Vec<EdgeId> = folded.ways.iter().map(|way| way.edge).collect();
        if edges.iter().all(|edge| taken.contains(edge)) {
            return None;
        }
        let mut cone = Cone::with_control(path, MOST);
        cone.close(path, &edges, MOST_OF_PROGRAM);
        let all = Self::among(path, cone);
        (all.places.len() > Self::of(path).places.len()).then_some(all)
    }

    fn among(path: &CounterexamplePath, cone: Cone) -> Self {
        let cfg = path.function.cfg;
        let is_followed = |place: &SymbolSubject| width(place_type(cfg, *place)).is_some();
        let places: Vec<SymbolSubject> = cone.places.into_iter().filter(is_followed).collect();
        let index = places.iter().enumerate().map(|(at, place)| (*place, at as u32)).collect();
        Self { places, index }
    }

    /// Translates a path program into statements over these places. Integers have no bounds, and conversions
    /// change nothing.
    pub(super) fn system(&self, path: &CounterexamplePath, folded: &PathProgram) -> Transitions {
        let ways = folded.ways.iter();
        Transitions {
            dimensions: self.places.len(),
            ways: ways
                .map(|way| Transition {
                    from: way.from,
                    to: way.to,
                    statements: self.statements(path, way.edge),
                })
                .collect(),
            order: folded.order.clone(),
            heads: folded.heads.clone(),
            end: folded.end(),
            last: self.statements(path, folded.last),
        }
        .with_sides_of_end()
        .forgetting_dead()
    }

    /// Returns the statements that describe the effect of an edge on the places that are dimensions.
    fn statements(&self, path: &CounterexamplePath, edge: EdgeId) -> Vec<Statement> {
        let cfg = path.function.cfg;
        let effects = cfg.edge(edge).effects();
        if let Assigns::Value { var, value } = effects.assigns {
            let mut statements = self.forgotten(path, edge, Some(SymbolSubject::Var(var)));
            if let Some(&at) = self.index.get(&SymbolSubject::Var(var)) {
                let value = self.linear(cfg, value, DEPTH);
                statements.push(value.map_or(Statement::Forget(at), |value| Statement::Assign(at, value)));
            }
            return statements;
        }
        match effects.tests {
            Tests::Condition { cond, holds } => self.assumed(cfg, cond, holds),
            Tests::Misuse { kind, operand } => self.assumed(cfg, operand, kind.is_condition()),
            Tests::Within { value, low, high } => {
                let Some(value) = self.linear(cfg, value, DEPTH) else { return Vec::new() };
                let low = Constraint::at_most(&Linear::constant(low), &value);
                let high = Constraint::at_most(&value, &Linear::constant(high));
                vec![Statement::Assume(low), Statement::Assume(high)]
            }
            Tests::Nothing | Tests::Pointer { .. } | Tests::Handle { .. } | Tests::NoneOf { .. } => {
                self.forgotten(path, edge, None)
            }
        }
    }

    /// Returns the statements that forget all places that an edge may write, except `but`.
    fn forgotten(
        &self,
        path: &CounterexamplePath,
        edge: EdgeId,
        but: Option<SymbolSubject>,
    ) -> Vec<Statement> {
        let edge = path.function.cfg.edge(edge);
        let is_over = |place: SymbolSubject| Some(place) != but && writes(path.function, edge, place);
        let over = self.places.iter().zip(0..).filter(|(place, _)| is_over(**place));
        over.map(|(_, at)| Statement::Forget(at)).collect()
    }

    fn assumed(&self, cfg: &Cfg, cond: ExprId, holds: bool) -> Vec<Statement> {
        let (mut cond, mut holds) = (cond, holds);
        while let ExprKind::Unary(UnaryOp::Not, inner) | ExprKind::Seen(inner, _) = cfg.expr(cond).kind {
            holds ^= matches!(cfg.expr(cond).kind, ExprKind::Unary(..));
            cond = inner;
        }
        let (op, a, b) = match cfg.expr(cond).kind.as_comparison() {
            Some((op, a, b)) => (op, self.linear(cfg, a, DEPTH), self.linear(cfg, b, DEPTH)),
            None => (BinaryOp::Ne, self.linear(cfg, cond, DEPTH), Some(Linear::constant(0))),
        };
        let (Some(a), Some(b)) = (a, b) else { return Vec::new() };
        compared(if holds { op } else { op.negated() }, &a, &b).into_iter().collect()
    }

    /// Reads an expression as a linear sum of places, as if nothing wraps. `None` if it is no such sum.
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
            ExprKind::Binary(op, a, b) if is_linear(op) => combined(op, &below(a)?, &below(b)?),
            ExprKind::Var(_) | ExprKind::Load(_) | ExprKind::Any(_) => None,
            ExprKind::Inside { .. } | ExprKind::Address(_) | ExprKind::AddressOf(_) => None,
            ExprKind::Unary(..) | ExprKind::Binary(..) => None,
        }
    }
}

/// Returns the statement that a comparison of two sums holds.
fn compared(op: BinaryOp, a: &Linear, b: &Linear) -> Option<Statement> {
    let one = Linear::constant(1);
    Some(match op.comparator()? {
        Comparator::Eq => Statement::Assume(Constraint::equal(a, b)),
        Comparator::Le => Statement::Assume(Constraint::at_most(a, b)),
        Comparator::Ge => Statement::Assume(Constraint::at_most(b, a)),
        Comparator::Lt => Statement::Assume(Constraint::at_most(&(a + &one), b)),
        Comparator::Gt => Statement::Assume(Constraint::at_most(&(b + &one), a)),
        Comparator::Ne => Statement::AssumeNot(a - b),
    })
}

/// Returns the place whose value is that of an expression: its variable, or the expression itself.
fn place(cfg: &Cfg, expr: ExprId) -> SymbolSubject {
    cfg.expr(expr).kind.as_var().map_or(SymbolSubject::Value(expr), SymbolSubject::Var)
}
