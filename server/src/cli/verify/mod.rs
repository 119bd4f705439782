//! The command `csieve verify`, which answers whether the runs of a whole program keep a property.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use csieve_analysis::verify::{Answer, Limits, Property, Query};

use super::{AnalysisOptions, CLEAN, FINDINGS, Failure, INCOMPLETE, output::print};
use crate::verify::{DataModel, Task};

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
    /// `long` and pointers have 32 bits. Programs that may depend on that are not decided.
    #[value(name = "ILP32")]
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[value(name = "LP64")]
    Lp64,
}

impl Verify {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (options, builds) = self.analysis.of(std::slice::from_ref(&self.file))?;
        let limits = Limits { steps: self.steps, ..Limits::default() };
        let (property, model) = (self.property.into(), self.data_model.into());
        let query = Query { property, errors: self.error_functions.clone(), limits };
        let work = || {
            let task = Task::read(&self.file, &builds)?;
            let answer = task.answer(&query, model, &options);
            Ok((task, answer))
        };
        let done: Result<_, crate::verify::Problem> = self.analysis.on_threads(work)?;
        let (_, answer) =
            done.map_err(|problem| Failure::incomplete(format!("{}: {problem}", self.file.display())))?;
        let (line, code) = match &answer {
            Answer::True => ("true\n".to_owned(), CLEAN),
            Answer::False(_) => ("false\n".to_owned(), FINDINGS),
            Answer::Unknown(why) => (format!("unknown: {why}\n"), INCOMPLETE),
        };
        print(&line)?;
        Ok(code)
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
