//! Computes the summaries of all functions of a translation unit, callees first.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::FxHasher;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_domains::interval::Interval;
use csieve_graph::{IntType, Type};
use csieve_lowering::{
    project::ProjectFile,
    summary::{Param, Returned, Summaries, Summary},
    unit::{FunctionOutline, HeaderPlace, TranslationUnit, lowered},
};

use super::{
    export::in_header,
    function,
    graph::{called, called_by, groups, is_recursive},
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
pub trait Cache: fmt::Debug {
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
    some_summaries(unit, |_| true, others, options, cache, cancel)
}

/// Summarises the functions of a unit that are `wanted` by their names, and the functions that they call. Otherwise like
/// [`unit_summaries`]: nothing is known of the other functions.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn some_summaries(
    unit: &TranslationUnit,
    wanted: impl Fn(&str) -> bool,
    others: &Summaries,
    options: &Options,
    cache: &(dyn Cache + Sync),
    cancel: &dyn Cancel,
) -> Result<Summaries, Cancelled> {
    let (functions, of_headers) = (unit.function_outlines(None), unit.header_outlines());
    let outlines = Outlines { functions: &functions, of_headers: &of_headers };
    let maker =
        Maker::new((outlines, unit.context_hash), Source::Unit(unit), options, cache, Missing::IsMade);
    let groups = called_by(&functions, groups(&functions), |function| wanted(&function.name));
    summaries_of(&maker, groups, others, cancel)
}

/// Summarises the functions of a file that are `needed`. Its functions are read only if some summary is not in the cache.
/// Otherwise like [`unit_summaries`].
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn file_summaries(
    (file, needed): (&ProjectFile, Needed),
    others: &Summaries,
    options: &Options,
    cache: &(dyn Cache + Sync),
    cancel: &dyn Cancel,
) -> Result<Summaries, Cancelled> {
    let maker = Maker::of_file(file, options, cache, Missing::IsMade);
    let mut groups = groups(maker.functions);
    if needed == Needed::Called {
        let called = called(maker.functions);
        let is_called = |index: &usize| called.contains(&*maker.functions[*index].name);
        groups.retain(|group| group.iter().any(is_called));
    }
    summaries_of(&maker, groups, others, cancel)
}

/// Summarises groups of functions, callees first.
fn summaries_of(
    maker: &Maker,
    groups: Vec<Vec<usize>>,
    others: &Summaries,
    cancel: &dyn Cancel,
) -> Result<Summaries, Cancelled> {
    let mut all = others.clone();
    maker.add_of_headers(&mut all).unwrap_or_else(|Unknown| unreachable!("what is missing is made"));
    // A function that the file itself defines never has the summary of another file's function.
    for function in maker.functions {
        set(&mut all, function, None);
    }
    for group in groups {
        cancel.go_on()?;
        maker.group(&mut all, &group).unwrap_or_else(|Unknown| unreachable!("what is missing is made"));
    }
    Ok(all)
}

/// What happens with a summary that is not in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is made from the function.
    IsMade,
    /// It stays unknown; somebody else will make it.
    StaysUnknown,
}

/// The functions whose summaries are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// All functions, also those that only a later version of a file will call.
    All,
    /// The functions that some function calls. A summary is for callers, so that nothing is known less: what only the
    /// linker, a table, or a caller outside of the project knows is analysed without one.
    Called,
}

/// A summary is not in the cache, and is not to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unknown;

/// Where the functions of a unit are.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// They are parsed.
    Unit(&'a TranslationUnit),
    /// They are read when they are needed.
    File(&'a ProjectFile),
}

/// The functions of a unit.
#[derive(Clone, Copy)]
struct Outlines<'a> {
    functions: &'a [FunctionOutline],
    /// The short functions of headers that these may call.
    of_headers: &'a [(FunctionOutline, HeaderPlace)],
}

/// Summarises the functions of a unit.
pub(crate) struct Maker<'a> {
    pub(crate) functions: &'a [FunctionOutline],
    /// The short functions of headers that these may call; none if the functions are such ones themselves.
    pub(crate) of_headers: &'a [(FunctionOutline, HeaderPlace)],
    /// Whether the functions are those of headers.
    is_of_headers: bool,
    context_hash: u64,
    source: Source<'a>,
    options: &'a Options,
    cache: &'a (dyn Cache + Sync),
    missing: Missing,
    /// A hash of the options that summaries depend on.
    options_hash: u64,
}

/// Sets the summary of a function in `all`, if calls by its name reach it and no other.
pub(crate) fn set(all: &mut Summaries, function: &FunctionOutline, summary: Option<Arc<Summary>>) {
    let is_it = function.is_only
        || function.is_inline && all.inlined().text(&function.name) == Some(function.text_hash);
    all.set(Arc::clone(&function.name), summary.filter(|_| is_it));
}

