//! What a proof takes for granted of earlier misuses.
//!
//! A misuse ends the run, so that whatever comes after `*p` may assume that `p` is not NULL. A claim that is refuted
//! by such an assumption is only as wrong as the assumption is right.

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::Cancelled,
    rule::Rule,
    sentence,
    text::{Line, Sentence},
};
use csieve_graph::{Action, Cfg, EdgeId, MisuseKind, expr_text};
use csieve_modelcheck::checks::Reach;
use csieve_reduction::reduce::{Answer, Pool, Reduction};
use csieve_reports::finding::Round;

/// The number of times that proofs about earlier misuses may need proofs about still earlier ones.
const MOST: usize = 4;

/// Returns an earlier misuse that may happen, as a sentence, if the proofs of these rounds assume that it does not.
/// `None` if they assume nothing that is not proved. `targets` are the edges that the proofs are about.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(crate) fn left<'a>(
    reduction: &Reduction<'a>,
    targets: &FixedBitSet,
    rounds: &[Round],
    pool: &mut Pool<'a>,
) -> Result<Option<Sentence>, Cancelled> {
    let cfg = reduction.function.cfg;
    let mut proved = targets.clone();
    proved.grow(cfg.edges.len());
    let mut assumed = assumed(cfg, rounds);
    for _ in 0..MOST {
        assumed.difference_with(&proved);
        if assumed.is_clear() {
            return Ok(None);
        }
        match reduction.ask(&Reach(Rule::UnreachableCode), &assumed, None, pool)? {
            Answer::NoWord => return Ok(None),
            Answer::Perhaps { counterexample, .. } => return Ok(Some(told(cfg, counterexample.misuse()))),
            Answer::Never(proof) => {
                proved.union_with(&assumed);
                assumed = self::assumed(cfg, &proof.rounds);
            }
        }
    }
    Ok(Some(sentence!("the proof needs too many others about what happens earlier")))
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

fn told(cfg: &Cfg, misuse: EdgeId) -> Sentence {
    let edge = cfg.edge(misuse);
    let line = Line(edge.span.start);
    let Action::Misuse { kind, operand } = edge.action else {
        return sentence!("the run may end on line {} already", line);
    };
    let text = expr_text(cfg, operand);
    match kind {
        MisuseKind::NullDereference => {
            sentence!("`{}` may be NULL on line {} already, and the run would end there", text, line)
        }
        MisuseKind::DivisionByZero => {
            sentence!("`{}` may be 0 on line {} already, and the run would end there", text, line)
        }
        MisuseKind::OutOfBounds | MisuseKind::IntegerOverflow => {
            sentence!("`{}` may hold on line {} already, and the run would end there", text, line)
        }
    }
}
