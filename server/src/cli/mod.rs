//! The command line: its options and commands, one file per command and per output format.

mod baseline;
mod build;
mod cache;
mod check;
mod completions;
mod cover;
mod coverage;
mod driver;
mod expand;
mod explain;
mod files;
mod fix;
mod github;
mod gitlab;
mod html;
mod infer;
mod init;
mod json;
mod judge;
mod junit;
mod link;
mod man;
mod mcp;
mod measure;
mod merge;
mod notes;
mod outcome;
mod output;
mod place;
mod places;
mod progress;
mod recent;
mod rules;
mod sarif;
mod steps;
mod summaries;
mod summarise;
mod summary;
mod text;
mod told;
mod verify;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use csieve_analysis::{options::Options, rule::Rule};

use crate::{
    build::Builds,
    config::{self, Config, ListError},
    library::{self, Added},
    project,
};

/// The exit code of a command that found nothing.
pub const CLEAN: u8 = 0;
/// The exit code of a command with findings.
pub const FINDINGS: u8 = 1;
/// The exit code for a wrong command line, or for build files with errors.
pub const USAGE: u8 = 2;
/// The exit code of `csieve link` if files must be summarised again.
pub const AGAIN: u8 = 4;
/// The exit code of an incomplete analysis: an input could not be read, or nothing was analysed.
pub const INCOMPLETE: u8 = 3;

/// Finds what can really happen in C code, and proves that the rest cannot.
#[derive(Debug, Parser)]
#[command(version, after_help = "Exit codes: 0 nothing found, 1 findings, 2 usage, 3 analysis incomplete.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check files and directories.
    Check(Box<check::Check>),
    /// Show how the findings on a line came about: paths, conflicts, observers.
    Explain(explain::Explain),
    /// Find inputs that cover a function, and prove which parts no input reaches.
    Cover(cover::CoverArgs),
    /// Write a C program that triggers a confirmed finding.
    Driver(driver::DriverOf),
    /// Print a file after preprocessing, as csieve sees it.
    Expand(expand::Expand),
    /// Say what callers may know of functions.
    Summaries(summaries::SummariesOf),
    /// Read C files and summarise their functions, for steps on other machines.
    Summarise(summarise::Summarise),
    /// Make one summary file of several, and say which C files must be summarised again.
    Link(link::Link),
    /// Make one SARIF log of several.
    Merge(merge::Merge),
    /// Judge what other tools report: refuted with a proof, confirmed with inputs, or neither.
    Judge(judge::Judge),
    /// Answer whether the runs of a whole program keep a property: true, false or unknown.
    Verify(Box<verify::Verify>),
    /// Guess what functions without a body do, as a table for --library.
    Infer(infer::InferFrom),
    /// Write a commented `csieve.toml` after a look at the project.
    Init(init::Init),
    /// Show, trim or empty the cache, in which results are kept.
    Cache(cache::CacheOf),
    /// List the checks, or describe one.
    Rules(rules::Rules),
    /// Run the language server on standard input and output.
    Serve(cache::CacheArgs),
    /// Answer the questions of coding agents (Model Context Protocol) on standard input and output.
    Mcp(mcp::Mcp),
    /// Print the script that completes csieve's commands and options in a shell.
    Completions(completions::Completions),
    /// Write the manual pages into a folder.
    Man(man::Man),
}

/// Returns the long help of `--refuters`, which lists the refuters as they are declared.
fn refuters_help() -> String {
    format!(
        "Refuters to ask: `a,b` just these, `-a` one less. The proofs of `csieve explain` name them.\n\n{}",
        csieve_analysis::refuters::choices()
    )
}

/// The options that all commands with an analysis share.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
struct AnalysisOptions {
    /// Checks to run: `a,b` just these, `+a` one more, `-a` one less.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    checks: Vec<String>,
    /// Signed overflow wraps, as with -fwrapv.
    #[arg(long)]
    wrapv: bool,
    /// Refuters to ask: `a,b` just these, `-a` one less. The proofs of `csieve explain` name them.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, long_help = refuters_help())]
    refuters: Vec<String>,
    /// Take proofs as they are, without checking what they print.
    #[arg(long)]
    no_proof_check: bool,
    /// Add a table of library functions, as docs/library.md describes; may be given several times.
    #[arg(long, value_name = "FILE")]
    library: Vec<PathBuf>,
    /// Add rules of your own, as docs/own-rules.md describes; may be given several times.
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Threads to use; all processors if not given.
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Show no progress and no notes.
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    build: build::BuildArgs,
}

