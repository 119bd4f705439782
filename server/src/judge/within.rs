//! Judges the results in one file, function by function.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use csieve_analysis::{
    Around,
    cancel::{Cancel, Cancelled},
    finding::{Finding, FunctionReport, VerdictKind},
    judge::{Claim, Earlier, Judged, Judgements, Why, judge_function},
    options::Options,
    rule::Rule,
    text::{Sentence, SourceText},
    unit::{TranslationUnit, UnitFunction},
};
use rayon::prelude::*;

use super::{
    Evidence, Stated, Verdict,
    claim::{self, claim},
    rules::claimed,
    verdict::FileHere,
};

/// A file in which results are judged.
#[derive(Clone, Copy)]
pub struct JudgedFile<'a> {
    /// The functions and declarations of the file.
    pub unit: &'a TranslationUnit,
    /// The text of the file.
    pub source: &'a SourceText,
    /// What is known of other functions.
    pub around: Around<'a>,
    /// The options of the analysis, for the build of the file.
    pub options: &'a Options,
    /// What csieve itself finds in a function of the unit, which its index names; `None` if that is not known.
    pub report_of: &'a (dyn Fn(usize) -> Option<Arc<FunctionReport>> + Sync),
}

/// Judges results in a file, on the threads of the current pool. There is a verdict for each, in their order.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn judge_in(
    file: &JudgedFile,
    results: &[&Stated],
    cancel: &(dyn Cancel + Sync),
) -> Result<Vec<Verdict>, Cancelled> {
    let here = Arc::new(FileHere::new(file.unit, file.source));
    let mut verdicts: Vec<Verdict> = Vec::new();
    let mut by_function: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, stated) in results.iter().enumerate() {
        if claimed(stated).is_none() {
            verdicts.push(Verdict::not_known(&stated.rule));
            continue;
        }
        if let Some(function) = function_of(file.unit, file.source, stated) {
            by_function.entry(function).or_default().push(at);
        }
        verdicts.push(Verdict::not_judged("no function of the file is at this line"));
    }
    let by_function: Vec<(usize, Vec<usize>)> = by_function.into_iter().collect();
    let judged = by_function.par_iter().map(|(function, places)| {
        let results: Vec<&Stated> = places.iter().map(|at| results[*at]).collect();
        let index = *function;
        Judge { file: *file, here: &here, function: &file.unit.functions[index], index }.of(&results, cancel)
    });
    let judged = judged.collect::<Result<Vec<Vec<Verdict>>, Cancelled>>()?;
    for ((_, places), judged) in by_function.iter().zip(judged) {
        for (at, verdict) in places.iter().zip(judged) {
            verdicts[*at] = verdict;
        }
    }
    Ok(verdicts)
}

/// Returns the function of a file that is on the line of a result. `None` if there is none, or more than one.
fn function_of(unit: &TranslationUnit, source: &SourceText, stated: &Stated) -> Option<usize> {
    let line = stated.place.as_ref().map_or(0, |place| place.line);
    let lines = source.lines();
    let has_line = |function: &UnitFunction| {
        let span = function.span();
        (lines.line_number(span.start)..=lines.line_number(span.end)).contains(&line)
    };
    let mut all = (0..unit.functions.len()).filter(|index| has_line(&unit.functions[*index]));
    all.next().filter(|_| all.next().is_none())
}

/// The results in one function.
struct Judge<'a> {
    file: JudgedFile<'a>,
    here: &'a Arc<FileHere>,
    function: &'a UnitFunction,
    /// The index of the function in the unit.
    index: usize,
}