impl<'a> Maker<'a> {
    fn new(
        (outlines, context_hash): (Outlines<'a>, u64),
        source: Source<'a>,
        options: &'a Options,
        cache: &'a (dyn Cache + Sync),
        missing: Missing,
    ) -> Self {
        let mut hasher = FxHasher::default();
        (options.wrapv, &options.library).hash(&mut hasher);
        let options_hash = hasher.finish();
        let Outlines { functions, of_headers } = outlines;
        Self {
            functions,
            of_headers,
            is_of_headers: false,
            context_hash,
            source,
            options,
            cache,
            missing,
            options_hash,
        }
    }

    pub(crate) fn of_file(
        file: &'a ProjectFile,
        options: &'a Options,
        cache: &'a (dyn Cache + Sync),
        missing: Missing,
    ) -> Self {
        let outline = &file.outline;
        let outlines = Outlines { functions: &outline.functions, of_headers: &outline.header_functions };
        Self::new((outlines, outline.context_hash), Source::File(file), options, cache, missing)
    }

    /// Adds the summaries of the short functions of headers that the functions of the unit may call. Of what these call,
    /// only other ones of headers are known.
    ///
    /// # Errors
    /// [`Unknown`] if a summary is missing and not to be made.
    pub(crate) fn add_of_headers(&self, all: &mut Summaries) -> Result<(), Unknown> {
        if self.of_headers.is_empty() {
            return Ok(());
        }
        let functions: Vec<FunctionOutline> =
            self.of_headers.iter().map(|(function, _)| function.clone()).collect();
        let maker = Maker { functions: &functions, of_headers: &[], is_of_headers: true, ..*self };
        let mut made = all.without_any();
        let called = called(self.functions);
        for group in called_by(&functions, groups(&functions), |function| called.contains(&*function.name)) {
            maker.group(&mut made, &group)?;
            for index in group {
                let (function, place) = &self.of_headers[index];
                let summary = made.get(&function.name).map(|summary| in_header(summary, place));
                set(&mut made, function, summary.clone());
                set(all, function, summary);
            }
        }
        Ok(())
    }

    fn unit(&self) -> &'a TranslationUnit {
        match self.source {
            Source::Unit(unit) => unit,
            Source::File(file) => file.unit(),
        }
    }

    /// Summarises functions that call each other. `all` has the summaries of the other functions that they call, and
    /// gets the new ones.
    ///
    /// # Errors
    /// [`Unknown`] if a summary is missing and not to be made. Then nothing is known of the functions.
    pub(crate) fn group(&self, all: &mut Summaries, group: &[usize]) -> Result<(), Unknown> {
        let functions = self.functions;
        let is_recursive = is_recursive(functions, group);
        if is_recursive && group.len() <= MAX_GROUP && self.reach_fixpoint(all, group)? {
            return Ok(());
        }
        // An unfinished iteration covers only some runs. So within this group, callees count as unknown.
        for &index in group {
            set(all, &functions[index], None);
        }
        let summaries = group.iter().map(|&index| self.summary(all, index)).collect::<Result<Vec<_>, _>>()?;
        for (&index, mut summary) in group.iter().zip(summaries) {
            if is_recursive {
                forget_events(&mut summary);
            }
            set(all, &functions[index], summary);
        }
        Ok(())
    }

    /// Summarises the functions of a group again and again until nothing changes, first as if none of them
    /// ever returned. Returns `false` if that takes too many rounds.
    fn reach_fixpoint(&self, all: &mut Summaries, group: &[usize]) -> Result<bool, Unknown> {
        let functions = self.functions;
        for &index in group {
            let params = functions[index].parameters;
            let bottom = params.map(|(count, variadic)| Arc::new(of_no_run(count as usize, variadic)));
            set(all, &functions[index], bottom);
        }
        for round in 0..MAX_ROUNDS {
            let mut changed = false;
            for &index in group {
                let mut summary = self.summary(all, index)?;
                if let Some(summary) = summary.as_mut().filter(|_| round >= EXACT_ROUNDS) {
                    widen(Arc::make_mut(summary));
                }
                forget_events(&mut summary);
                changed |= all.get(&functions[index].name) != summary.as_ref();
                set(all, &functions[index], summary);
            }
            if !changed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn summary(&self, all: &Summaries, index: usize) -> Result<Option<Arc<Summary>>, Unknown> {
        let function = &self.functions[index];
        let mut hasher = FxHasher::default();
        (function.summary_hash, self.context_hash, self.options_hash, all.around(&function.calls))
            .hash(&mut hasher);
        let key = hasher.finish();
        if let Some(known) = self.cache.get(key) {
            return Ok(known);
        }
        if self.missing == Missing::StaysUnknown {
            return Err(Unknown);
        }
        let summary = self.made(all, index).map(Arc::new);
        self.cache.put(key, summary.clone());
        Ok(summary)
    }

    fn made(&self, all: &Summaries, index: usize) -> Option<Summary> {
        let unit = self.unit();
        // A file that is not what it was any more has no functions.
        let place = if self.is_of_headers { unit.functions.len() + index } else { index };
        let function = unit.function(place)?;
        let cfg = lowered(&unit.context, &self.options.library, all, function).ok()?;
        function::summary(&cfg, self.options.wrapv, &|name| unit.context.is_variable(name))
    }
}

/// Removes the events of a function that may call itself: it has them as often as it does that.
fn forget_events(summary: &mut Option<Arc<Summary>>) {
    if let Some(summary) = summary.as_mut().filter(|summary| !summary.events.is_empty()) {
        Arc::make_mut(summary).events.clear();
    }
}

/// Returns the summary of a function that never returns and does nothing, from which the fixpoint iteration
/// starts.
fn of_no_run(params: usize, variadic: bool) -> Summary {
    let param =
        Param { ty: Type::Unknown, dereferenced: None, touched: true, kept: false, contents_kept: false };
    Summary {
        params: vec![param; params],
        variadic,
        cases: Vec::new(),
        globals: Vec::new(),
        locks: Vec::new(),
        events: Vec::new(),
        others: Vec::new(),
    }
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
