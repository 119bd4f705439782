//! The step that reads C files and summarises their functions.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    cancel::Never,
    options::Options,
    summarise::{Cache, Missing, Needed},
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::{
    file::{StepError, SummaryFile, Written},
    key_of,
    units::{Units, known, problems, written},
};
use crate::{
    cache::Key,
    project::{HandedOn, KnownSummaries, Member, Prepared, summarised},
};

/// What is to be summarised, and what is known besides.
#[derive(Default)]
pub struct ToSummarise {
    /// C files that were read for this.
    pub files: Vec<Prepared>,
    /// Sentences about C files that could not be read.
    pub problems: Vec<String>,
    /// Summary files whose units are summarised again.
    pub again: Vec<Arc<SummaryFile>>,
    /// Summary files that have functions which are called.
    pub with: Vec<Arc<SummaryFile>>,
}

/// C files with what is known of their functions.
pub struct Summarised {
    units: Vec<Written>,
    made: KnownSummaries,
    problems: Vec<String>,
}

impl ToSummarise {
    /// Returns a hash of everything that the result of [`summarise`] depends on.
    ///
    /// # Errors
    /// If a summary file, or the program itself, cannot be read.
    pub fn key(&self, options: &Options) -> Result<Key, StepError> {
        let units = self.units()?;
        let own = units.iter().map(|Written { unit, .. }| (&unit.path, unit.wrapv, unit.hash));
        key_of("summarise", &(options, &self.problems, own.collect::<Vec<_>>()), &self.with)
    }

    /// Returns the units that are summarised, with their contents.
    fn units(&self) -> Result<Vec<Written>, StepError> {
        let mut units: Vec<Written> = self.files.par_iter().map(written).collect();
        units.extend(Units::of(&self.again).written()?);
        Ok(units)
    }
}

/// Summarises the functions of files, on the threads of the current pool. A function that calls what is still to be
/// summarised in another file is left for later.
///
/// # Errors
/// If a summary file cannot be read any more.
pub fn summarise(to_do: &ToSummarise, options: &Options) -> Result<Summarised, StepError> {
    let all: Vec<Arc<SummaryFile>> = to_do.again.iter().chain(&to_do.with).cloned().collect();
    let (known, made) = (known(&all), KnownSummaries::default());
    let handed_on = HandedOn { from: &known, to: &made };
    let mut own: Vec<Member> = to_do.files.iter().map(Member::of).collect();
    own.extend(Units::of(&to_do.again).members());
    let with = Units::of(&to_do.with);
    let paths: FxHashSet<&str> = own.iter().map(|own| &*own.file.path).collect();
    let others: Vec<Member> = with.members().filter(|other| !paths.contains(&*other.file.path)).collect();
    let mut files: Vec<(&Member, &(dyn Cache + Sync), Missing)> = Vec::new();
    files.extend(own.iter().map(|file| (file, &handed_on as _, Missing::IsMade)));
    files.extend(others.iter().map(|file| (file, &known as _, Missing::StaysUnknown)));
    files.sort_by(|one, two| Path::new(&*one.0.file.path).cmp(Path::new(&*two.0.file.path)));
    // Nobody cancels. What is made is kept in `made`.
    _ = summarised((files, Needed::All), options, &Never, |_| ());
    let problems = to_do.problems.iter().cloned().chain(problems(&to_do.again)).collect();
    Ok(Summarised { units: to_do.units()?, made, problems })
}

impl Summarised {
    /// Writes the summary file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, path: &Path) -> Result<(), StepError> {
        SummaryFile::write(path, self.units, self.made.used(), self.problems)
    }
}
