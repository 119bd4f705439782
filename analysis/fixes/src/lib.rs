//! Candidates for quick fixes: edits of a function's text that may make a finding go away.
//!
//! [`candidates`] only knows the text and the graph of the finding's function. Whether an edit corrects
//! anything is not known before the changed text is analysed, so nobody offers a candidate unchecked: whoever
//! calls this crate makes the unit again and looks whether the finding is gone and nothing else is there
//! (`csieve::fix`). That check is why candidates may be guesses; each kind of them has a file of its own.

mod assigned;
mod edit;
mod exits;
mod failed_growth;
mod insert;
mod losses;
mod mismatched;
mod null;
mod nulling;
mod release;
mod safety;
mod sizes;
#[cfg(test)]
mod tests;
mod uninitialised;
mod written;

pub use edit::{Edit, applied, composed, moved};

use csieve_base::{
    library::Library,
    rule::Rule,
    text::{Sentence, words},
};
use csieve_graph::Cfg;
use csieve_reports::finding::Finding;

use written::Written;

/// The most candidates for one finding, because each costs an analysis of its function.
pub const MOST: usize = 4;

/// The rules whose findings may have fixes, in the order of their declaration.
pub const RULES: &[Rule] = &[
    Rule::UseAfterFree,
    Rule::DoubleFree,
    Rule::NullDereference,
    Rule::UninitializedRead,
    Rule::MemoryLeak,
    Rule::OutOfBounds,
    Rule::ResourceLeak,
    Rule::DoubleClose,
    Rule::MismatchedClose,
    Rule::MissingUnlock,
];

/// A finding with what is known of its function.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The finding. Its places are relative to the start of the function.
    pub finding: &'a Finding,
    /// The definition of the function as the author wrote it.
    pub text: &'a str,
    /// The text of the whole file, whose words say what may be used in it.
    pub file_text: &'a str,
    /// The graph of the function.
    pub cfg: &'a Cfg,
    /// What is known of library functions.
    pub library: &'a Library,
}

/// An edit that may correct a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What the edit does, as a phrase in the imperative: "insert `free(p);` before the return on line 4".
    pub title: Sentence,
    /// The edits in ascending order, relative to the start of the function.
    pub edits: Vec<Edit>,
    /// Whether it is shown that the edit changes nothing in runs without the misuse: no program that is correct does
    /// anything else with it.
    pub is_safe: bool,
}

/// Returns candidates for a finding, the best first, at most [`MOST`].
pub fn candidates(subject: &Subject) -> Vec<Candidate> {
    let written = Written::new(subject.text);
    let mut found = match subject.finding.rule {
        Rule::MemoryLeak => {
            let mut found = failed_growth::candidates(subject, &written);
            found.extend(losses::candidates(subject, &written));
            found
        }
        Rule::ResourceLeak | Rule::MissingUnlock => losses::candidates(subject, &written),
        Rule::NullDereference => null::candidates(subject, &written),
        Rule::UninitializedRead => uninitialised::candidates(subject, &written),
        Rule::UseAfterFree | Rule::DoubleFree | Rule::DoubleClose => nulling::candidates(subject, &written),
        Rule::OutOfBounds => sizes::candidates(subject, &written),
        Rule::MismatchedClose => mismatched::candidates(subject, &written),
        _ => Vec::new(),
    };
    found.truncate(MOST);
    found
}

impl Candidate {
    /// Returns the code that the edit is about, as the title has it.
    pub fn code(&self) -> &str {
        self.title.text().split('`').nth(1).unwrap_or_default()
    }
}

impl Subject<'_> {
    /// Returns the word for a null pointer in the file.
    fn null(&self) -> &'static str {
        let defines = |header: &&str| self.file_text.contains(&format!("#include <{header}.h>"));
        let is_known = ["stdlib", "stdio", "stddef", "string"].iter().any(defines);
        if is_known || words(self.file_text).any(|word| word == "NULL") { "NULL" } else { "0" }
    }
}