impl Judge<'_> {
    fn of(&self, results: &[&Stated], cancel: &dyn Cancel) -> Result<Vec<Verdict>, Cancelled> {
        let JudgedFile { source, around, options, report_of, .. } = self.file;
        let claims: Vec<Claim> = results.iter().filter_map(|stated| self.claim(stated)).collect();
        let judge = || judge_function(source.text(), around, self.function, &claims, options, cancel);
        let judged = match catch_unwind(AssertUnwindSafe(judge)) {
            Ok(Ok(Judgements::Of(judged))) => judged,
            Ok(Ok(Judgements::Skipped(reason))) => return Ok(self.all(results, &self.sentence(&reason))),
            Ok(Err(Cancelled)) => return Err(Cancelled),
            Err(_) => return Ok(self.all(results, "internal error")),
        };
        let known = report_of(self.index);
        let mut confirmed: Vec<Finding> = known.map(|report| report.findings.clone()).unwrap_or_default();
        confirmed.retain(|finding| {
            finding.is_confirmed() && finding.doubt().is_none() && finding.function == self.function.text.name
        });
        let all = claims.iter().zip(judged).map(|(claim, judged)| {
            match confirmed.iter().find(|finding| is_shown_by(claim, finding)) {
                Some(finding) => self.confirmed(finding),
                None => self.verdict(claim, judged, &confirmed),
            }
        });
        Ok(all.collect())
    }

    fn all(&self, results: &[&Stated], reason: &str) -> Vec<Verdict> {
        let name = &self.function.text.name;
        vec![Verdict::not_judged(format!("`{name}` is not analysed: {reason}")); results.len()]
    }

    fn claim(&self, stated: &Stated) -> Option<Claim> {
        let place = stated.place.as_ref()?;
        let around =
            claim::Around { file: &place.file, source: self.file.source, function: self.function.span() };
        Some(claim(stated, place.line, claimed(stated)?, &around))
    }

    fn confirmed(&self, finding: &Finding) -> Verdict {
        let evidence = self.evidence(finding.clone());
        let why = evidence.located().message();
        Verdict { kind: VerdictKind::Confirmed, why, is_path_impossible: false, evidence: Some(evidence) }
    }

    /// Returns the verdict on a claim that no run shows to be true. `confirmed` are the misuses that runs show.
    fn verdict(&self, claim: &Claim, judged: Judged, confirmed: &[Finding]) -> Verdict {
        let open = match (judged.refuted, judged.why) {
            (Some(finding), why) => {
                let mut first = judged.after.iter();
                match first.find(|earlier| !is_other(claim, earlier, confirmed)) {
                    None => return self.refuted(*finding, &why, &judged.after),
                    Some(earlier) => {
                        let sentence = self.sentence(&earlier.sentence);
                        return Verdict::open(format!("the run would end before: {sentence}"));
                    }
                }
            }
            (None, Why::NotJudged(reason)) => Verdict::not_judged(self.sentence(&reason)),
            (None, Why::Stopped(limit)) => Verdict::open(limit),
            (None, Why::MayOverflow) => Verdict::open("it may happen after the overflow of a signed number"),
            (None, _) => Verdict::open("a path is left on which it may happen"),
        };
        if !judged.is_path_impossible {
            return open;
        }
        let why = format!("{}; the reported path is impossible", open.why);
        Verdict { why, is_path_impossible: true, ..open }
    }

    fn refuted(&self, finding: Finding, why: &Why, after: &[Earlier]) -> Verdict {
        let evidence = self.evidence(finding);
        let located = evidence.located();
        let proof = located.proof().map(|(at, proof)| at.reason(proof)).unwrap_or_default();
        let what = if *why == Why::Unreachable { "no run gets here" } else { "no run does this" };
        let why = match after.first() {
            Some(earlier) if earlier.is_certain => {
                format!("{what}: {}, as a run confirms", self.sentence(&earlier.sentence))
            }
            Some(earlier) => {
                let earlier = self.sentence(&earlier.sentence);
                format!("{what}, unless another misuse ended it before ({earlier}): {proof}")
            }
            None => format!("{what}: {proof}"),
        };
        Verdict { kind: VerdictKind::Refuted, why, is_path_impossible: true, evidence: Some(evidence) }
    }

    fn evidence(&self, finding: Finding) -> Evidence {
        Evidence::new(finding, self.function.span().start, self.here)
    }

    fn sentence(&self, sentence: &Sentence) -> String {
        sentence.resolved(self.function.span().start, self.file.source.lines())
    }
}

/// Returns whether a confirmed finding shows with a run that a claim is true.
fn is_shown_by(claim: &Claim, finding: &Finding) -> bool {
    let is_there = claim.line.start <= finding.span.start && finding.span.start <= claim.line.end;
    claim.rule == Some(finding.rule) && is_there && may_be_of(claim, &finding.subject)
}

/// Returns whether a claim may be about a variable or expression.
fn may_be_of(claim: &Claim, subject: &str) -> bool {
    claim.subject.as_ref().is_none_or(|claimed| subject.is_empty() || claimed == subject)
}

/// Returns whether an earlier misuse leaves a claim refuted. It must be of another kind: one of the same kind may be what
/// the claim means, on an earlier line. One that every run does must be confirmed.
fn is_other(claim: &Claim, earlier: &Earlier, confirmed: &[Finding]) -> bool {
    let is_there =
        |finding: &Finding| finding.span.contains(earlier.span) || earlier.span.contains(finding.span);
    let is_known = |finding: &Finding| finding.rule == earlier.rule && is_there(finding);
    let is_other_kind = claim.rule.is_some_and(|rule| !is_same_kind(earlier.rule, rule));
    is_other_kind && (!earlier.is_certain || confirmed.iter().any(is_known))
}

/// Returns whether two rules are about the same kind of misuse.
fn is_same_kind(one: Rule, other: Rule) -> bool {
    let is_freed = |rule| matches!(rule, Rule::UseAfterFree | Rule::DoubleFree | Rule::InvalidFree);
    one == other || is_freed(one) && is_freed(other)
}
