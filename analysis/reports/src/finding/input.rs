//! Inputs of a confirmed finding.

use serde::Serialize;

use csieve_base::text::Sentence;
use csieve_graph::Type;
use csieve_machine::{Chosen, Source};

/// Something that comes from outside, with a value that lets the misuse happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    /// What it is, as people read it: "`n`", "`s->length`", "`malloc` on line 4".
    pub what: Sentence,
    /// Its value: `3`, `NULL`, "an object", "fails".
    pub value: String,
    /// What it is, for a program that gives it.
    #[serde(skip)]
    pub source: Source,
    /// The type in which the function reads it.
    #[serde(skip)]
    pub ty: Type,
    /// Its value, for such a program.
    #[serde(skip)]
    pub chosen: Chosen,
}
