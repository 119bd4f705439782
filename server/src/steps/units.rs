//! Units of summary files, as files that are checked together.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::{
    project::{Contents, ProjectFile, Reader},
    text::SourceText,
    unit::PackedUnit,
};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

use super::file::{StepError, SummaryFile, Unit, Written};
use crate::{
    cache::{packed, unpacked},
    project::{KnownSummaries, Member, Prepared},
};

/// The contents of a unit.
#[derive(BorshSerialize, BorshDeserialize)]
struct Kept {
    text: String,
    unit: PackedUnit,
}

/// Reads the contents of a unit when they are first asked for.
#[derive(Debug)]
struct FromFile {
    file: Arc<SummaryFile>,
    place: usize,
}

impl FromFile {
    fn kept(&self) -> Result<Kept, StepError> {
        let bytes = self.file.contents(self.place)?;
        let kept = unpacked(&bytes).and_then(|kept| borsh::from_slice(&kept).ok());
        kept.ok_or_else(|| StepError::IsDamaged(self.file.path.clone()))
    }
}

impl Reader for FromFile {
    fn contents(&self) -> Contents {
        // What cannot be read any more counts as a file without functions.
        let Ok(Kept { text, unit }) = self.kept() else { return Contents::default() };
        Contents { source: SourceText::new(text), unit: Arc::new(unit.unit()) }
    }
}

/// The units of some summary files, each once, in the order of their paths.
pub(super) struct Units {
    /// For each path the file that has the unit, and its place there.
    places: Vec<(Arc<SummaryFile>, usize)>,
}

impl Units {
    /// Collects the units of summary files. Of several versions of a unit the first counts.
    pub(super) fn of(files: &[Arc<SummaryFile>]) -> Self {
        let mut places: IndexMap<&str, (&Arc<SummaryFile>, usize)> = IndexMap::new();
        for file in files {
            for (place, unit) in file.head.units.iter().enumerate() {
                places.entry(&unit.path).or_insert((file, place));
            }
        }
        // The order in which one process walks through folders: that of summaries which depend on each other.
        places.sort_unstable_by(|one, _, other, _| Path::new(one).cmp(Path::new(other)));
        Self { places: places.into_values().map(|(file, place)| (Arc::clone(file), place)).collect() }
    }

    /// Returns the units as files whose functions are read when somebody asks for them.
    pub(super) fn members(&self) -> impl Iterator<Item = Member> {
        self.places.iter().map(|(file, place)| {
            let unit = &file.head.units[*place];
            let reader = Box::new(FromFile { file: Arc::clone(file), place: *place });
            let file = ProjectFile::later(unit.path.as_str().into(), Arc::clone(&unit.outline), reader);
            Member { file, wrapv: unit.wrapv }
        })
    }

    /// Returns the units as files with their texts, to be analysed.
    ///
    /// # Errors
    /// If the text of a unit cannot be read.
    pub(super) fn prepared(&self) -> Result<Vec<Prepared>, StepError> {
        let prepared = |((file, place), member): (&(Arc<SummaryFile>, usize), Member)| {
            let unit = &file.head.units[*place];
            let kept = FromFile { file: Arc::clone(file), place: *place }.kept()?;
            Ok(Prepared {
                path: PathBuf::from(&unit.path),
                source: SourceText::new(kept.text),
                note: unit.note,
                reading: unit.reading.clone(),
                file: member.file,
                wrapv: member.wrapv,
                key: None,
            })
        };
        self.places.iter().zip(self.members()).map(prepared).collect()
    }

    /// Returns the units with their contents, to be written again.
    ///
    /// # Errors
    /// If a file cannot be read any more.
    pub(super) fn written(&self) -> Result<Vec<Written>, StepError> {
        let written = |(file, place): &(Arc<SummaryFile>, usize)| {
            Ok(Written { unit: file.head.units[*place].clone(), contents: file.contents(*place)? })
        };
        self.places.iter().map(written).collect()
    }
}

/// Returns sentences about files of which summary files have different versions.
pub fn differing(files: &[Arc<SummaryFile>]) -> Vec<String> {
    let mut known: FxHashMap<&str, (&SummaryFile, &Unit)> = FxHashMap::default();
    let mut sentences = Vec::new();
    for file in files {
        for unit in &file.head.units {
            let (first, known) = *known.entry(&unit.path).or_insert((file, unit));
            if known != unit {
                let (one, other) = (first.path.display(), file.path.display());
                sentences.push(format!("{}: {one} and {other} differ; that of {one} counts", unit.path));
            }
        }
    }
    sentences
}

/// Returns all sentences of summary files about what could not be read, each once.
pub(super) fn problems(files: &[Arc<SummaryFile>]) -> Vec<String> {
    let all: IndexSet<&String> = files.iter().flat_map(|file| file.problems()).collect();
    all.into_iter().cloned().collect()
}

/// Returns a unit that was read from a C file, to be written.
pub(super) fn written(file: &Prepared) -> Written {
    let kept = Kept { text: file.source.text().to_string(), unit: file.unit().packed() };
    // Writing to memory does not fail.
    let contents = borsh::to_vec(&kept).unwrap_or_default();
    Written::new(Unit::of(file), packed(&contents))
}

/// Returns all summaries of files.
pub(super) fn known(files: &[Arc<SummaryFile>]) -> KnownSummaries {
    KnownSummaries::of(files.iter().flat_map(|file| file.head.summaries.iter().cloned()).collect())
}
