//! Reasons to ask about sizes that depend on values from outside the program.

use csieve_graph::{Action, Because, Cfg, ExprId, ExprKind, MisuseKind, VarId};

use super::{
    question::SizeQuestion,
    reason::{Draft, may_hold},
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
            _ => {}
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
    let texts = Texts::of(cfg);
    for id in cfg.edge_ids() {
        let Some(source) = Source::of(cfg, id) else { continue };
        if !source.is_from_outside(|text| texts.is_one(cfg, text)) {
            continue;
        }
        for var in source.targets(|arg| target(cfg, arg)) {
            let tainted = closure(cfg, var);
            let is_concerned = |question: &SizeQuestion| {
                question.limit.vars.iter().any(|var| tainted.contains(var))
                    && may_hold(constrainer, question.cond, Some((var, source.values())))
            };
            let concerned: Vec<usize> = (0..questions.len())
                .filter(|index| possible[*index] && !questions[*index].limit.is_certain)
                .filter(|index| is_concerned(&questions[*index]))
                .collect();
            for kind in [MisuseKind::OutOfBounds, MisuseKind::IntegerOverflow] {
                let own: Vec<usize> =
                    concerned.iter().copied().filter(|index| questions[*index].kind == kind).collect();
                if !own.is_empty() {
                    let because = Because::Outside { var, callee: source.callee.to_owned() };
                    drafts.push(Draft {
                        because,
                        start: id,
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
}

pub(super) fn target(cfg: &Cfg, arg: ExprId) -> Option<VarId> {
    match cfg.expr(cfg.exprs.strip_casts(arg)).kind {
        ExprKind::AddressOf(var) => Some(var),
        _ => None,
    }
}

/// Returns the tainted variables: `from`, and those that may be assigned a value computed from the value of
/// `from`.
pub(super) fn closure(cfg: &Cfg, from: VarId) -> Vec<VarId> {
    let mut reached = vec![from];
    loop {
        let before = reached.len();
        for edge in &cfg.edges {
            if let Action::Assign { var, value } = edge.action
                && !reached.contains(&var)
            {
                let mut depends = false;
                cfg.exprs.walk(value, |_, expr| {
                    depends |= matches!(expr.kind, ExprKind::Var(read) if reached.contains(&read));
                });
                if depends {
                    reached.push(var);
                }
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}
