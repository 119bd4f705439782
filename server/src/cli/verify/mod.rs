//! The command `csieve verify`, which answers whether the runs of a whole program keep a property.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use csieve_analysis::{
    options::Options,
    verify::{Answer, Happened, Limits, Property, Query},
};

use super::{
    AnalysisOptions, CLEAN, FINDINGS, Failure, INCOMPLETE,
    output::{print, write},
};
use crate::verify::{DataModel, Mismatch, Task, Told};

/// Answer whether the runs of a whole program keep a property: true, false or unknown.
#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 true, 1 false, 2 usage, 3 unknown.")]
pub(super) struct Verify {
    /// The program: a C file with `main`, preprocessed or not.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What no run may do.
    #[arg(long, value_enum, default_value_t = Named::UnreachCall)]
    property: Named,
    /// The sizes of types.
    #[arg(long, value_enum, default_value_t = Model::Lp64)]
    data_model: Model,
    /// A function that no run may call, for `unreach-call`; can be repeated.
    #[arg(
        long = "error-function",
        value_name = "NAME",
        default_values = ["reach_error", "__VERIFIER_error"]
    )]
    error_functions: Vec<String>,
    /// The largest number of steps of each search through the program's runs.
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    steps: u64,
    /// Where to write the witness of the answer, in version 2.0 of the YAML format.
    #[arg(long, value_name = "FILE")]
    witness_output: Option<PathBuf>,
    /// The time that the witness says it was made at, for equal bytes of equal answers.
    #[arg(long, value_name = "TIME", default_value = "1970-01-01T00:00:00Z")]
    creation_time: String,
    /// Run what a violation witness describes, instead of looking for an answer.
    #[arg(long, value_name = "FILE", conflicts_with = "witness_output")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Named {
    /// Call `reach_error` or `__VERIFIER_error`.
    UnreachCall,
    /// Access memory that it may not access, free what it may not free, or lose memory.
    ValidMemsafety,
    /// Overflow in a signed number.
    NoOverflow,
    /// Go on for ever.
    Termination,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// `long` and pointers have 32 bits.
    #[value(name = "ILP32")]
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[value(name = "LP64")]
    Lp64,
}

impl Verify {
    pub(super) fn run(mut self) -> Result<u8, Failure> {
        if self.data_model == Model::Ilp32 {
            self.analysis.build.add_flag("-m32");
        }
        let (options, builds) = self.analysis.of(std::slice::from_ref(&self.file))?;
        let limits = Limits { steps: self.steps, ..Limits::default() };
        let query = Query { property: self.property.into(), errors: self.error_functions.clone(), limits };
        let work = || {
            let problem = |problem| Failure::incomplete(format!("{}: {problem}", self.file.display()));
            let task = Task::read(&self.file, &builds).map_err(problem)?;
            match &self.witness {
                Some(witness) => check(&task, witness, &query, &options),
                None => self.answer(&task, &query, &options),
            }
        };
        self.analysis.on_threads(work)?
    }

    /// Looks for the answer, prints it, and writes its witness.
    fn answer(&self, task: &Task, query: &Query, options: &Options) -> Result<u8, Failure> {
        let data_model = self.data_model.into();
        let answer = task.answer(query, options);
        let (line, code) = match &answer {
            Answer::True => ("true\n".to_owned(), CLEAN),
            Answer::False(violation) => (format!("{}\n", said(violation.happened)), FINDINGS),
            Answer::Unknown(why) => (format!("unknown: {why}\n"), INCOMPLETE),
        };
        let told = Told { property: query.property, data_model, creation_time: &self.creation_time };
        if let (Some(path), Some(witness)) = (&self.witness_output, task.witness(&answer, told)) {
            let text = serde_saphyr::to_string(&witness)
                .map_err(|error| Failure::incomplete(format!("the witness cannot be written: {error}")))?;
            write(Some(path), &text)?;
        }
        print(&line)?;
        Ok(code)
    }
}

/// Runs what a violation witness describes.
fn check(task: &Task, witness: &Path, query: &Query, options: &Options) -> Result<u8, Failure> {
    let named = |why: &dyn std::fmt::Display| Failure::incomplete(format!("{}: {why}", witness.display()));
    let text = fs::read_to_string(witness).map_err(|error| named(&error))?;
    let given = task.given(&text, query.property).map_err(|mismatch| named(&mismatch))?;
    if !task.is_violated(query, &given, options) {
        return Err(named(&Mismatch::NotSeen));
    }
    print("false: the run that the witness describes violates the property\n")?;
    Ok(FINDINGS)
}

/// Returns the answer false with how the property is violated.
fn said(happened: Happened) -> &'static str {
    match happened {
        Happened::ErrorCall => "false",
        Happened::Dereference => "false(valid-deref)",
        Happened::Free => "false(valid-free)",
        Happened::Leak => "false(valid-memtrack)",
        Happened::Overflow => "false(no-overflow)",
        Happened::NoEnd => "false(termination)",
    }
}

impl From<Named> for Property {
    fn from(named: Named) -> Self {
        match named {
            Named::UnreachCall => Self::UnreachCall,
            Named::ValidMemsafety => Self::ValidMemsafety,
            Named::NoOverflow => Self::NoOverflow,
            Named::Termination => Self::Termination,
        }
    }
}

impl From<Model> for DataModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Ilp32 => Self::Ilp32,
            Model::Lp64 => Self::Lp64,
        }
    }
}
