//! What a proof takes for granted of earlier misuses.
//!
//! A misuse ends the run, so that whatever comes after `*p` may assume that `p` is not NULL. A claim that is refuted
//! by such an assumption is only as wrong as the assumption is right.

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::Cancelled,
    refuter_id::RefuterId,
    rule::Rule,
    sentence,
    text::{Line, Sentence, Span},
};
use csieve_graph::{Action, Cfg, EdgeId, MisuseKind, expr_text};
use csieve_modelcheck::checks::Reach;
use csieve_reports::finding::Round;

use super::{Answer, Pool, Reduction};

/// The number of times that proofs about earlier misuses may need proofs about still earlier ones.
const MOST: usize = 4;

/// A misuse that ends a run before it gets to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The rule of the misuse.
    pub rule: Rule,
    /// The place of the misuse.
    pub span: Span,
    /// Whether every run of some word does it. Otherwise, runs for which a condition holds do it, and the others go on.
    pub is_certain: bool,
    /// What may happen there, as a sentence.
    pub sentence: Sentence,
}

impl<'a> Reduction<'a> {
    /// Returns the earlier misuses that the proofs of these rounds assume not to happen, and that may happen. The proofs
    /// say that no run takes the edges `untaken`. Misuses on edges that do not `count` are taken not to happen.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn earlier(
        &self,
        untaken: &FixedBitSet,
        rounds: &[Round],
        counts: &dyn Fn(EdgeId) -> bool,
        pool: &mut Pool<'a>,
    ) -> Result<Vec<Earlier>, Cancelled> {
        let cfg = self.function.cfg;
        let mut asked = untaken.clone();
        asked.grow(cfg.edges.len());
        let mut left = ended(rounds);
        let assumed = |rounds: &[Round]| {
            let mut all = assumed(cfg, rounds);
            let ignored: Vec<usize> = all.ones().filter(|edge| !counts(EdgeId(*edge as u32))).collect();
            for edge in ignored {
                all.set(edge, false);
            }
            all
        };
        let mut open = assumed(rounds);
        for _ in 0..MOST {
            open.difference_with(&asked);
            if open.is_clear() {
                break;
            }
            asked.union_with(&open);
            let mut next = FixedBitSet::with_capacity(cfg.edges.len());
            for misuse in open.ones() {
                let only: FixedBitSet = std::iter::once(misuse).collect();
                match self.ask(&Reach(Rule::UnreachableCode), &only, None, pool)? {
                    Answer::NoWord => {}
                    Answer::Perhaps { .. } => left.push(told(cfg, EdgeId(misuse as u32))),
                    Answer::Never(proof) => next.union_with(&assumed(&proof.rounds)),
                }
            }
            open = next;
        }
        open.difference_with(&asked);
        left.extend(open.ones().map(|misuse| told(cfg, EdgeId(misuse as u32))));
        Ok(left)
    }
}

/// Returns the misuses that end the runs of words by themselves.
fn ended(rounds: &[Round]) -> Vec<Earlier> {
    let conflicts = rounds.iter().flat_map(|round| &round.conflicts);
    let of_misuse = conflicts.filter(|conflict| conflict.refuter == RefuterId::Misuse);
    let told = of_misuse.filter_map(|conflict| {
        let last = conflict.equations.last()?;
        // A conflict with an earlier misuse has its rule in place of an equation.
        let rule = Rule::from_id(&last.equation)?;
        Some(Earlier { rule, span: last.span, is_certain: true, sentence: conflict.sentence.clone() })
    });
    let mut all: Vec<Earlier> = told.collect();
    all.dedup();
    all
}

/// Returns the misuses of whose absence the conflicts of these rounds make use.
fn assumed(cfg: &Cfg, rounds: &[Round]) -> FixedBitSet {
    let mut misuses = FixedBitSet::with_capacity(cfg.edges.len());
    let rows = || rounds.iter().flat_map(|round| &round.conflicts).flat_map(|conflict| &conflict.equations);
    for id in cfg.edge_ids().filter(|id| cfg.is_implied(*id)) {
        let edge = cfg.edge(id);
        if !matches!(edge.action, Action::Misuse { .. }) && rows().any(|row| row.span == edge.span) {
            let is_misuse = |other: &&EdgeId| matches!(cfg.edge(**other).action, Action::Misuse { .. });
            misuses.extend(cfg.siblings(id).iter().filter(is_misuse).map(|other| other.index()));
        }
    }
    misuses
}

fn told(cfg: &Cfg, misuse: EdgeId) -> Earlier {
    let edge = cfg.edge(misuse);
    let line = Line(edge.span.start);
    let (rule, sentence) = match edge.action {
        Action::Misuse { kind, operand } => {
            let subject = expr_text(cfg, cfg.exprs.strip_casts(operand));
            match kind {
                MisuseKind::NullDereference => {
                    (Rule::NullDereference, sentence!("`{}` may be NULL on line {}", subject, line))
                }
                MisuseKind::DivisionByZero => {
                    (Rule::DivisionByZero, sentence!("`{}` may be 0 on line {}", subject, line))
                }
                MisuseKind::OutOfBounds => {
                    (Rule::OutOfBounds, sentence!("`{}` may hold on line {}", subject, line))
                }
                MisuseKind::IntegerOverflow => {
                    (Rule::IntegerOverflow, sentence!("`{}` may hold on line {}", subject, line))
                }
            }
        }
        _ => (Rule::UnreachableCode, sentence!("the run may end on line {}", line)),
    };
    Earlier { rule, span: edge.span, is_certain: false, sentence }
}
