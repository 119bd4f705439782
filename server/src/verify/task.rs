//! A program whose runs are checked for a property.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    confirm::UnitGraphs,
    options::Options,
    program::START,
    project::Surroundings,
    summary::Summaries,
    text::SourceText,
    unit::TranslationUnit,
    verify::{Answer, Given, Program, Property, Query, repeated, verify},
};

use crate::{
    build::Builds,
    project::{FileText, Prepared, ReadError, read},
};

/// The functions of the competition that tasks declare but may leave to the tool, each with its definition.
const GIVEN: [(&str, &str); 2] = [
    ("__VERIFIER_assume", "void __VERIFIER_assume(int condition) { if (!condition) abort(); }"),
    ("__VERIFIER_assert", "void __VERIFIER_assert(int condition) { if (!condition) __VERIFIER_error(); }"),
];

/// The sizes of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

/// Why a task has no answer at all.
#[derive(Debug)]
pub enum Problem {
    /// The file cannot be read.
    Unreadable(ReadError),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "{error}"),
        }
    }
}

/// A task: a program in one file.
pub struct Task {
    /// The text of the file as it is on disk.
    pub source: SourceText,
    file: Prepared,
}

impl Task {
    /// Reads a task.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path, builds: &Builds) -> Result<Self, Problem> {
        let FileText { text, note } = read(path).map_err(Problem::Unreadable)?;
        let builds = Arc::new(builds.clone());
        let prepared =
            |text: String| Prepared::new(PathBuf::from(path), (SourceText::new(text), note), &builds, None);
        let source = SourceText::new(text.clone());
        let file = prepared(text.clone());
        let lacks = |name: &str| text.contains(name) && file.unit().first_named(name).is_none();
        let given: Vec<&str> =
            GIVEN.iter().filter(|(name, _)| lacks(name)).map(|(_, definition)| *definition).collect();
        if given.is_empty() {
            return Ok(Self { source, file });
        }
        let declared = "\nextern void abort(void); extern void __VERIFIER_error(void);\n";
        Ok(Self { source, file: prepared(text + declared + &given.join("\n") + "\n") })
    }

    /// Returns the functions of the task.
    pub fn unit(&self) -> &TranslationUnit {
        self.file.unit()
    }

    /// Returns whether runs of the task keep a property.
    pub fn answer(&self, query: &Query, options: &Options) -> Answer {
        self.with_program(query, options, |program| verify(program, query))
    }

    /// Returns whether the run that gets these numbers from outside violates a property.
    pub fn is_violated(&self, query: &Query, given: &[Given], options: &Options) -> bool {
        self.with_program(query, options, |program| repeated(program, query, given).is_some())
    }

    fn with_program<T>(&self, query: &Query, options: &Options, work: impl FnOnce(&Program) -> T) -> T {
        let elsewhere = Summaries::default();
        let files = Surroundings::alone(self.unit());
        let wrapv = query.property != Property::NoOverflow;
        let options = &Options { wrapv, ..options.clone() };
        let graphs = &UnitGraphs::new(files, &options.library, &elsewhere, wrapv).begun_in(START);
        work(&Program { graphs, text: self.file.source.text(), options })
    }

    /// Returns the name of the file.
    pub fn name(&self) -> String {
        self.file.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}
