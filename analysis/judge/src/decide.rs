//! Decides a claim: asks whether its place can be reached, then whether the misuse can happen there.

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::Cancelled,
    rule::Rule,
    sentence,
    text::{Sentence, Span},
};
use csieve_graph::Cfg;
use csieve_modelcheck::{
    checks::{Reach, declaration},
    model::{Observer, Property},
};
use csieve_reduction::reduce::{Answer, FindingWords, Impossible, Pool, Reduction};
use csieve_reports::finding::{Finding, Refuted, Verdict};

use crate::{
    claim::{Claim, Judged, Why},
    place::Place,
    properties::{Asked, properties},
    route::Route,
};

/// The rule of a search that only asks whether a line is reached.
const REACHED: Rule = Rule::UnreachableCode;

/// Path reduction for the claims about one function.
pub struct Judge<'a> {
    /// The reduction in which no misuse ends a run, apart from those that have edges.
    pub plain: Reduction<'a>,
    /// The reduction in which definite misuses end runs.
    pub ending: Reduction<'a>,
    /// The observers of `plain`.
    pub pool: Pool<'a>,
    /// The observers of `ending`, which hold in no other reduction.
    pub ending_pool: Pool<'a>,
}

/// Decides a claim about a function.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn decide(judge: &mut Judge, claim: &Claim) -> Result<Judged, Cancelled> {
    let Judge { plain, ending, pool, ending_pool } = judge;
    let place = Place::of(plain.function.cfg, claim.line);
    let reached = place.as_ref().filter(|_| !claim.is_at_brace).map(|place| Asked {
        property: Box::new(Reach(REACHED)),
        edges: place.edges.clone(),
        is_taking: true,
    });
    let reached: Vec<Asked> = reached.into_iter().collect();
    let asked = properties(plain.function, claim, place.as_ref());
    if let Said::Never(proof) = said(plain, &reached, pool, || None)? {
        return closed((plain, pool), claim, &reached, proof, Why::Unreachable);
    }
    let why = match &asked {
        Err(reason) => Why::NotJudged(reason.clone()),
        Ok(asked) => match said(plain, asked, pool, || None)? {
            Said::Never(proof) => return closed((plain, pool), claim, asked, proof, Why::NoMisuse),
            Said::NoWord => Why::NotJudged(no_word(claim)),
            Said::Perhaps(Some(limit)) => Why::Stopped(limit),
            Said::Perhaps(None) => Why::MayHappen,
        },
    };
    // An earlier misuse may end every run to the place.
    let both =
        [(reached.as_slice(), Why::Unreachable), (asked.as_deref().unwrap_or_default(), Why::NoMisuse)];
    for (asked, closing) in both {
        if let Said::Never(proof) = said(ending, asked, ending_pool, || None)? {
            return closed((plain, pool), claim, asked, proof, closing);
        }
    }
    let is_path_impossible = along_path(plain, claim, asked.as_deref().unwrap_or(&reached), pool)?;
    let places = places(plain.function.cfg, asked.as_deref().unwrap_or_default());
    Ok(Judged { places, is_path_impossible, ..Judged::open(why) })
}

/// Returns the places of misuses that have edges of their own.
fn places(cfg: &Cfg, asked: &[Asked]) -> Vec<Span> {
    let edges = asked.iter().filter(|one| one.is_taking).flat_map(|one| one.edges.ones());
    let mut spans: Vec<Span> = edges.map(|edge| cfg.edges[edge].span).collect();
    spans.sort_unstable();
    spans.dedup();
    spans
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
    for Asked { property, edges, .. } in all {
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

/// Returns what is said of a claim for which there is a proof.
fn closed<'a>(
    (plain, pool): (&Reduction<'a>, &mut Pool<'a>),
    claim: &Claim,
    asked: &[Asked],
    proof: Impossible,
    why: Why,
) -> Result<Judged, Cancelled> {
    let after = plain.earlier(&untaken(plain.function.cfg, asked), &proof.rounds, &|_| true, pool)?;
    if let Some(earlier) = after.first().filter(|_| is_loss(claim)) {
        return Ok(Judged::open(Why::NotJudged(earlier.sentence.clone())));
    }
    let finding = finding(plain, claim, proof);
    Ok(Judged { refuted: Some(Box::new(finding)), why, after, places: Vec::new(), is_path_impossible: true })
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

/// Returns whether a claim is that something is lost.
fn is_loss(claim: &Claim) -> bool {
    claim.rule.is_some_and(|rule| declaration(rule).is_loss())
}

/// Returns the edges of which a proof says that no run takes them.
fn untaken(cfg: &Cfg, asked: &[Asked]) -> FixedBitSet {
    let mut edges = FixedBitSet::with_capacity(cfg.edges.len());
    for one in asked.iter().filter(|one| one.is_taking) {
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
