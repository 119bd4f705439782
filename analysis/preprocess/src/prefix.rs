//! The state behind the headers of a main file, kept for the next run.

use std::sync::Arc;

use super::unit::{Frame, State};
use super::{PreprocessOptions, Request, Token};

/// What preprocessing had found out before the main file's first token: names, macros, tokens of headers. Cheap to
/// clone. It may serve a later run of the same main file as long as the headers are the same, which the caller
/// has to know; see [`Prefix::requests`].
#[derive(Clone, Debug)]
pub struct Prefix(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PreprocessOptions,
    path: Arc<str>,
    /// The main file's text up to the end of the last directive of the prefix.
    text: Arc<str>,
    /// That is all of it, or the prefix depends on all of it.
    whole: bool,
    state: State,
    file: Frame,
}

impl Prefix {
    pub(crate) fn new(options: &PreprocessOptions, state: State, file: Frame) -> Self {
        let text = file.lexed.text();
        let last = file.directive.checked_sub(1).and_then(|last| file.lexed.directives().get(last as usize));
        let (token, end) = last.map_or((0, 0), |last| (last.end, last.line_end as usize + 1));
        // Without an `#endif`, all that follows may have been skipped.
        let whole = file.at > token || end >= text.len();
        let text = if whole { Arc::clone(text) } else { text[..end].into() };
        let path = state.sources.first().map_or("".into(), |main| main.path.clone());
        Self(Arc::new(Inner { options: options.clone(), path, text, whole, state, file }))
    }

    /// The headers that were asked for and what was found. The prefix is stale if one of these answers would
    /// differ now, or the text of a file that was found.
    pub fn requests(&self) -> impl Iterator<Item = &Request> {
        self.0.state.requests.list().iter()
    }

    /// Whether the prefix may serve a main file, if the headers are the same.
    pub fn fits(&self, path: &str, text: &str, options: &PreprocessOptions) -> bool {
        // A directive at the end of a text could go on in a longer one.
        let longer = !self.0.whole || self.0.text.len() == text.len();
        longer && *self.0.path == *path && text.starts_with(&*self.0.text) && self.0.options == *options
    }

    /// The tokens of the prefix.
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
