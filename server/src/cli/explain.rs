//! `csieve explain`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use csieve_analysis::options::Options;

use super::{
    AnalysisOptions, CLEAN, Failure, build,
    check::print,
    json::{FindingView, pretty},
};
use crate::{
    present::{Located, explanation, observer},
    project::{self, AnalysedFile},
};

/// Show how the findings on a line came about.
#[derive(Args, Debug)]
pub(super) struct Explain {
    /// A line of a file: `src/a.c:12`.
    #[arg(value_name = "FILE:LINE")]
    place: String,
    /// The form of the output; `dot` gives the observers only.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Other files or directories whose functions are known, as when they are checked together; can be repeated.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Dot,
}

impl Explain {
    pub fn run(self) -> Result<u8, Failure> {
        let (path, line) = self.place()?;
        let options = Options { tells_how_close: true, ..self.analysis.options()? };
        let builds = self.analysis.build.builds()?;
        let mut paths = vec![path.clone()];
        paths.extend(project::walk(&self.with).files.into_iter().filter(|other| *other != path));
        let analyse = || project::run_first(&paths, &builds, &options);
        let file = self.analysis.on_threads(analyse)?;
        let unreadable = |(path, error): (PathBuf, project::ReadError)| {
            Failure::incomplete(format!("{}: {error}", path.display()))
        };
        let file = file.map_err(unreadable)?;
        build::described(&file.reading)?;
        let here: Vec<Located> = file
            .findings()
            .map(|(_, located)| located)
            .filter(|located| located.line(located.finding.span) == line)
            .collect();
        if here.is_empty() {
            return Err(Failure::usage(nothing_here(&file, line)));
        }
        let text = match self.format {
            Format::Text => here.iter().map(explanation::text).collect::<Vec<_>>().join("\n"),
            Format::Json => {
                let name = file.path.display().to_string();
                pretty(
                    &here.iter().map(|located| FindingView::new(located, name.clone())).collect::<Vec<_>>(),
                )
            }
            Format::Dot => here
                .iter()
                .flat_map(|located| {
                    located.proofs().into_iter().map(|proof| observer::dot(located, &proof.observer))
                })
                .collect(),
        };
        print(&text)?;
        Ok(CLEAN)
    }

    fn place(&self) -> Result<(PathBuf, u32), Failure> {
        let parts = self.place.rsplit_once(':');
        match parts.and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?))) {
            Some((path, line)) if !path.is_empty() && line > 0 => Ok((PathBuf::from(path), line)),
            _ => Err(Failure::usage(format!("`{}` is not FILE:LINE, as in src/a.c:12", self.place))),
        }
    }
}

fn nothing_here(file: &AnalysedFile, line: u32) -> String {
    let mut lines: Vec<u32> =
        file.findings().map(|(_, located)| located.line(located.finding.span)).collect();
    lines.sort_unstable();
    lines.dedup();
    let near: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let hint = if near.is_empty() {
        "the file has none".to_owned()
    } else {
        format!("the lines with findings are {}", near.join(", "))
    };
    format!("line {line} of {} has no finding, kept or refuted; {hint}", file.path.display())
}
