//! The step that analyses functions, with what summary files say of the rest.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{cancel::Never, options::Options, summarise::Needed, watch::Watch};

use rustc_hash::FxHashSet;

use super::{
    file::{StepError, SummaryFile},
    key_of,
    units::{Units, known},
};
use crate::{
    cache::Key,
    project::{Analysed, Member, Others, Prepared, ReadError, analyse_together},
};

/// What is to be analysed, and what is known besides.
pub struct ToCheck {
    /// C files that were read for this.
    pub files: Vec<Result<Prepared, (PathBuf, ReadError)>>,
    /// Summary files whose units are analysed.
    pub summarised: Vec<Arc<SummaryFile>>,
    /// Summary files whose units are only known.
    pub with: Vec<Arc<SummaryFile>>,
}

/// Returns a hash of everything that the result of [`check`] depends on, for the units of summary files.
///
/// # Errors
/// If the program itself cannot be read.
pub fn key_to_check(
    summarised: &[Arc<SummaryFile>],
    with: &[Arc<SummaryFile>],
    options: &Options,
) -> Result<Key, StepError> {
    let all: Vec<_> = summarised.iter().chain(with).cloned().collect();
    key_of("check", &(summarised.len(), options), &all)
}

/// Analyses C files and the units of summary files, on the threads of the current pool. The results come in the order of
/// the paths.
///
/// # Errors
/// If a summary file cannot be read any more.
pub fn check(
    to_check: ToCheck,
    options: &Options,
    (watch, done): (&dyn Watch, &(dyn Fn() + Sync)),
) -> Result<Vec<Analysed>, StepError> {
    let ToCheck { mut files, summarised, with } = to_check;
    files.extend(Units::of(&summarised).prepared()?.into_iter().map(Ok));
    let all: Vec<Arc<SummaryFile>> = summarised.into_iter().chain(with).collect();
    let mut members: Vec<Member> = files.iter().flatten().map(Member::of).collect();
    let paths: FxHashSet<Arc<str>> = members.iter().map(|member| Arc::clone(&member.file.path)).collect();
    members.extend(Units::of(&all).members().filter(|other| !paths.contains(&other.file.path)));
    members.sort_by(|one, two| Path::new(&*one.file.path).cmp(Path::new(&*two.file.path)));
    let known = known(&all);
    // Nobody cancels.
    let others = Others::of((&members, Needed::Called), options, &known, &Never).unwrap_or_default();
    let path = |file: &Result<Prepared, _>| match file {
        Ok(file) => file.path.clone(),
        Err((path, _)) => PathBuf::clone(path),
    };
    files.sort_by_key(path);
    Ok(analyse_together(files, (&others, &known), options, (watch, done)))
}
