//! The inputs of a confirmed finding.

use serde::Serialize;

use csieve_base::text::Sentence;
use csieve_graph::Type;
use csieve_machine::{Chosen, Source};

/// A value from outside the function with which a run comes to the misuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    /// The origin of the value, for the reader: "`n`", "`s->length`", "`malloc` on line 4".
    pub what: Sentence,
    /// The value, for the reader: `3`, `NULL`, "an object", "fails".
    pub value: String,
    /// The origin of the value, for a generated program that sets it.
    #[serde(skip)]
    pub source: Source,
    /// The type with which the function reads the value.
    #[serde(skip)]
    pub ty: Type,
    /// The value, for a generated program that sets it.
    #[serde(skip)]
    pub chosen: Chosen,
}
