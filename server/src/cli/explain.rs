//! The command `csieve explain`, which shows the paths, conflicts and observers behind the findings on a
//! line.

use clap::{Args, ValueEnum};

use super::{
    AnalysisOptions, CLEAN, Failure,
    json::{FindingView, pretty},
    output::print,
    place::PlaceArgs,
};
use crate::present::{Extent, explanation, observer};

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
                let texts: Vec<String> = here.iter().map(|one| explanation::text(one, extent)).collect();
                texts.join("\n")
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
