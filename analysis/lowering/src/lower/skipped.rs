//! The reason why a function is not analysed.

use csieve_base::text::{Line, Sentence, sentence};
use csieve_frontend::syntax::Node;

/// The reason why a function could not be lowered without guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The obstacle, as a phrase: "syntax error".
    pub what: String,
    /// The place of the obstacle, in bytes from the start of the function.
    pub at: Option<u32>,
}

/// The obstacle in a function that does not parse, as [`Skipped::what`] has it.
pub const SYNTAX_ERROR: &str = "syntax error";

/// A part of a function after lowering, or the reason for skipping the whole function.
pub(crate) type Lowered<T> = Result<T, Skipped>;

impl Skipped {
    /// Makes a reason with the place of a node. `base` is the offset in bytes at which the function starts in
    /// the text.
    pub(crate) fn near(what: &str, node: Node<'_>, base: u32) -> Self {
        Self { what: what.to_owned(), at: Some((node.start_byte() as u32).saturating_sub(base)) }
    }

    /// Returns the reason as a sentence for the user.
    pub fn reason(&self) -> Sentence {
        match self.at {
            Some(at) => sentence!("{} near line {}", self.what, Line(at)),
            None => self.what.as_str().into(),
        }
    }
}