/// An error message with the exit code of the program.
#[derive(Debug)]
struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Self {
        Self { code: USAGE, message: message.into() }
    }

    fn incomplete(message: impl Into<String>) -> Self {
        Self { code: INCOMPLETE, message: message.into() }
    }
}

impl AnalysisOptions {
    /// Returns how files under paths are compiled and analysed, as the configuration of the run and the command line say.
    /// The rules are those of the first path.
    ///
    /// # Errors
    /// If an option or a configuration has a mistake.
    fn of(&self, paths: &[PathBuf]) -> Result<(Options, Builds), Failure> {
        let builds = self.build.builds()?;
        Ok((self.options(&builds, paths)?, builds))
    }

    /// Returns how files under paths are analysed.
    ///
    /// # Errors
    /// If an option or a configuration has a mistake.
    fn options(&self, builds: &Builds, paths: &[PathBuf]) -> Result<Options, Failure> {
        let config = configured(builds, paths)?;
        let rules = self.rules(paths.first().map_or(Path::new(""), PathBuf::as_path), builds)?;
        if rules.is_empty() {
            return Err(Failure::usage(ListError::Nothing.to_string()));
        }
        let mut added = config.as_deref().map(Config::added).unwrap_or_default();
        added.extend(Added { tables: self.library.clone(), rules: self.rules.clone() });
        let library = library::load(&added, &Path::to_path_buf).map_err(Failure::usage)?;
        let checks_proofs = !self.no_proof_check;
        let refuters = match (&*self.refuters, config.and_then(|config| config.refuters)) {
            ([], Some(refuters)) => refuters,
            (list, _) => config::parse_refuters(list.iter().map(String::as_str))
                .map_err(|error| Failure::usage(error.to_string()))?,
        };
        Ok(Options { rules, wrapv: self.wrapv, library, refuters, checks_proofs, ..Options::default() })
    }

    /// Returns the rules that are checked in a file: what is usual, changed by its configuration, then by the command line.
    ///
    /// # Errors
    /// If an option or the configuration has a mistake.
    fn rules(&self, file: &Path, builds: &Builds) -> Result<Vec<Rule>, Failure> {
        let config = builds.config(file).map_err(|problem| Failure::usage(problem.to_string()))?;
        let usual = Rule::defaults();
        let usual = config.map_or(usual.clone(), |config| config.checked(&builds.absolute(file), usual));
        let checks = self.checks.iter().map(String::as_str);
        config::change_rules(usual, checks).map_err(|error| Failure::usage(error.to_string()))
    }

    /// Returns whether the command line says nothing of how files are compiled and analysed.
    fn says_nothing(&self) -> bool {
        *self == Self { threads: self.threads, quiet: self.quiet, ..Self::default() }
    }

    /// Runs `work` on a pool of threads whose stacks have room for deeply nested code.
    fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .stack_size(project::STACK_BYTES)
            .build()
            .map_err(|error| Failure::incomplete(format!("no threads to work on: {error}")))?;
        Ok(pool.install(work))
    }
}

/// Returns the configuration of a run on files and folders.
///
/// # Errors
/// If it cannot be read or has a mistake.
fn configured(builds: &Builds, paths: &[PathBuf]) -> Result<Option<Arc<Config>>, Failure> {
    builds.config_of_run(paths).map_err(|problem| Failure::usage(problem.to_string()))
}

/// Runs the program with the arguments of the process, and returns its exit code.
pub fn main() -> ExitCode {
    let arguments = argfile::expand_args(argfile::parse_fromfile, argfile::PREFIX);
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("error: a file with arguments (`@FILE`): {error}");
            return ExitCode::from(USAGE);
        }
    };
    let arguments = build::in_our_spelling(arguments);
    let cli = Cli::parse_from(&arguments);
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    let result = match cli.command {
        Command::Check(check) => check.run(&arguments),
        Command::Explain(explain) => explain.run(),
        Command::Cover(cover) => cover.run(),
        Command::Driver(driver) => driver.run(),
        Command::Expand(expand) => expand.run(),
        Command::Summaries(summaries) => summaries.run(),
        Command::Summarise(summarise) => summarise.run(),
        Command::Link(link) => link.run(),
        Command::Merge(merge) => merge.run(),
        Command::Judge(judge) => judge.run(),
        Command::Verify(verify) => verify.run(),
        Command::Infer(infer) => infer.run(),
        Command::Init(init) => init.run(),
        Command::Cache(cache) => cache.run(),
        Command::Rules(rules) => rules.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
        Command::Mcp(mcp) => mcp.run(),
        Command::Serve(cache) => return crate::lsp::serve(cache.open(None)),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            eprintln!("error: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}
