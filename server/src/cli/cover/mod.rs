//! The command `csieve cover`, which finds inputs for all parts of a function, or proofs that none reaches
//! them.

mod view;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use csieve_analysis::{
    cancel::Never,
    confirm::UnitGraphs,
    cover::{Criterion, cover},
    options::Options,
    project::Surroundings,
};

use super::{
    AnalysisOptions, CLEAN, Failure, INCOMPLETE, build,
    cache::CacheArgs,
    files::c_files,
    json::pretty,
    output::print,
    place::{LastCheck, is_name, named},
};
use crate::{
    build::Builds,
    project::{self, Prepared, ReadError},
};
use view::View;

/// Find inputs that cover a function, and prove which parts no input reaches. Nothing is compiled or run.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 all is covered or proved unreachable, 2 usage, 3 something is left, or the \
                  function cannot be run."
)]
pub(super) struct CoverArgs {
    /// A function of a file, `src/a.c:parse`, or of a finding of the last check in this folder, by the name that it printed:
    /// `3f2a91bc`. If the last check had the file, its files, flags and tables count.
    #[arg(value_name = "FUNCTION")]
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
    cache: CacheArgs,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

/// What is to be covered, and how its file is read.
struct Asked {
    function: Named,
    options: Options,
    builds: Builds,
    /// The files that are known, that of the function first.
    paths: Vec<PathBuf>,
}

/// A function as the command line names it.
enum Named {
    /// By its name.
    Name(String),
    /// By a line in it, from 1.
    Line(u32),
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
        let Asked { function: named, options, builds, paths } = self.asked()?;
        let work = || {
            let (file, linked) = project::prepare_first(&paths, &builds, &options, None)?;
            let function = match &named {
                Named::Name(name) => name.clone(),
                Named::Line(line) => function_at(&file, *line).unwrap_or_default(),
            };
            let function = function.as_str();
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
            Ok((found, file, function.to_owned()))
        };
        let unreadable =
            |(path, error): (PathBuf, ReadError)| Failure::incomplete(format!("{}: {error}", path.display()));
        let (found, file, function) = self.analysis.on_threads(work)?.map_err(unreadable)?;
        let function = function.as_str();
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

    /// Settles which function is meant, and how its file is read: as the last check of this folder had it, unless the command
    /// line says how.
    fn asked(&self) -> Result<Asked, Failure> {
        let builds = self.analysis.build.builds()?;
        let cache = self.cache.opened(&builds, Path::new("."))?;
        let (path, function) = if is_name(&self.place) {
            let (_, path, line) = named(&self.place, cache.as_ref())?;
            (path, Named::Line(line))
        } else {
            let (path, function) = self.place()?;
            (path, Named::Name(function.to_owned()))
        };
        let is_open = self.with.is_empty() && self.analysis.says_nothing();
        let checked = cache.as_ref().filter(|_| is_open);
        if let Some(checked) = checked.and_then(|cache| LastCheck::of(cache, &builds, &path)) {
            checked.tell(&self.analysis);
            let LastCheck { options, builds, paths, .. } = checked;
            return Ok(Asked { function, options, builds, paths });
        }
        let mut paths = vec![path.clone()];
        let options = self.analysis.options(&builds, &paths)?;
        paths.extend(c_files(&self.with, &builds)?.into_iter().filter(|other| *other != path));
        Ok(Asked { function, options, builds, paths })
    }

    fn place(&self) -> Result<(PathBuf, &str), Failure> {
        match self.place.rsplit_once(':') {
            Some((path, function)) if !path.is_empty() && !function.is_empty() => {
                Ok((PathBuf::from(path), function))
            }
            _ => Err(Failure::usage(format!(
                "`{}` is neither FILE:FUNCTION, as in src/a.c:parse, nor a name that a check printed",
                self.place
            ))),
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

/// Returns the name of the function around a line, from 1.
fn function_at(file: &Prepared, line: u32) -> Option<String> {
    let lines = file.source.lines();
    let mut all = file.unit().functions.iter();
    let around = all.find(|function| {
        let span = function.span();
        (lines.line_number(span.start)..=lines.line_number(span.end)).contains(&line)
    })?;
    Some(around.text.name.clone())
}

/// Returns the offset at which a function starts in the file, and its text.
fn function_of<'a>(file: &'a Prepared, name: &str) -> Option<(u32, &'a str)> {
    let function = file.unit().first_named(name)?;
    let span = function.span();
    Some((span.start, file.source.text().get(span.range())?))
}
