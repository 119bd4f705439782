//! Rules that follow from linear sums alone, where nothing wraps. They are decided by linear arithmetic,
//! which is much cheaper than the SAT solver, and their proofs are easier to check.
//!
//! Only expressions that C computes exactly are read as sums: signed sums and differences, whose overflow
//! ends the run, and conversions to types that hold every value. Everything else is left to the SAT solver.

mod goal;
mod script;

use csieve_base::budget::Steps;
use csieve_domains::relations::{Integer, Linear, contradiction};
use csieve_graph::{
    Assigns, BinaryOp, Cfg, Comparator, EdgeId, ExprId, ExprKind, IntType, Tests, Type, UnaryOp,
};
use csieve_modelcheck::model::Function;

use crate::bits::{SymbolSubject, writes};

use super::{
    Predicate, PredicateId,
    linear::{combined, is_linear},
    predicate::{Relation, place_type},
};
use script::script;

/// The largest number of steps of the linear solver for one decision. A step is one machine word of a number
/// that the solver reads.
const STEPS: u32 = 40_000;

/// The number of steps of the linear solver that cost as much as one step of the SAT solver.
const WORDS: u32 = 64;

/// The greatest depth of nested operators to which an expression is read.
const DEPTH: u32 = 12;

/// The largest absolute value of a coefficient, or of a multiplier that proves a contradiction ([Farkas]).
/// Larger numbers are left to the SAT solver.
const LARGEST: i128 = 1 << 56;

/// The needs and the proofs of a rule that holds.
#[derive(Clone, Debug, Default)]
pub struct Implied {
    /// The predicates that have to hold before the edge, ascending.
    pub needs: Vec<PredicateId>,
    /// For each case an unsatisfiable script in SMT-LIB 2, with the multipliers that prove it ([Farkas]).
    pub scripts: Vec<String>,
}

/// A sum that is at most 0, and the predicate that says so. `None` for other sums, such as the bounds of a
/// type.
type Row = (Linear, Option<PredicateId>);

/// Decides a rule by linear arithmetic: that the predicates `before` an edge imply the predicate `gives`
/// after it or, if `gives` is `None`, that no run gets past the edge. `None` if linear arithmetic does not
/// prove it, or if the budget runs out.
pub(super) fn implied(
    (function, wrapv): (&Function, bool),
    predicates: &[Predicate],
    (before, edge, gives): (&[PredicateId], EdgeId, Option<PredicateId>),
    budget: &mut Steps,
) -> Option<Implied> {
    let mut reader = Reader { function, wrapv, symbols: Vec::new() };
    let (known, split) = reader.known(predicates, before)?;
    let facts = reader.facts(edge);
    let goal = reader.goal(gives.map(|id| &predicates[id.index()]), edge)?;
    let ranges = reader.ranges();
    let mut found = Implied::default();
    for facts in facts {
        let facts = facts.into_iter().map(|fact| (fact, None));
        let ranges = ranges.iter().map(|row| (row.clone(), None));
        let rows: Vec<Row> = facts.chain(known.iter().cloned()).chain(ranges).collect();
        found.add(reader.prove(&goal, &rows, &split, budget)?);
    }
    found.needs.sort_unstable();
    found.needs.dedup();
    Some(found)
}

/// Splits a relation into sums that are at most 0.
fn halves(sum: &Linear, relation: Relation) -> Vec<Linear> {
    match relation {
        Relation::Zero => vec![sum.clone(), -sum],
        Relation::AtMostZero => vec![sum.clone()],
    }
}

/// Reads predicates and expressions as sums of symbols.
struct Reader<'a> {
    function: &'a Function<'a>,
    wrapv: bool,
    /// The meanings of the variables of sums: a place, and whether its value after the edge is meant (true)
    /// or before it.
    symbols: Vec<(SymbolSubject, bool)>,
}

