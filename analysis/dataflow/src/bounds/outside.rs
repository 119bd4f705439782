//! Reasons to ask about sizes that depend on values from outside the program.

use std::cell::OnceCell;

use csieve_domains::interval::Interval;
use csieve_graph::{Assigns, Because, Cfg, EdgeId, ExprId, ExprKind, MisuseKind, Place, VarId};

use super::{
    lengths::asks_otherwise,
    question::SizeQuestion,
    reason::{Draft, holds_for, may_hold},
    source::Source,
    statement::Terms,
    text::Texts,
};
use crate::automaton::{Constrainer, Dependencies, Quantity};

pub(super) fn dependencies(constrainer: &Constrainer, terms: &Terms) -> Dependencies {
    let mut all = Dependencies::default();
    for (quantity, _) in terms {
        match constrainer.quantities.get(*quantity) {
            Quantity::Var(var) => all.vars.push(*var),
            Quantity::Value(expr) => {
                let own = &constrainer.dependencies[expr.0 as usize];
                all.vars.extend_from_slice(&own.vars);
                all.memory |= own.memory;
            }
            Quantity::Test
            | Quantity::Said(_)
            | Quantity::Sum(_)
            | Quantity::IsZero(_)
            | Quantity::Truth(..) => {}
        }
    }
    all.vars.sort_unstable();
    all.vars.dedup();
    all
}

/// Adds a reason for every value from outside the program on which questions depend.
pub(super) fn from_outside(
    constrainer: &Constrainer,
    questions: &[SizeQuestion],
    possible: &[bool],
    drafts: &mut Vec<Draft>,
) {
    let cfg = constrainer.cfg;
    for Brought { edge, callee, place, values, is_printed } in brought(cfg) {
        // A length counts because the text may be empty.
        if values == Interval::ZERO && asks_otherwise(cfg, edge) {
            continue;
        }
        let tainted = Tainted::by(constrainer, place);
        let known = match place {
            Place::Var(var) => Some((var, values)),
            Place::Cell(_) => None,
        };
        let is_concerned = |question: &SizeQuestion| {
            // Few texts are so long that their length is no `int`: it is not negative.
            (question.limit.is_above || !is_printed)
                && tainted.is_in(cfg, question)
                && may_hold(constrainer, question.cond, known)
                && question
                    .others
                    .is_none_or(|others| tainted.decides(constrainer, question, (known, others)))
        };
        let concerned: Vec<usize> = (0..questions.len())
            .filter(|index| possible[*index] && !questions[*index].limit.is_certain)
            .filter(|index| is_concerned(&questions[*index]))
            .collect();
        for kind in [MisuseKind::OutOfBounds, MisuseKind::IntegerOverflow] {
            let mut own: Vec<usize> =
                concerned.iter().copied().filter(|index| questions[*index].kind == kind).collect();
            keep_innermost(cfg, questions, &mut own);
            if !own.is_empty() {
                let because = Because::Outside { place, callee: callee.to_owned() };
                drafts.push(Draft {
                    because,
                    start: edge,
                    questions: own,
                    copied: Vec::new(),
                    ends: Vec::new(),
                    armed: Vec::new(),
                    handed: Vec::new(),
                });
            }
        }
    }
}

/// Leaves out the arithmetic whose operands are asked about as well: if it overflows, they mostly do.
fn keep_innermost(cfg: &Cfg, questions: &[SizeQuestion], own: &mut Vec<usize>) {
    let all = own.clone();
    let span = |index: usize| cfg.edge(questions[index].edge).span;
    let is_arithmetic = |index: usize| questions[index].others.is_some();
    own.retain(|outer| {
        let has_inner = |inner: &usize| {
            is_arithmetic(*inner) && span(*outer) != span(*inner) && span(*outer).contains(span(*inner))
        };
        !is_arithmetic(*outer) || !all.iter().any(has_inner)
    });
}

/// A place that gets a value from outside the program.
#[derive(Clone, Debug)]
pub struct Brought<'c> {
    /// The edge of the call that brings the value.
    pub edge: EdgeId,
    /// The name of the function that is called.
    pub callee: &'c str,
    /// The place that receives the value.
    pub place: Place,
    /// The interval of the values that the call can bring.
    pub values: Interval,
    /// Whether the value is the length of a text that the call prints.
    pub is_printed: bool,
}

/// Returns the places that calls in a function fill with values from outside the program, as the tables of
/// library functions say.
pub fn brought(cfg: &Cfg) -> Vec<Brought<'_>> {
    let texts = OnceCell::new();
    let is_text = |text| texts.get_or_init(|| Texts::of(cfg)).is_one(cfg, text);
    let of = |edge| {
        let source = Source::of(cfg, edge)?;
        let places = source.places(cfg, is_text).into_iter();
        Some(places.map(move |(place, values)| Brought {
            edge,
            callee: source.callee,
            place,
            values,
            is_printed: source.is_printed,
        }))
    };
    cfg.edge_ids().filter_map(of).flatten().collect()
}

