//! `csieve cover`

use std::{fmt::Write, path::PathBuf};

use clap::{Args, ValueEnum};
use csieve_analysis::{
    cancel::Never,
    confirm::UnitGraphs,
    cover::{Cover, Criterion, Goal, cover},
    finding::resolve_lines,
};
use serde::Serialize;

use super::{AnalysisOptions, CLEAN, Failure, build, check::print, json::pretty};
use crate::{
    present::inputs,
    project::{self, Prepared, ReadError},
};

/// Find inputs that lead a function everywhere, and what no input leads to.
#[derive(Args, Debug)]
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
    /// Other files or directories whose functions are known, as when they are checked together; can be repeated.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every way that control can go.
    Edges,
    /// Every place that control can be at.
    Nodes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl CoverArgs {
    pub fn run(self) -> Result<u8, Failure> {
        let (path, function) = self.place()?;
        let options = self.analysis.options()?;
        let builds = self.analysis.build.builds()?;
        let mut paths = vec![path.clone()];
        paths.extend(project::walk(&self.with).files.into_iter().filter(|other| *other != path));
        let criterion = match self.criterion {
            What::Edges => Criterion::Edges,
            What::Nodes => Criterion::Nodes,
        };
        let work = || {
            let (file, summaries) = project::prepare_first(&paths, &builds, &options)?;
            let options = options.of_build(file.wrapv);
            let graphs = UnitGraphs::new(&file.unit, &options.library, &summaries, options.wrapv);
            let text = function_of(&file, function).map(|(_, text)| text).unwrap_or_default();
            let found = cover(&graphs, function, text, criterion, &options, &Never);
            Ok((found.ok().flatten(), file))
        };
        let unreadable =
            |(path, error): (PathBuf, ReadError)| Failure::incomplete(format!("{}: {error}", path.display()));
        let (found, file) = self.analysis.on_threads(work)?.map_err(unreadable)?;
        build::described(&file.reading)?;
        let Some((base, _)) = function_of(&file, function) else {
            return Err(Failure::usage(format!("{} has no function `{function}`", file.path.display())));
        };
        let Some(found) = found else {
            let reason = "what it does is not understood well enough to run it";
            return Err(Failure::incomplete(format!("`{function}` cannot be covered: {reason}")));
        };
        let view = View::new(&found, function, &file, base);
        print(&match self.format {
            Format::Text => view.text(),
            Format::Json => pretty(&view),
        })?;
        Ok(CLEAN)
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

/// Where a function starts, and its text.
fn function_of<'a>(file: &'a Prepared, name: &str) -> Option<(u32, &'a str)> {
    let function = file.unit.functions.iter().find(|function| function.text.name == name)?;
    let span = function.span();
    Some((span.start, file.source.text().get(span.range())?))
}

/// A cover for people and programs.
#[derive(Serialize)]
struct View {
    function: String,
    goals: usize,
    passed: usize,
    tests: Vec<TestView>,
    unreachable: Vec<GoalView>,
    missed: Vec<GoalView>,
}

#[derive(Serialize)]
struct TestView {
    inputs: Vec<String>,
    lines: Vec<u32>,
    end: String,
}

#[derive(Serialize)]
struct GoalView {
    line: u32,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

impl View {
    fn new(found: &Cover, function: &str, file: &Prepared, base: u32) -> Self {
        let lines = file.source.lines();
        let line = |goal: &Goal| lines.line_number(base + goal.span.start);
        let sentence = |text: &str| resolve_lines(text, base, lines);
        let view = |goal: usize, proof: Option<&str>| {
            let goal = &found.goals[goal];
            GoalView { line: line(goal), text: goal.text.clone(), proof: proof.map(sentence) }
        };
        let tests = found.tests.iter().map(|test| {
            let mut passed: Vec<u32> = test.passes.iter().map(|goal| line(&found.goals[*goal])).collect();
            passed.dedup();
            let inputs = test.inputs.iter().filter(|input| inputs::is_worth_saying(input));
            let inputs = inputs.map(|input| inputs::text(input, &sentence)).collect();
            TestView { inputs, lines: passed, end: test.end.clone() }
        });
        Self {
            function: function.to_owned(),
            goals: found.goals.len(),
            passed: found.goals.len() - found.unreachable.len() - found.missed.len(),
            tests: tests.collect(),
            unreachable: found.unreachable.iter().map(|one| view(one.goal, Some(&one.proof))).collect(),
            missed: found.missed.iter().map(|goal| view(*goal, None)).collect(),
        }
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for (index, test) in self.tests.iter().enumerate() {
            let inputs = if test.inputs.is_empty() { "any call".to_owned() } else { test.inputs.join(", ") };
            let lines: Vec<String> = test.lines.iter().map(ToString::to_string).collect();
            let _ = writeln!(out, "test {}: {}", index + 1, inputs.replace('`', ""));
            let _ = writeln!(out, "  passes lines {}, then {}", lines.join(" "), test.end);
        }
        for goal in &self.unreachable {
            let proof = goal.proof.as_deref().unwrap_or_default();
            let _ = writeln!(out, "unreachable: line {}: {}: {proof}", goal.line, goal.text);
        }
        for goal in &self.missed {
            let _ = writeln!(out, "no input found: line {}: {}", goal.line, goal.text);
        }
        let _ = writeln!(
            out,
            "`{}`: {} of {} covered by {}, {} proved unreachable, {} left",
            self.function,
            self.passed,
            self.goals,
            match self.tests.len() {
                1 => "1 test".to_owned(),
                tests => format!("{tests} tests"),
            },
            self.unreachable.len(),
            self.missed.len()
        );
        out
    }
}
