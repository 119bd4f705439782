//! The command `csieve driver`, which writes a C program that triggers a confirmed finding.

use std::{fs, path::PathBuf};

use clap::Args;
use csieve_analysis::{options::Options, project::Surroundings, rule::Rule, unit::TranslationUnit};

use super::{
    AnalysisOptions, CLEAN, Failure,
    output::print,
    place::{Asked, Looked, PlaceArgs},
};
use crate::{
    build::Builds,
    config,
    driver::{Driver, Impossible, Subject, driver},
    present::Located,
    project::{AnalysedFile, Linked},
};

/// Write a C program that triggers a confirmed finding. Nothing is compiled or run.
#[derive(Args, Debug)]
pub(super) struct DriverOf {
    #[command(flatten)]
    place: PlaceArgs,
    /// The rule of the finding, if there are several on the line.
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

impl DriverOf {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let rule = self.rule()?;
        let mut asked = self.place.asked(&self.analysis)?;
        let rules = &mut asked.options.rules;
        rules.extend(rule.filter(|rule| !rules.contains(rule)));
        let looked = asked.look(&self.analysis)?;
        let Driver { text, .. } = self.driver(&asked, &looked, rule)?;
        match &self.output {
            None => print(&text)?,
            Some(path) => fs::write(path, text).map_err(|error| {
                Failure::incomplete(format!("{} cannot be written: {error}", path.display()))
            })?,
        }
        Ok(CLEAN)
    }

    fn rule(&self) -> Result<Option<Rule>, Failure> {
        let Some(name) = &self.rule else { return Ok(None) };
        match config::parse_checks(std::iter::once(name.as_str())).as_deref() {
            Ok([rule]) => Ok(Some(*rule)),
            Ok(_) => Err(Failure::usage(format!("`{name}` is not one rule"))),
            Err(error) => Err(Failure::usage(error.to_string())),
        }
    }

    fn driver(&self, asked: &Asked, looked: &Looked, rule: Option<Rule>) -> Result<Driver, Failure> {
        let Looked { file, unit, linked, line, .. } = looked;
        let mut here = looked.here();
        here.retain(|located| rule.is_none_or(|rule| located.finding.rule == rule));
        let confirmed: Vec<&Located> = here.iter().filter(|located| located.finding.is_confirmed()).collect();
        let Some(located) = confirmed.first() else {
            return Err(Failure::usage(match here.first() {
                None => asked.nothing_here(looked),
                Some(_) => not_confirmed(&here, *line),
            }));
        };
        if confirmed.len() > 1 && !self.analysis.quiet {
            let others = confirmed[1..].iter().map(|other| other.finding.id());
            let others = others.collect::<Vec<_>>().join(", ");
            eprintln!(
                "note: this is about {} in `{}`; the line also has {others}, which --rule chooses",
                located.finding.id(),
                located.finding.function
            );
        }
        driver_of(located, (file, unit, linked), &asked.builds, &asked.options)
            .map_err(|reason| Failure::usage(format!("there is no driver for line {line}: {reason}")))
    }
}

/// Writes the driver of a confirmed finding of a file, with what was read together with the file.
///
/// # Errors
/// Why the finding has none.
pub(super) fn driver_of(
    located: &Located,
    (file, unit, linked): (&AnalysedFile, &TranslationUnit, &Linked),
    builds: &Builds,
    options: &Options,
) -> Result<Driver, Impossible> {
    let build = builds.for_file(&file.path);
    let (path, source) = (file.path.as_path(), &file.source);
    let files = Surroundings::new(linked.project(), path.to_str().unwrap_or_default(), unit);
    driver(Subject { located, path, source, files, build: &build, options })
}

/// Returns the error message for a line that has findings, none of which is confirmed.
fn not_confirmed(here: &[Located], line: u32) -> String {
    let said = here.iter().map(|located| {
        format!(
            "{} in `{}` is {}",
            located.finding.id(),
            located.finding.function,
            located.finding.verdict.as_str()
        )
    });
    format!("no finding on line {line} is confirmed by inputs: {}", said.collect::<Vec<_>>().join(", "))
}
