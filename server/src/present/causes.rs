//! Puts findings of one cause together: one change mends all of them, so they are told once.

use std::{cmp::Reverse, hash::Hash, path::Path};

use csieve_analysis::{
    finding::{CauseKind, Finding},
    habits::Tested,
    rule::Rule,
    text::words,
};
use indexmap::IndexMap;

use super::{Allocations, Located, rank::rank, slashed};

/// Findings of one cause.
#[derive(Debug)]
pub struct Cause<T> {
    /// What the findings have in common.
    pub shared: Shared,
    /// A short name of the cause, which stays the same as long as the functions do: eight hexadecimal digits.
    pub id: String,
    /// The finding that is told: the one of the highest rank, the first one of equal ones.
    pub first: T,
    /// The other findings, in order.
    pub others: Vec<T>,
    /// What the callers of the function do that fails, if somebody counted them.
    pub tested: Option<Tested>,
}

/// What findings of one cause have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shared {
    /// The statement that leads to them, or just what they say.
    Statement,
    /// Calls of this function fail, and nobody notices.
    Failure(String),
    /// Calls of this function leave variables without values, and nobody notices.
    Omission(String),
    /// Nobody knows whether calls of this function return, and the paths go on behind them.
    Return(String),
    /// What the first function makes is released by the second one.
    Mismatch(String, String),
    /// The macro of this name misuses something that its invocations do not mention.
    Macro(String),
    /// They are about allocations of one file.
    Allocations,
}

impl<T> Cause<T> {
    /// Returns all findings of the cause, the one that is told first.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the rank of the cause, of which `first` is the rank of the finding that is told. A function or macro that
    /// nobody distrusts is a habit of the project if there are many such places: each doubling takes 3 off.
    pub fn rank(&self, first: u8) -> u8 {
        let doublings = (self.others.len() as u32 + 1).ilog2() as u8;
        match self.shared {
            Shared::Statement => first,
            _ => first.saturating_sub(3 * doublings).max(1),
        }
    }
}

impl Shared {
    /// Returns the function that fails unnoticed.
    pub fn failing(&self) -> Option<&str> {
        if let Self::Failure(callee) = self { Some(callee) } else { None }
    }

    /// Returns the beginning of a sentence about the other places, which a list of places ends.
    pub fn elsewhere(&self) -> String {
        match self {
            Self::Statement => "the same on".to_owned(),
            Self::Failure(callee) => format!("{callee} may also fail unnoticed on"),
            Self::Omission(callee) => format!("{callee} may also leave its output unset without a check on"),
            Self::Return(callee) => format!("{callee} is taken to return also on"),
            Self::Mismatch(made_by, released_by) => {
                format!("{released_by} also releases what {made_by} made on")
            }
            Self::Macro(name) => format!("the macro {name} does the same on"),
            Self::Allocations => "other allocations are used unchecked on".to_owned(),
        }
    }

    /// Returns the word for it in outputs for programs, and the functions or the macro that it names.
    pub fn told(&self) -> (&'static str, Vec<String>) {
        match self {
            Self::Statement => ("statement", Vec::new()),
            Self::Failure(callee) => ("failure", vec![callee.clone()]),
            Self::Omission(callee) => ("omission", vec![callee.clone()]),
            Self::Return(callee) => ("return", vec![callee.clone()]),
            Self::Mismatch(made_by, released_by) => ("mismatch", vec![made_by.clone(), released_by.clone()]),
            Self::Macro(name) => ("macro", vec![name.clone()]),
            Self::Allocations => ("allocations", Vec::new()),
        }
    }
}

/// What tells causes apart: what their findings share, and a text that has everything else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    shared: Shared,
    text: String,
}

/// Puts findings of one cause together, in the order of their first findings. `about` returns the path of a finding's file,
/// the finding, and what is done with it if it is about an allocation.
pub fn causes<'p, 'a, T>(
    findings: impl IntoIterator<Item = T>,
    about: impl Fn(&T) -> (&'p Path, Located<'a>, Allocations),
) -> Vec<Cause<T>> {
    let mut causes: IndexMap<Key, Vec<T>> = IndexMap::new();
    for finding in findings {
        let (path, located, allocations) = about(&finding);
        let folds = allocations == Allocations::Fold && Allocations::are_about(&located, path);
        let key = if folds { of_file(path, &located) } else { key(path, &located) };
        causes.entry(key).or_default().push(finding);
    }
    let rank_of = |finding: &T| {
        let (path, located, _) = about(finding);
        rank(&located, path)
    };
    causes.into_iter().map(|(key, findings)| key.cause(findings, rank_of)).collect()
}

