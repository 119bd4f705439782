//! The short functions that headers define.

use csieve_preprocess::SourceId;

use super::{
    FunctionText, emit,
    items::{Item, Parts},
};

/// A short function that a header defines.
#[derive(Clone, Debug)]
pub struct HeaderFunction {
    /// The header.
    pub source: SourceId,
    /// The byte offset in the header where the definition starts.
    pub start: u32,
    /// The text of the function, with its origins in the header.
    pub text: FunctionText,
}

impl HeaderFunction {
    pub(super) fn new(unit: emit::Unit<'_>, item: &Item, parts: Parts) -> Self {
        let source = unit.tokens[parts.name].spelling.source;
        // The text of the header is not needed: only comments of the file itself are read.
        let (start, text) = FunctionText::new(emit::Unit { file: source, text: "", ..unit }, item, parts);
        Self { source, start, text }
    }
}
