//! Inputs of a confirmed finding: values from outside the function.

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use csieve_base::text::Sentence;
use csieve_graph::Type;
use csieve_machine::{Chosen, Source};

/// A value from outside the function, chosen so that a run reaches the misuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Input {
    /// The place that the value comes from, in words for the reader: "`n`", "`s->length`", "`malloc` on line
    /// 4".
    pub what: Sentence,
    /// The chosen value in words, for the reader: `3`, `NULL`, "an object", "fails".
    pub value: String,
    /// The place that the value comes from, in the form from which drivers (C programs that trigger the
    /// misuse) are made.
    #[serde(skip)]
    pub source: Source,
    /// The type with which the function reads the value.
    #[serde(skip)]
    pub ty: Type,
    /// The value that was chosen for this input, as the writer of a driver needs it.
    #[serde(skip)]
    pub chosen: Chosen,
    /// Whether the function reads the value. A parameter that it never reads is of no interest to readers.
    #[serde(skip)]
    pub is_read: bool,
}