impl Key {
    /// Makes a cause of its findings, of which there is at least one.
    fn cause<T>(self, mut findings: Vec<T>, rank: impl Fn(&T) -> u8) -> Cause<T> {
        let best = findings.iter().map(rank).enumerate().max_by_key(|(at, rank)| (*rank, Reverse(*at)));
        let first = findings.remove(best.map_or(0, |(at, _)| at));
        let hash = xxhash_rust::xxh3::xxh3_64(self.text.as_bytes());
        Cause {
            id: format!("{:08x}", hash >> 32),
            shared: self.shared,
            first,
            others: findings,
            tested: None,
        }
    }
}

/// Returns the key of what is used unchecked in a file.
fn of_file(path: &Path, located: &Located) -> Key {
    let kind = kind(located.finding);
    Key { shared: Shared::Allocations, text: format!("allocations\n{}\n{kind}", slashed(path)) }
}

/// Returns the key of the cause of a finding. Findings that are proofs, or refuted, stay alone: each has reasons of its own.
fn key(path: &Path, located: &Located) -> Key {
    let finding = located.finding;
    let everywhere = |shared: Shared| {
        let text = format!("{}\n{}\n{shared:?}", finding.id(), kind(finding));
        Key { shared, text }
    };
    let here = |what: String| {
        let text =
            format!("{}\n{}\n{}\n{}\n{what}", slashed(path), finding.function, finding.id(), kind(finding));
        Key { shared: Shared::Statement, text }
    };
    // Of two releases that come too often, each is a statement too much.
    let is_release = matches!(finding.rule, Rule::DoubleFree | Rule::DoubleClose);
    if finding.is_refuted() || finding.is_proved() || is_release {
        return here(format!("{:?}", finding.span));
    }
    if let Some(name) = guilty_macro(located) {
        return everywhere(Shared::Macro(name.to_owned()));
    }
    let Some(cause) = &finding.cause else { return here(located.message()) };
    match &cause.kind {
        CauseKind::Failure { callee, is_own: true, .. } => everywhere(Shared::Failure(callee.to_string())),
        CauseKind::Omission { callee, is_own: true } => everywhere(Shared::Omission(callee.to_string())),
        CauseKind::Return { callee } => everywhere(Shared::Return(callee.to_string())),
        CauseKind::Mismatch { made_by, released_by } => {
            everywhere(Shared::Mismatch(made_by.to_string(), released_by.to_string()))
        }
        CauseKind::Statement | CauseKind::Failure { .. } | CauseKind::Omission { .. } => {
            here(format!("{:?}", cause.span))
        }
    }
}

/// Returns the verdict of a finding as far as it tells causes apart: a doubt has a reason of its own.
fn kind(finding: &Finding) -> &'static str {
    match finding.doubt() {
        Some(doubt) => doubt.hint.as_str(),
        None if finding.is_refuted() => "refuted",
        None => "kept",
    }
}

/// Returns the name of the macro that brings all of a misuse with it: the function itself does not mention what is misused.
fn guilty_macro<'a>(located: &Located<'a>) -> Option<&'a str> {
    let finding = located.finding;
    let cause = finding.cause.as_ref();
    let invocation = match cause {
        Some(cause) if cause.is_expanded => cause.span,
        Some(cause) if !finding.span.contains(cause.span) => return None,
        _ => finding.expansion.as_ref().map(|_| finding.span)?,
    };
    let end = located.span(finding.span).end.max(located.span(invocation).end);
    let function = located.text.get(located.base as usize..end as usize)?;
    let object = words(&finding.subject).next()?;
    let is_mentioned = words(function).any(|word| word == object);
    let invocation = located.text.get(located.span(invocation).range())?;
    let name = invocation.split('(').next()?.split_whitespace().last().and_then(|text| words(text).last())?;
    (!is_mentioned).then_some(name)
}

/// Returns the words for lines of one file, at most this many of them.
pub fn numbers(lines: &[u32], most: usize) -> String {
    let named: Vec<String> = lines.iter().take(most).map(u32::to_string).collect();
    let more = match lines.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{} {}{more}", if lines.len() == 1 { "line" } else { "lines" }, named.join(", "))
}
