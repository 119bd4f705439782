//! The conditions of a function's edges, each turned into restrictions once. Many edges have the same condition: every
//! access through a pointer says that the pointer is not NULL.

use std::{rc::Rc, sync::Arc};

use rustc_hash::FxHashMap;

use csieve_graph::{Cfg, Edge, ExprId, Tests};

use super::{Program, QuantityId, constrain::Constrainer};

/// A condition that holds for every run that takes an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Condition<'c> {
    /// The expression is true or false.
    Truth(ExprId, bool),
    /// The value lies between two bounds, both inclusive.
    Within(ExprId, i128, i128),
    /// The value is none of these.
    NoneOf(ExprId, &'c [i128]),
    /// The value is 0 or more.
    NotNegative(ExprId),
}

/// A restriction of a quantity by a condition. All edges with the condition share the program.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) target: QuantityId,
    pub(super) program: Arc<Program>,
    /// The quantities that the program reads, in order of first use.
    pub(super) reads: Arc<[QuantityId]>,
}

/// The restrictions by the conditions seen so far.
#[derive(Default)]
pub(super) struct Conditions<'c>(FxHashMap<Condition<'c>, Rc<[Shared]>>);

impl<'c> Conditions<'c> {
    /// Returns the restrictions that hold for every run that takes an edge.
    pub(super) fn of_edge(&mut self, constrainer: &mut Constrainer<'c>, edge: &'c Edge) -> Rc<[Shared]> {
        let Some(condition) = condition(constrainer.cfg, edge) else { return Rc::default() };
        let make = || {
            let restrictions = match condition {
                Condition::Truth(cond, holds) => constrainer.condition(cond, holds),
                Condition::Within(value, low, high) => constrainer.within(value, low, high),
                Condition::NoneOf(value, cases) => constrainer.none_of(value, cases),
                Condition::NotNegative(value) => constrainer.not_negative(value),
            };
            restrictions.into_iter().map(|(target, program)| Shared::new(target, program)).collect()
        };
        Rc::clone(self.0.entry(condition).or_insert_with(make))
    }
}

impl Shared {
    pub(super) fn new(target: QuantityId, program: Program) -> Self {
        let reads = program.reads().into();
        Self { target, program: Arc::new(program), reads }
    }
}

fn condition<'c>(cfg: &Cfg, edge: &'c Edge) -> Option<Condition<'c>> {
    Some(match edge.effects().tests {
        Tests::Nothing => return None,
        Tests::Condition { cond, holds } => Condition::Truth(cond, holds),
        Tests::Misuse { kind, operand } => Condition::Truth(operand, kind.is_condition()),
        Tests::Pointer { pointer, is_null } => Condition::Truth(pointer, !is_null),
        Tests::Handle { handle, is_pointer: true } => Condition::Truth(handle, true),
        Tests::Handle { handle, is_pointer: false } => Condition::NotNegative(handle),
        Tests::Within { value, low: 1, high: 1 } if is_comparison(cfg, value) => {
            Condition::Truth(value, true)
        }
        Tests::Within { value, low, high } => Condition::Within(value, low, high),
        Tests::NoneOf { value, cases } => Condition::NoneOf(value, cases),
    })
}

fn is_comparison(cfg: &Cfg, expr: ExprId) -> bool {
    cfg.expr(expr).kind.as_comparison().is_some()
}
