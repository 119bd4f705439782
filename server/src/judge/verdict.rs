//! Analyses the files that a report is about, and has its results judged.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    Around,
    cancel::Never,
    finding::{Finding, VerdictKind},
    judge::{Claim, Earlier, Judged, Judgements, Why, judge_function},
    options::Options,
    rule::Rule,
    text::{Sentence, SourceText},
    unit::{TranslationUnit, UnitFunction},
    watch::NoWatch,
};
use rayon::prelude::*;

use super::{
    Report, Stated,
    claim::{self, claim},
    rules::claimed,
};
use crate::{
    build::Builds,
    present::{Located, Starts},
    project::{KeptForFile, Linked, Prepared, ReadError, analyse_safely},
};

/// What is said of one result of a report.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The verdict.
    pub kind: VerdictKind,
    /// Why, in one line.
    pub why: String,
    /// Whether the reported path is impossible, although the verdict is not `refuted`.
    pub is_path_impossible: bool,
    /// The finding with the proof of a refuted result, or with the inputs of a confirmed one.
    pub evidence: Option<Evidence>,
}

/// A finding of csieve that decides a result.
#[derive(Clone, Debug)]
pub struct Evidence {
    finding: Finding,
    base: u32,
    file: Arc<FileHere>,
}

/// A file as it was when it was judged.
#[derive(Debug)]
struct FileHere {
    source: SourceText,
    /// The names of the functions of the file with the offsets at which they start.
    starts: Vec<(String, u32)>,
}

impl Starts for FileHere {
    fn start_of(&self, function: &str) -> Option<u32> {
        self.starts.iter().find(|(name, _)| name == function).map(|(_, start)| *start)
    }
}

impl Evidence {
    /// Returns the finding at its place.
    pub fn located(&self) -> Located<'_> {
        Located {
            finding: &self.finding,
            base: self.base,
            text: self.file.source.text(),
            lines: self.file.source.lines(),
            starts: &*self.file,
            suppressed: None,
            caller: None,
        }
    }
}

impl Verdict {
    fn open(why: impl Into<String>) -> Self {
        Self { kind: VerdictKind::Unrefuted, why: why.into(), is_path_impossible: false, evidence: None }
    }

    fn not_judged(why: impl AsRef<str>) -> Self {
        Self::open(format!("not judged: {}", why.as_ref()))
    }
}

/// Where the files of a report are, and what else is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The folder that relative paths of the report start from.
    pub root: &'a Path,
    /// Other files whose functions are known.
    pub with: &'a [PathBuf],
    /// How the files are compiled.
    pub builds: &'a Builds,
}

/// The verdicts on the results of a report, in their order, and the problems with its files.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// One verdict for each result.
    pub of: Vec<Verdict>,
    /// The files that could not be read, each with the reason.
    pub unreadable: Vec<String>,
}

/// Judges the results of a report, on the threads of the current pool.
pub fn judge(report: &Report, files: Files, options: &Options) -> Verdicts {
    let mut by_file: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    let mut of: Vec<Verdict> = Vec::with_capacity(report.results.len());
    for (index, stated) in report.results.iter().enumerate() {
        let (known, place) = (claimed(stated), stated.place.as_ref());
        if let (Some(_), Some(place)) = (known, place) {
            by_file.entry(&place.file).or_default().push(index);
        }
        of.push(Verdict::not_judged(match known {
            None => format!("`{}` is not known to say what happens in a run", stated.rule),
            Some(_) => "the result has no place in a file".to_owned(),
        }));
    }
    let mut paths: Vec<PathBuf> = by_file.keys().map(|file| files.root.join(file)).collect();
    paths.extend(files.with.iter().filter(|path| !paths.contains(path)).cloned().collect::<Vec<_>>());
    let linked = Linked::uncached(&paths, (files.builds, options));
    let all: Vec<(&Vec<usize>, &Result<Prepared, _>)> = by_file.values().zip(&linked.files).collect();
    let judged = all.par_iter().map(|(indices, file)| match file {
        Ok(file) => Ok(of_file(report, indices, file, &linked, options)),
        Err((path, error)) => Err(unread(path, error)),
    });
    let judged: Vec<_> = judged.collect();
    let mut unreadable = Vec::new();
    for ((indices, _), judged) in all.into_iter().zip(judged) {
        let (verdicts, problem) = match judged {
            Ok(verdicts) => (verdicts, None),
            Err(problem) => (vec![Verdict::not_judged(&problem); indices.len()], Some(problem)),
        };
        unreadable.extend(problem);
        for (index, verdict) in indices.iter().zip(verdicts) {
            of[*index] = verdict;
        }
    }
    Verdicts { of, unreadable }
}