impl Reader<'_> {
    /// Returns a sum of places with their values before an edge or, if the edge is given, after it. `None` if
    /// a place is neither an integer nor a pointer.
    fn sum(
        &mut self,
        terms: &[(SymbolSubject, i64)],
        constant: i128,
        behind: Option<EdgeId>,
    ) -> Option<Linear> {
        let mut sum = Linear::constant(constant);
        for (place, by) in terms {
            let value = match behind {
                Some(edge) if writes(self.function, self.function.cfg.edge(edge), *place) => {
                    self.assigned(*place, edge).unwrap_or_else(|| self.symbol(*place, true))
                }
                _ => self.symbol(*place, false),
            };
            sum = &sum + &value.scale(&(*by).into());
        }
        let is_number = |(place, _): &(SymbolSubject, i64)| {
            matches!(place_type(self.function.cfg, *place), Type::Int(_) | Type::Pointer)
        };
        terms.iter().all(is_number).then_some(sum)
    }

    fn symbol(&mut self, place: SymbolSubject, is_behind: bool) -> Linear {
        let known = self.symbols.iter().position(|symbol| *symbol == (place, is_behind));
        Linear::variable(known.unwrap_or_else(|| {
            self.symbols.push((place, is_behind));
            self.symbols.len() - 1
        }) as u32)
    }

    /// Returns the value that an edge assigns to a place. `None` if it is no linear sum.
    fn assigned(&mut self, place: SymbolSubject, edge: EdgeId) -> Option<Linear> {
        let cfg = self.function.cfg;
        let Assigns::Value { var, value } = cfg.edge(edge).effects().assigns else { return None };
        let is_it = place == SymbolSubject::Var(var) && cfg.var(var).ty == cfg.expr(value).ty;
        if is_it { self.exact(value, DEPTH) } else { None }
    }

    /// Returns the cases in which a run gets past an edge. Each case is a list of sums that are all at most
    /// 0.
    fn facts(&mut self, edge: EdgeId) -> Vec<Vec<Linear>> {
        let cfg = self.function.cfg;
        let said = match cfg.edge(edge).effects().tests {
            Tests::Condition { cond, holds } => self.compared(cfg, cond, holds),
            Tests::Misuse { kind, operand } => self.compared(cfg, operand, kind.is_condition()),
            Tests::Nothing | Tests::Pointer { .. } | Tests::Handle { .. } => None,
            Tests::Within { .. } | Tests::NoneOf { .. } => None,
        };
        said.unwrap_or_else(|| vec![Vec::new()])
    }

    fn compared(&mut self, cfg: &Cfg, mut cond: ExprId, mut holds: bool) -> Option<Vec<Vec<Linear>>> {
        while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
            (cond, holds) = (inner, !holds);
        }
        let (op, difference) = match cfg.expr(cond).kind.as_comparison() {
            Some((op, a, b)) => {
                let (left, right) = (self.exact(a, DEPTH)?, self.exact(b, DEPTH)?);
                (cfg.expr(a).ty == cfg.expr(b).ty).then_some((op, &left - &right))?
            }
            None => (BinaryOp::Ne, self.exact(cond, DEPTH)?),
        };
        let one = Linear::constant(1);
        let (below, above) = (&difference + &one, &one - &difference);
        Some(match if holds { op } else { op.negated() }.comparator()? {
            Comparator::Eq => vec![vec![-&difference, difference]],
            Comparator::Le => vec![vec![difference]],
            Comparator::Ge => vec![vec![-&difference]],
            Comparator::Lt => vec![vec![below]],
            Comparator::Gt => vec![vec![above]],
            Comparator::Ne => vec![vec![below], vec![above]],
        })
    }

    /// Returns the linear sum that an expression equals in every run that computes it and goes on. `None` if
    /// there is none.
    fn exact(&mut self, expr: ExprId, depth: u32) -> Option<Linear> {
        let depth = depth.checked_sub(1)?;
        let cfg = self.function.cfg;
        let int = cfg.expr(expr).ty.as_int()?;
        let is_exact = int.signed && !self.wrapv || int == IntType::WIDE;
        match cfg.expr(expr).kind {
            ExprKind::Const(value) => {
                (int.min() <= value && value <= int.max()).then(|| Linear::constant(value))
            }
            ExprKind::Var(var) if cfg.var(var).ty == Type::Int(int) => {
                Some(self.symbol(SymbolSubject::Var(var), false))
            }
            ExprKind::Load(_) if !self.function.dependencies(expr).unstable => {
                Some(self.symbol(SymbolSubject::Value(expr), false))
            }
            ExprKind::Cast(inner) => {
                let from = cfg.expr(inner).ty.as_int()?;
                let holds_all = int.min() <= from.min() && from.max() <= int.max();
                if holds_all { self.exact(inner, depth) } else { None }
            }
            ExprKind::Seen(inner, _) => self.exact(inner, depth),
            ExprKind::Unary(UnaryOp::Neg, inner) if is_exact => Some(-&self.exact(inner, depth)?),
            ExprKind::Binary(op, a, b) if is_exact => {
                let is_own = |operand: ExprId| cfg.expr(operand).ty == Type::Int(int);
                if !is_linear(op) || !is_own(a) || !is_own(b) {
                    return None;
                }
                combined(op, &self.exact(a, depth)?, &self.exact(b, depth)?)
            }
            ExprKind::Var(_) | ExprKind::Load(_) | ExprKind::Any(_) => None,
            ExprKind::Inside { .. } | ExprKind::Address(_) | ExprKind::AddressOf(_) => None,
            ExprKind::Unary(..) | ExprKind::Binary(..) => None,
        }
    }

    /// Returns the bounds of the types of all symbols, as sums that are at most 0.
    fn ranges(&self) -> Vec<Linear> {
        let range = |(index, (place, _)): (usize, &(SymbolSubject, bool))| {
            let int = place_type(self.function.cfg, *place).as_int().unwrap_or(IntType::ULONG);
            let symbol = Linear::variable(index as u32);
            [&Linear::constant(int.min()) - &symbol, &symbol - &Linear::constant(int.max())]
        };
        self.symbols.iter().enumerate().flat_map(range).collect()
    }

    /// Adds to `found` the proof that the sums of the rows cannot all be at most 0. `None` if no proof is
    /// found.
    fn exclude(&self, rows: &[Row], found: &mut Implied, budget: &mut Steps) -> Option<()> {
        let sums: Vec<Linear> = rows.iter().map(|(row, _)| row.clone()).collect();
        let mut own = Steps::new(STEPS.min(budget.left().saturating_mul(WORDS)));
        let given = own.left();
        let numbers = contradiction(&sums, &mut own);
        budget.take_many(1 + (given - own.left()) / WORDS);
        let used: Vec<(&Row, Integer)> =
            rows.iter().zip(numbers?).filter(|(_, number)| !number.is_zero()).collect();
        let is_small = |number: &Integer| number.to_i128().is_some_and(|number| number.abs() <= LARGEST);
        let all_small = |((row, _), number): &(&Row, Integer)| {
            let mut terms = row.terms().iter();
            is_small(number) && terms.all(|(_, by)| is_small(by)) && row.offset().to_i128().is_some()
        };
        if !used.iter().all(all_small) {
            return None;
        }
        found.needs.extend(used.iter().filter_map(|((_, id), _)| *id));
        found.scripts.push(script(self.function.cfg, &self.symbols, &used));
        Some(())
    }
}
