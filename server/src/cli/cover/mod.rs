//! The command `csieve cover`, which finds inputs for all parts of a function, or proofs that none reaches
//! them.

mod view;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use csieve_analysis::{
    cancel::Never,
    confirm::UnitGraphs,
    cover::{Criterion, cover},
    project::Surroundings,
};

use super::{
    AnalysisOptions, CLEAN, Failure, INCOMPLETE, build, files::c_files, json::pretty, output::print,
};
use crate::project::{self, Prepared, ReadError};
use view::View;

/// Find inputs that cover a function, and prove which parts no input reaches. Nothing is compiled or run.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 all is covered or proved unreachable, 2 usage, 3 something is left, or the \
                  function cannot be run."
)]
pub(super) struct CoverArgs {
    /// A function of a file: `src/a.c:parse`.
    #[arg(value_name = "FILE:FUNCTION")]
    place: String,
    /// What is to be covered.
    #[arg(long, value_enum, default_value_t = What::Edges)]
    criterion: What,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Other files or directories whose functions are known, as when they are checked together; can be
    /// repeated.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every edge of the control-flow graph
    Edges,
    /// Every location of the control-flow graph
    Nodes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl CoverArgs {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (path, function) = self.place()?;
        let mut paths = vec![path.clone()];
        let (options, builds) = self.analysis.of(&paths)?;
        paths.extend(c_files(&self.with, &builds)?.into_iter().filter(|other| *other != path));
        let work = || {
            let (file, linked) = project::prepare_first(&paths, &builds, &options, None)?;
            let summaries = linked.summaries(&file, &options);
            let options = options.of_build(file.wrapv);
            let graphs = UnitGraphs::new(
                Surroundings::alone(file.unit()),
                &options.library,
                &summaries,
                options.wrapv,
            );
            let text = function_of(&file, function).map(|(_, text)| text).unwrap_or_default();
            let found = cover(&graphs, function, text, self.criterion.into(), &options, &Never);
            let found = found.ok().flatten().ok_or_else(|| graphs.obstacle(function));
            Ok((found, file))
        };
        let unreadable =
            |(path, error): (PathBuf, ReadError)| Failure::incomplete(format!("{}: {error}", path.display()));
        let (found, file) = self.analysis.on_threads(work)?.map_err(unreadable)?;
        build::described(&file.reading)?;
        let Some((base, _)) = function_of(&file, function) else {
            return Err(Failure::usage(no_function(&file, function)));
        };
        let found = found.map_err(|obstacle| {
            let obstacle = obstacle.resolved(base, file.source.lines());
            Failure::incomplete(format!("`{function}` cannot be covered: {obstacle}"))
        })?;
        let view = View::new(&found, function, self.criterion, base, file.source.lines());
        print(&match self.format {
            Format::Text => view.text(),
            Format::Json => pretty(&view),
        })?;
        Ok(if found.missed.is_empty() { CLEAN } else { INCOMPLETE })
    }

    fn place(&self) -> Result<(PathBuf, &str), Failure> {
        match self.place.rsplit_once(':') {
            Some((path, function)) if !path.is_empty() && !function.is_empty() => {
                Ok((PathBuf::from(path), function))
            }
            _ => Err(Failure::usage(format!("`{}` is not FILE:FUNCTION, as in src/a.c:parse", self.place))),
        }
    }
}

impl From<What> for Criterion {
    fn from(what: What) -> Self {
        match what {
            What::Edges => Self::Edges,
            What::Nodes => Self::Nodes,
        }
    }
}

/// Returns the error message for a name that no function of a file has. It suggests a similar name.
fn no_function(file: &Prepared, name: &str) -> String {
    let names: Vec<&str> = file.unit().functions.iter().map(|function| function.text.name.as_str()).collect();
    let near = names.into_iter().map(|other| (strsim::damerau_levenshtein(name, other), other)).min();
    let hint = match near {
        Some((distance, near)) if distance <= 2 => format!("; did you mean `{near}`?"),
        _ => String::new(),
    };
    format!("{} has no function `{name}`{hint}", file.path.display())
}

/// Returns the offset at which a function starts in the file, and its text.
fn function_of<'a>(file: &'a Prepared, name: &str) -> Option<(u32, &'a str)> {
    let function = file.unit().first_named(name)?;
    let span = function.span();
    Some((span.start, file.source.text().get(span.range())?))
}
