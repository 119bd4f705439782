//! Decides a claim: asks whether its place can be reached, then whether the misuse can happen there.

use fixedbitset::FixedBitSet;

use csieve_base::{cancel::Cancelled, rule::Rule, sentence, text::Sentence};
use csieve_graph::Cfg;
use csieve_modelcheck::{
    checks::Reach,
    model::{Observer, Property},
};
use csieve_reduction::reduce::{Answer, FindingWords, Impossible, Pool, Reduction};
use csieve_reports::finding::{Finding, Refuted, Verdict};

use crate::{
    claim::{Claim, Judged, Why},
    earlier,
    place::Place,
    properties::{Asked, properties},
    route::Route,
};

/// The rule of a search that only asks whether a line is reached.
const REACHED: Rule = Rule::UnreachableCode;

/// Decides a claim about the function of a reduction.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn decide<'a>(
    reduction: &Reduction<'a>,
    claim: &Claim,
    pool: &mut Pool<'a>,
) -> Result<Judged, Cancelled> {
    let cfg = reduction.function.cfg;
    let place = Place::of(cfg, claim.line);
    let reached = place.as_ref().filter(|_| !claim.is_at_brace).map(|place| Asked {
        property: Box::new(Reach(REACHED)),
        edges: place.edges.clone(),
    });
    if let Some(reached) = &reached
        && let Said::Never(proof) = said(reduction, std::slice::from_ref(reached), pool, || None)?
    {
        return closed(reduction, claim, &reached.edges, proof, Why::Unreachable, pool);
    }
    let asked = match properties(reduction.function, claim, place.as_ref()) {
        Ok(asked) => asked,
        Err(reason) => {
            let is_path_impossible = along_path(reduction, claim, reached.as_slice(), pool)?;
            return Ok(Judged { is_path_impossible, ..Judged::open(Why::NotJudged(reason)) });
        }
    };
    let why = match said(reduction, &asked, pool, || None)? {
        Said::Never(proof) => {
            return closed(reduction, claim, &all_edges(cfg, &asked), proof, Why::NoMisuse, pool);
        }
        Said::NoWord => Why::NotJudged(no_word(claim)),
        Said::Perhaps(Some(limit)) => Why::Stopped(limit),
        Said::Perhaps(None) => Why::MayHappen,
    };
    let is_path_impossible = along_path(reduction, claim, &asked, pool)?;
    Ok(Judged { is_path_impossible, ..Judged::open(why) })
}

/// What the searches for several properties say together.
enum Said {
    Never(Impossible),
    NoWord,
    Perhaps(Option<String>),
}

/// Asks whether some run does one of several things. `only` makes the class of words that count.
fn said<'a>(
    reduction: &Reduction<'a>,
    all: &[Asked],
    pool: &mut Pool<'a>,
    only: impl Fn() -> Option<Box<dyn Observer + 'a>>,
) -> Result<Said, Cancelled> {
    let mut proof: Option<Impossible> = None;
    for Asked { property, edges } in all {
        let property: &dyn Property = property.as_ref();
        match reduction.ask(property, edges, only(), pool)? {
            Answer::Perhaps { limit, .. } => return Ok(Said::Perhaps(limit)),
            Answer::NoWord => {}
            Answer::Never(more) => match &mut proof {
                Some(known) => known.rounds.extend(more.rounds),
                None => proof = Some(more),
            },
        }
    }
    Ok(proof.map_or(Said::NoWord, Said::Never))
}

/// Returns whether the reported path is impossible: no run that comes by its lines does what is claimed.
fn along_path<'a>(
    reduction: &Reduction<'a>,
    claim: &Claim,
    asked: &[Asked],
    pool: &mut Pool<'a>,
) -> Result<bool, Cancelled> {
    let cfg = reduction.function.cfg;
    if Route::new(cfg, &claim.path).is_none() {
        return Ok(false);
    }
    let route = || Route::new(cfg, &claim.path).map(|route| Box::new(route) as Box<dyn Observer + 'a>);
    Ok(matches!(said(reduction, asked, pool, route)?, Said::Never(_)))
}

/// Returns what is said of a claim for which there is a proof. The proof counts only if it needs no earlier misuse to
/// be absent that may happen.
fn closed<'a>(
    reduction: &Reduction<'a>,
    claim: &Claim,
    edges: &FixedBitSet,
    proof: Impossible,
    why: Why,
    pool: &mut Pool<'a>,
) -> Result<Judged, Cancelled> {
    if let Some(earlier) = earlier::left(reduction, edges, &proof.rounds, pool)? {
        return Ok(Judged::open(Why::Earlier(earlier)));
    }
    let finding = finding(reduction, claim, proof);
    Ok(Judged { refuted: Some(Box::new(finding)), why, is_path_impossible: true })
}

/// Returns a refuted finding that has the proof about a claim.
fn finding(reduction: &Reduction, claim: &Claim, proof: Impossible) -> Finding {
    let span = reduction.function.cfg.edge(proof.first.misuse()).span;
    let subject = claim.subject.clone().unwrap_or_default();
    let words = FindingWords { span, message: sentence!("no run does this"), subject };
    let rule = claim.rule.unwrap_or(REACHED);
    let finding = reduction.proved(rule, words, proof);
    Finding { verdict: Verdict::Refuted(Refuted::default()), ..finding }
}

fn all_edges(cfg: &Cfg, asked: &[Asked]) -> FixedBitSet {
    let mut edges = FixedBitSet::with_capacity(cfg.edges.len());
    for one in asked {
        edges.union_with(&one.edges);
    }
    edges
}

/// Returns why a claim is not judged whose misuse the graph does not have at all.
fn no_word(claim: &Claim) -> Sentence {
    match claim.rule {
        Some(Rule::UseAfterFree | Rule::DoubleFree) => sentence!("no free before this line is seen"),
        Some(Rule::DoubleClose) => sentence!("no close before this line is seen"),
        Some(Rule::UninitializedRead) => sentence!("no way without an assignment is seen"),
        Some(Rule::MemoryLeak | Rule::ResourceLeak) => sentence!("no way to lose it on this line is seen"),
        _ => sentence!("no misuse of this kind is seen on this line"),
    }
}
