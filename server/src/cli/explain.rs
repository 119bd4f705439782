//! The command `csieve explain`, which shows the paths, conflicts and observers behind the findings on a
//! line.

use std::fmt::Write;

use annotate_snippets::renderer::{AnsiColor, Effects, Style};
use clap::{Args, ValueEnum};
use csieve_analysis::finding::{Finding, VerdictKind};

use super::{
    AnalysisOptions, CLEAN, Failure,
    json::{FindingView, pretty},
    output::{print, width, wrapped},
    place::PlaceArgs,
};
use crate::present::{Extent, Severity, explanation, observer};

/// The words that begin lines of an explanation and stand out.
const TITLES: [&str; 6] = ["verdict", "evidence", "round", "conflict", "observer", "others"];

/// Show how the findings on a line came about.
#[derive(Args, Debug)]
pub(super) struct Explain {
    #[command(flatten)]
    place: PlaceArgs,
    /// The form of the output; `dot` gives the observers only.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Tell every path that was ruled out, and each step of long ones.
    #[arg(long)]
    all: bool,
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
    pub(super) fn run(self) -> Result<u8, Failure> {
        let mut asked = self.place.asked(&self.analysis)?;
        asked.options.tells_how_close = true;
        let looked = asked.look(&self.analysis)?;
        let here = looked.here();
        if here.is_empty() {
            return Err(Failure::usage(asked.nothing_here(&looked)));
        }
        let extent = if self.all { Extent::Whole } else { Extent::Brief };
        let text = match self.format {
            Format::Text => {
                let texts = here.iter().map(|one| coloured(&explanation::text(one, extent), one.finding));
                wrapped(&texts.collect::<Vec<_>>().join("\n"), width()).into_owned()
            }
            Format::Json => {
                let name = looked.file.path.display().to_string();
                pretty(
                    &here
                        .iter()
                        .map(|located| FindingView::new(located, name.clone(), Extent::Whole, true))
                        .collect::<Vec<_>>(),
                )
            }
            Format::Dot => here
                .iter()
                .flat_map(|located| {
                    let proofs = located.proofs().into_iter();
                    proofs.map(|(at, proof)| observer::dot(&at, &proof.observer))
                })
                .collect(),
        };
        print(&text)?;
        Ok(CLEAN)
    }
}

/// Returns an explanation with colours. The writer removes them if the output is not a terminal.
fn coloured(text: &str, finding: &Finding) -> String {
    let severity = match Severity::of(finding) {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Information | Severity::Hint => AnsiColor::Green,
    };
    let verdict = match finding.verdict.kind() {
        VerdictKind::Confirmed => AnsiColor::BrightRed,
        VerdictKind::Unrefuted => AnsiColor::Yellow,
        VerdictKind::Refuted => AnsiColor::Green,
    };
    let bold = Style::new().effects(Effects::BOLD);
    let mut out = String::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let word = line.split([' ', ':', '\n']).next().unwrap_or_default();
        let rest = &line[word.len()..];
        let style = match word {
            _ if at == 0 => severity.on_default().effects(Effects::BOLD),
            word if TITLES.contains(&word) => bold,
            _ => {
                out.push_str(line);
                continue;
            }
        };
        let said = finding.verdict.as_str();
        let rest = match rest.strip_prefix(": ").and_then(|rest| rest.strip_prefix(said)) {
            Some(reason) if word == "verdict" => {
                let style = verdict.on_default().effects(Effects::BOLD);
                format!(": {style}{said}{style:#}{reason}")
            }
            _ => rest.to_owned(),
        };
        let _ = write!(out, "{style}{word}{style:#}{rest}");
    }
    out
}