fn unread(path: &Path, error: &ReadError) -> String {
    format!("{}: {error}", path.display())
}

/// Judges the results in one file.
fn of_file(
    report: &Report,
    indices: &[usize],
    file: &Prepared,
    linked: &Linked,
    options: &Options,
) -> Vec<Verdict> {
    let options = options.of_build(file.wrapv);
    let summaries = linked.known_to(file, &options);
    let kept = KeptForFile::default();
    let around = Around {
        files: file.within(linked.project()).keeping(&kept),
        summaries: &summaries,
        watch: &NoWatch,
    };
    let unit = file.unit();
    let starts = unit.functions.iter().map(|function| (function.text.name.clone(), function.span().start));
    let here = Arc::new(FileHere { source: file.source.clone(), starts: starts.collect() });
    let mut verdicts: Vec<Verdict> = Vec::new();
    let mut by_function: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, index) in indices.iter().enumerate() {
        if let Some(function) = function_of(unit, &file.source, &report.results[*index]) {
            by_function.entry(function).or_default().push(at);
        }
        verdicts.push(Verdict::not_judged("no function of the file is at this line"));
    }
    let by_function: Vec<(usize, Vec<usize>)> = by_function.into_iter().collect();
    let judged = by_function.par_iter().map(|(function, places)| {
        let results: Vec<&Stated> = places.iter().map(|at| &report.results[indices[*at]]).collect();
        Judge { around, here: &here, function: &unit.functions[*function], options: &options }.of(&results)
    });
    let judged: Vec<Vec<Verdict>> = judged.collect();
    for ((_, places), judged) in by_function.iter().zip(judged) {
        for (at, verdict) in places.iter().zip(judged) {
            verdicts[*at] = verdict;
        }
    }
    verdicts
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
    around: Around<'a>,
    here: &'a Arc<FileHere>,
    function: &'a UnitFunction,
    options: &'a Options,
}

impl Judge<'_> {
    fn of(&self, results: &[&Stated]) -> Vec<Verdict> {
        let text = self.here.source.text();
        let claims: Vec<Claim> = results.iter().filter_map(|stated| self.claim(stated)).collect();
        let judge = || judge_function(text, self.around, self.function, &claims, self.options, &Never);
        let judged = match catch_unwind(AssertUnwindSafe(judge)) {
            Ok(Ok(Judgements::Of(judged))) => judged,
            Ok(Ok(Judgements::Skipped(reason))) => return self.all(results, &self.sentence(&reason)),
            Ok(Err(_)) | Err(_) => return self.all(results, "internal error"),
        };
        let known = analyse_safely(text, self.around, self.function, self.options, &Never);
        let mut confirmed: Vec<Finding> = known.map(|report| report.findings).unwrap_or_default();
        confirmed.retain(|finding| {
            finding.is_confirmed() && finding.doubt().is_none() && finding.function == self.function.text.name
        });
        let all = claims.iter().zip(judged).map(|(claim, judged)| {
            match confirmed.iter().find(|finding| is_shown_by(claim, finding)) {
                Some(finding) => self.confirmed(finding),
                None => self.verdict(claim, judged, &confirmed),
            }
        });
        all.collect()
    }

    fn all(&self, results: &[&Stated], reason: &str) -> Vec<Verdict> {
        let name = &self.function.text.name;
        vec![Verdict::not_judged(format!("`{name}` is not analysed: {reason}")); results.len()]
    }

    fn claim(&self, stated: &Stated) -> Option<Claim> {
        let place = stated.place.as_ref()?;
        let around =
            claim::Around { file: &place.file, source: &self.here.source, function: self.function.span() };
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
        Evidence { finding, base: self.function.span().start, file: Arc::clone(self.here) }
    }

    fn sentence(&self, sentence: &Sentence) -> String {
        sentence.resolved(self.function.span().start, self.here.source.lines())
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
