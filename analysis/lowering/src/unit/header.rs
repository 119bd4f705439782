//! The short functions that headers define.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_frontend::translation::{FunctionText, HeaderFunction, TranslatedFunction};
use csieve_preprocess::{Headers, Source};

use super::{SharedHeaders, UnitFunction};

/// The files that a unit is made of.
#[derive(Clone, Copy)]
pub(super) struct Files<'a> {
    /// The main file and its headers.
    pub sources: &'a [Source],
    /// How the headers were found.
    pub headers: &'a dyn Headers,
    /// What other files left that find the same headers.
    pub shared: Option<&'a SharedHeaders>,
}

/// A function of a header with its tree.
#[derive(Clone, Debug)]
pub struct InlineFunction {
    /// The function. Its offsets are those of the header.
    pub function: UnitFunction,
    /// Where the function stands.
    pub place: HeaderPlace,
}

/// Where a function of a header stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct HeaderPlace {
    /// The path of the header, as readers know it.
    pub path: Arc<str>,
    /// The line where the definition starts, counted from 1.
    line: u32,
    /// The byte offsets from the start of the definition at which its other lines start, ascending.
    breaks: Box<[u32]>,
}

impl HeaderPlace {
    /// Returns the line of a byte offset from the start of the definition, counted from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.line + self.breaks.partition_point(|start| *start <= offset) as u32
    }
}

impl InlineFunction {
    /// Makes functions of headers among the files that a unit is made of.
    pub(super) fn all(functions: Vec<HeaderFunction>, files: Files<'_>) -> Box<[Self]> {
        functions.into_iter().filter_map(|function| Self::new(function, files)).collect()
    }

    fn new(HeaderFunction { source, start, text }: HeaderFunction, files: Files<'_>) -> Option<Self> {
        let source = files.sources.get(source.0 as usize)?;
        let lines = source.lexed.lines();
        let line = lines.line_number(start);
        // Lines are counted from 0 there, so that this is the next one.
        let starts = (line..).map_while(|line| lines.line_start(line)).map(|at| at - start);
        let breaks = starts.take_while(|at| *at < text.length).collect();
        let place = HeaderPlace { path: files.headers.shown(&source.path), line, breaks };
        Some(match files.shared {
            Some(shared) => shared.function(text, place),
            None => Self::of(text, place),
        })
    }

    /// Makes a function that stands at a place.
    pub(super) fn of(text: FunctionText, place: HeaderPlace) -> Self {
        let function = TranslatedFunction { start: 0, text, is_alternative: false, needs: Vec::new() };
        Self { function: UnitFunction::new(function, |_| None), place }
    }

    /// Returns whether the function has this text and place.
    pub(super) fn has(&self, text: &FunctionText, place: &HeaderPlace) -> bool {
        *self.function.text == *text && self.place == *place
    }
}

/// Functions with the same text and place are the same.
impl PartialEq for InlineFunction {
    fn eq(&self, other: &Self) -> bool {
        self.has(&other.function.text, &other.place)
    }
}
