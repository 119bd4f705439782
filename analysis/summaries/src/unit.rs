//! Computes the summaries of all functions of a translation unit, callees first.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashSet, FxHasher};

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_domains::interval::Interval;
use csieve_graph::{IntType, Type};
use csieve_lowering::{
    summary::{Param, Returned, Summaries, Summary},
    unit::{TranslationUnit, UnitFunction, lowered},
};

use super::{
    function,
    graph::{groups, is_recursive},
};

/// The largest number of mutually recursive functions that are brought to a fixpoint together.
const MAX_GROUP: usize = 24;
/// The largest number of rounds of the fixpoint iteration over mutually recursive functions.
const MAX_ROUNDS: usize = 12;
/// The number of rounds of the fixpoint iteration that keep all bounds of ranges. Later rounds widen ranges
/// to the bounds of types and to -1, 0 and 1, so that the iteration ends.
const EXACT_ROUNDS: usize = 4;

/// A store of summaries by a hash of what they were made of. After an edit, only the summaries that it may
/// change are computed again.
pub trait Cache {
    /// Returns the summary for a key, if the key is known. The inner value is `None` if the function has no
    /// summary.
    fn get(&self, key: u64) -> Option<Option<Arc<Summary>>>;
    /// Stores a summary.
    fn put(&self, key: u64, summary: Option<Arc<Summary>>);
}

/// A cache that stores nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoCache;

impl Cache for NoCache {
    fn get(&self, _key: u64) -> Option<Option<Arc<Summary>>> {
        None
    }

    fn put(&self, _key: u64, _summary: Option<Arc<Summary>>) {}
}

/// Summarises the functions of a unit. Their callees in other files have the summaries `others`. Returns both
/// the new summaries and `others`.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn unit_summaries(
    unit: &TranslationUnit,
    others: &Summaries,
    options: &Options,
    cache: &(dyn Cache + Sync),
    cancel: &dyn Cancel,
) -> Result<Summaries, Cancelled> {
    let (maker, mut all) = (Maker::new(unit, options, cache), others.clone());
    // A function that the file itself defines never has the summary of another file's function.
    for function in &unit.functions {
        maker.set(&mut all, function, None);
    }
    for group in groups(&unit.functions) {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        maker.group(&mut all, &group);
    }
    Ok(all)
}

/// Summarises the functions of a unit.
pub(crate) struct Maker<'a> {
    pub(crate) unit: &'a TranslationUnit,
    options: &'a Options,
    cache: &'a (dyn Cache + Sync),
    ambiguous: FxHashSet<&'a str>,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(
        unit: &'a TranslationUnit,
        options: &'a Options,
        cache: &'a (dyn Cache + Sync),
    ) -> Self {
        Self { unit, options, cache, ambiguous: unit.ambiguous() }
    }

    /// Sets the summary of a function in `all`.
    pub(crate) fn set(&self, all: &mut Summaries, function: &UnitFunction, summary: Option<Arc<Summary>>) {
        let summary = summary.filter(|_| self.is_only(function));
        all.set(function.text.name.as_str().into(), summary);
    }

    /// Returns whether a function is the only one of its name in the file, and calls by that name reach it.
    fn is_only(&self, function: &UnitFunction) -> bool {
        let name = &function.text.name;
        self.unit.context.is_definition(name) && !self.ambiguous.contains(name.as_str())
    }

    /// Summarises functions that call each other. `all` has the summaries of the other functions that they call, and
    /// gets the new ones.
    pub(crate) fn group(&self, all: &mut Summaries, group: &[usize]) {
        let functions = &self.unit.functions;
        let together = is_recursive(functions, group) && group.len() <= MAX_GROUP;
        if together && self.reach_fixpoint(all, group) {
            return;
        }
        // An unfinished iteration covers only some runs. So within this group, callees count as unknown.
        for &index in group {
            self.set(all, &functions[index], None);
        }
        let summaries: Vec<_> = group.iter().map(|&index| self.summary(all, &functions[index])).collect();
        for (&index, summary) in group.iter().zip(summaries) {
            self.set(all, &functions[index], summary);
        }
    }

    /// Summarises the functions of a group again and again until nothing changes, first as if none of them
    /// ever returned. Returns `false` if that takes too many rounds.
    fn reach_fixpoint(&self, all: &mut Summaries, group: &[usize]) -> bool {
        let functions = &self.unit.functions;
        for &index in group {
            let params = self.unit.context.parameter_count(&functions[index].text.name);
            let bottom = params.map(|(count, variadic)| Arc::new(of_no_run(count, variadic)));
            self.set(all, &functions[index], bottom);
        }
        for round in 0..MAX_ROUNDS {
            let mut changed = false;
            for &index in group {
                let mut summary = self.summary(all, &functions[index]);
                if let Some(summary) = summary.as_mut().filter(|_| round >= EXACT_ROUNDS) {
                    widen(Arc::make_mut(summary));
                }
                changed |= all.get(&functions[index].text.name) != summary.as_ref();
                self.set(all, &functions[index], summary);
            }
            if !changed {
                return true;
            }
        }
        false
    }

    fn summary(&self, all: &Summaries, function: &UnitFunction) -> Option<Arc<Summary>> {
        let mut hasher = FxHasher::default();
        function.text.text.hash(&mut hasher);
        function.text.positions.hash(&mut hasher);
        function.varies().hash(&mut hasher);
        (self.unit.context_hash, self.options.wrapv, &self.options.library, all.around(function))
            .hash(&mut hasher);
        let key = hasher.finish();
        self.cache.get(key).unwrap_or_else(|| {
            let summary = self.made(all, function).map(Arc::new);
            self.cache.put(key, summary.clone());
            summary
        })
    }

    fn made(&self, all: &Summaries, function: &UnitFunction) -> Option<Summary> {
        let cfg = lowered(&self.unit.context, &self.options.library, all, function).ok()?;
        function::summary(&cfg, self.options.wrapv, &|name| self.unit.context.is_variable(name))
    }
}

/// Returns the summary of a function that never returns and does nothing, from which the fixpoint iteration
/// starts.
fn of_no_run(params: usize, variadic: bool) -> Summary {
    let param =
        Param { ty: Type::Unknown, dereferenced: None, touched: true, kept: false, contents_kept: false };
    Summary { params: vec![param; params], variadic, cases: Vec::new(), globals: Vec::new() }
}

/// Widens all ranges of a summary to bounds of types and to -1, 0 and 1.
fn widen(summary: &mut Summary) {
    for case in &mut summary.cases {
        if let Returned::Value(value) = &mut case.returns {
            *value = widened(*value);
        }
        case.args.iter_mut().for_each(|arg| *arg = widened(*arg));
        // The access path of a condition may get longer in every round, so that the iteration would not end.
        case.conditions.clear();
        for (_, value) in case.writes.iter_mut().filter_map(|written| written.value.as_mut()) {
            *value = widened(*value);
        }
    }
}

fn widened(range: Interval) -> Interval {
    let Some((low, high)) = range.bounds() else { return range };
    let types = [IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG].map(Interval::of_type);
    let of_types = types.into_iter().filter_map(Interval::bounds).flat_map(|(low, high)| [low, high]);
    let kept: Vec<_> = of_types.chain([-1, 0, 1]).collect();
    let low = kept.iter().copied().filter(|bound| *bound <= low).max();
    let high = kept.iter().copied().filter(|bound| *bound >= high).min();
    Interval::new(low.unwrap_or(Interval::NEG_INFINITY), high.unwrap_or(Interval::POS_INFINITY))
}
