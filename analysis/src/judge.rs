//! Judging the claims of other tools about one function.

use std::cell::OnceCell;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    text::{Sentence, Span},
};
use csieve_dataflow::{automaton::automaton, bounds::guard};
use csieve_lowering::unit::{UnitFunction, lowered};
use csieve_modelcheck::model::Function;
use csieve_reduction::{
    consult::Around,
    interprocedural::{Subject, refute_places},
    reduce::{ENDING, FindingWords, NoRuns, Pool, Reduction},
};
use csieve_reports::finding::Finding;

use csieve_judge::Judge;
pub use csieve_judge::{Claim, Earlier, Judged, Why};

/// What is said of the claims about a function.
#[derive(Clone, Debug)]
pub enum Judgements {
    /// What is said of each claim, in their order.
    Of(Vec<Judged>),
    /// The function is not analysed, with the reason.
    Skipped(Sentence),
}

/// Judges claims about one function of a unit. `file_text` is the text of the unit's file. A claim is refuted only if
/// that holds as well where signed overflow wraps around in the function: tools report what happens then, and so it does.
///
/// # Errors
/// [`Cancelled`] if `cancel` asked to stop before the end.
pub fn judge_function(
    file_text: &str,
    around: Around,
    function: &UnitFunction,
    claims: &[Claim],
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Judgements, Cancelled> {
    let judged = judged(file_text, around, function, claims, options, cancel)?;
    let Judgements::Of(mut all) = judged else { return Ok(judged) };
    let refuted: Vec<usize> = (0..all.len()).filter(|at| all[*at].refuted.is_some()).collect();
    if options.wrapv || refuted.is_empty() {
        return Ok(Judgements::Of(all));
    }
    let asked: Vec<Claim> = refuted.iter().map(|at| claims[*at].clone()).collect();
    let again = self::judged(file_text, around, function, &asked, &options.of_build(true), cancel)?;
    if let Judgements::Of(again) = again {
        for (at, _) in refuted.iter().zip(again).filter(|(_, again)| again.refuted.is_none()) {
            all[*at] = Judged { refuted: None, why: Why::MayOverflow, ..all[*at].clone() };
        }
    }
    Ok(Judgements::Of(all))
}

/// Judges claims with the semantics of the options.
fn judged(
    file_text: &str,
    around: Around,
    function: &UnitFunction,
    claims: &[Claim],
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Judgements, Cancelled> {
    let cfg = match lowered(&around.unit().context, &options.library, around.summaries, function) {
        Ok(cfg) => guard(cfg, options.wrapv),
        Err(skipped) => return Ok(Judgements::Skipped(skipped.reason())),
    };
    let text = file_text.get(function.span().range()).unwrap_or_default();
    let function = Function::new(&cfg);
    let automaton = automaton(&cfg, &function.dependencies, options.wrapv);
    let trusting = OnceCell::new();
    let reduction = |ending| Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &trusting,
        text,
        ending,
        refuters: csieve_refuters::chosen(options.refuters),
        early: &NoRuns,
        options,
        cancel,
        watch: around.watch,
    };
    let (plain, ending) = (reduction(&[]), reduction(ENDING));
    let mut judge = Judge { plain, ending, pool: Pool::default(), ending_pool: Pool::default() };
    let mut all = Vec::with_capacity(claims.len());
    let subject = Subject { cfg: &cfg, around, file_text, options, is_strict: true, cancel };
    for claim in claims {
        let judged = csieve_judge::decide(&mut judge, claim)?;
        all.push(in_larger_graphs(subject, &judge.plain, claim, judged)?);
    }
    Ok(Judgements::Of(all))
}

/// Tries an open claim about misuses with edges of their own once more, with the bodies of callees and through all
/// callers of the function.
fn in_larger_graphs(
    subject: Subject,
    reduction: &Reduction,
    claim: &Claim,
    judged: Judged,
) -> Result<Judged, Cancelled> {
    let Some(rule) = claim.rule.filter(|_| !judged.places.is_empty()) else { return Ok(judged) };
    let finding = |span: &Span| {
        let words = FindingWords { span: *span, message: Sentence::default(), subject: String::new() };
        reduction.stated(rule, words, Vec::new(), Vec::new())
    };
    let mut findings: Vec<Finding> = judged.places.iter().map(finding).collect();
    refute_places(subject, &mut findings)?;
    if !findings.iter().all(Finding::is_refuted) {
        return Ok(judged);
    }
    let refuted = findings.into_iter().next().map(Box::new);
    Ok(Judged { refuted, why: Why::NoMisuse, is_path_impossible: true, ..judged })
}
