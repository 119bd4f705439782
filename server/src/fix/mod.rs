//! Quick fixes: edits that make a finding go away when the text is analysed again, and bring nothing new.
//!
//! `csieve_analysis::fixes` has the candidates, which only know their function. Here each candidate is tried:
//! the edited text becomes a unit, its functions are analysed with the same means as those of any text, and
//! what is found is held against what was found before. Nothing is offered that did not pass
//! ([`Workshop::fixes`]). The check needs units and summaries of other files and a cache of reports, which is
//! why it stands in the server and not in the analysis.

mod compare;
mod file;
mod state;
mod workshop;
mod write;

pub use file::{Fixed, FixedFile, Given, Wanted, fixed, fixes};
pub use state::{State, Translated};
pub use workshop::{Reports, Workshop};
pub use write::{WriteError, is_generated, replace};

use csieve_analysis::{finding::Finding, fixes::Edit};

/// A finding that is to be fixed.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The offset in bytes at which the finding's function starts in the file.
    pub base: u32,
}

/// An edit that was tried and corrects a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, as a phrase in the imperative.
    pub title: String,
    /// The edits in ascending order, in bytes of the file's text before the fix.
    pub edits: Vec<Edit>,
    /// Whether it is shown that no run without a misuse does anything else with the fix.
    pub is_safe: bool,
}

impl Fix {
    /// Returns the title as the first words of a sentence, which says if the fix is unsafe.
    pub fn headline(&self) -> String {
        let mut chars = self.title.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars).chain(if self.is_safe { "" } else { " (unsafe)" }.chars()).collect()
    }
}