/// What a value from outside decides: the place that received it, and the variables that are computed from it.
struct Tainted {
    vars: Vec<VarId>,
    /// The variables that only ever have the value itself.
    copies: Vec<VarId>,
    cell: Option<ExprId>,
    /// The variables of the function that are computed from their own value somewhere, as sums are.
    sums: Vec<VarId>,
}

impl Tainted {
    /// Collects the variables that may be assigned a value computed from the value in a place.
    fn by(constrainer: &Constrainer, place: Place) -> Self {
        let cfg = constrainer.cfg;
        let is_own = |var: VarId, value: ExprId| {
            constrainer.dependencies[value.0 as usize].vars.binary_search(&var).is_ok()
        };
        let sums = cfg.edges.iter().filter_map(|edge| {
            let Assigns::Value { var, value } = edge.effects().assigns else { return None };
            is_own(var, value).then_some(var)
        });
        let sums = sums.collect();
        let mut tainted = match place {
            Place::Var(var) => Self { vars: vec![var], copies: vec![var], cell: None, sums },
            Place::Cell(address) => Self { vars: Vec::new(), copies: Vec::new(), cell: Some(address), sums },
        };
        loop {
            let before = tainted.vars.len();
            for edge in &cfg.edges {
                if let Assigns::Value { var, value } = edge.effects().assigns
                    && !tainted.vars.contains(&var)
                    && tainted.occurs(cfg, value)
                {
                    tainted.vars.push(var);
                }
            }
            if tainted.vars.len() == before {
                break;
            }
        }
        tainted.find_copies(cfg);
        tainted
    }

    /// Adds the variables that only ever get the value itself.
    fn find_copies(&mut self, cfg: &Cfg) {
        let is_copy = |copies: &[VarId], value: ExprId| {
            let value = cfg.expr(cfg.exprs.strip_casts(value));
            matches!(value.kind, ExprKind::Var(of) if copies.contains(&of))
        };
        loop {
            let only_copied = |var: &VarId| {
                let mut given = cfg.edges.iter().filter(|edge| edge.assigned() == Some(*var));
                given.all(|edge| match edge.effects().assigns {
                    Assigns::Value { value, .. } => is_copy(&self.copies, value),
                    Assigns::Undefined { .. } => true,
                    Assigns::Null { .. } | Assigns::Failure { .. } | Assigns::Fresh { .. } => false,
                    Assigns::Handle { .. } | Assigns::Result { .. } | Assigns::Any { .. } => false,
                    Assigns::Nothing => false,
                })
            };
            let more =
                self.vars.iter().copied().filter(|var| !self.copies.contains(var) && !cfg.var(*var).exposed);
            let more: Vec<VarId> = more.filter(only_copied).collect();
            if more.is_empty() {
                return;
            }
            self.copies.extend(more);
        }
    }

    fn is_in(&self, cfg: &Cfg, question: &SizeQuestion) -> bool {
        let is_var = |var: &VarId| self.vars.contains(var);
        question.limit.vars.iter().any(is_var) || self.cell.is_some() && self.occurs(cfg, question.cond)
    }

    /// Returns whether the value itself makes arithmetic overflow, with small numbers for what else is in it.
    /// A sum of many values from outside is another matter: few programs let it grow so far.
    fn decides(
        &self,
        constrainer: &Constrainer,
        question: &SizeQuestion,
        (known, others): (Option<(VarId, Interval)>, i128),
    ) -> bool {
        let range = |quantity: &Quantity| match quantity {
            Quantity::Var(var) if self.vars.contains(var) && !self.sums.contains(var) => match known {
                Some((_, values)) if self.copies.contains(var) => values,
                _ => Interval::TOP,
            },
            Quantity::Value(value) if self.occurs(constrainer.cfg, *value) => Interval::TOP,
            Quantity::Var(_)
            | Quantity::Test
            | Quantity::Value(_)
            | Quantity::Said(_)
            | Quantity::Sum(_)
            | Quantity::IsZero(_)
            | Quantity::Truth(..) => Interval::new(-others, others),
        };
        holds_for(constrainer, question.cond, range)
    }

    fn occurs(&self, cfg: &Cfg, value: ExprId) -> bool {
        let mut occurs = false;
        cfg.exprs.walk(value, |_, expr| {
            occurs |= expr.kind.as_var().is_some_and(|read| self.vars.contains(&read));
            occurs |= expr.kind.as_load().is_some_and(|address| self.cell == Some(address));
        });
        occurs
    }
}
