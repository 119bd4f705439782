//! The state behind the headers of a main file, kept for the next run.

use std::sync::Arc;

use super::unit::{Frame, State};
use super::{PreprocessOptions, Request, Token};

/// The state of preprocessing before the first token of the main file: names, macros, and the tokens of
/// headers. Cheap to clone. A prefix may serve a later run of the same main file as long as the headers are
/// unchanged. The caller has to make sure of that, see [`Prefix::requests`].
#[derive(Clone, Debug)]
pub struct Prefix(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PreprocessOptions,
    path: Arc<str>,
    /// The text of the main file up to the end of the last directive of the prefix, or all of it if `whole`.
    text: Arc<str>,
    /// Whether the prefix depends on the whole text of the main file.
    whole: bool,
    state: State,
    file: Frame,
}

impl Prefix {
    pub(crate) fn new(options: &PreprocessOptions, state: State, file: Frame) -> Self {
        let text = file.lexed.text();
        let last = file.directive.checked_sub(1).and_then(|last| file.lexed.directives().get(last as usize));
        let (token, end) = last.map_or((0, 0), |last| (last.end, last.line_end as usize + 1));
        // After a conditional without `#endif`, all the following text may have been skipped.
        let whole = file.at > token || end >= text.len();
        let text = if whole { Arc::clone(text) } else { text[..end].into() };
        let path = state.sources.first().map_or("".into(), |main| main.path.clone());
        Self(Arc::new(Inner { options: options.clone(), path, text, whole, state, file }))
    }

    /// Returns the headers that were asked for and the files that were found. The prefix is stale if an
    /// answer would differ now, or if the text of a found file has changed.
    pub fn requests(&self) -> impl Iterator<Item = &Request> {
        self.0.state.requests.list().iter()
    }

    /// Returns whether the prefix fits a main file and options, provided that the headers are unchanged.
    pub fn fits(&self, path: &str, text: &str, options: &PreprocessOptions) -> bool {
        // A directive at the end of the text could continue in a longer text.
        let longer = !self.0.whole || self.0.text.len() == text.len();
        longer && *self.0.path == *path && text.starts_with(&*self.0.text) && self.0.options == *options
    }

    /// Returns the tokens of the prefix.
    pub fn tokens(&self) -> &[Token] {
        self.0.state.tokens.parts().0
    }

    pub(crate) fn state(&self) -> State {
        self.0.state.clone()
    }

    pub(crate) fn file(&self) -> &Frame {
        &self.0.file
    }
}
