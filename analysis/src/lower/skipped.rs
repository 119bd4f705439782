//! Why a function is not analysed.

use crate::{
    syntax::Node,
    text::{Line, Sentence, sentence},
};

/// A function could not be lowered without guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// What is in the way, as a phrase: "syntax error".
    pub what: String,
    /// Where, in bytes from the start of the function.
    pub at: Option<u32>,
}

/// A result of lowering a part of a function.
pub(crate) type Lowered<T> = Result<T, Skipped>;

impl Skipped {
    /// A reason with the place of a node; `base` is the start of the function.
    pub(crate) fn near(what: &str, node: Node<'_>, base: u32) -> Self {
        Self { what: what.to_owned(), at: Some((node.start_byte() as u32).saturating_sub(base)) }
    }

    /// One plain sentence.
    pub fn reason(&self) -> Sentence {
        match self.at {
            Some(at) => sentence!("{} near line {}", self.what, Line(at)),
            None => self.what.as_str().into(),
        }
    }
}
