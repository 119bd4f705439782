//! The state behind the headers of a main file, kept for the next run.

use std::sync::Arc;

use super::unit::{Frame, State};
use super::{PreprocessOptions, Request};

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
    state: State,
    file: Frame,
}

impl Prefix {
    pub(crate) fn new(options: &PreprocessOptions, state: State, file: Frame) -> Self {
        let end =
            match file.directive.checked_sub(1).and_then(|last| file.lexed.directives().get(last as usize)) {
                Some(last) => (last.line_end as usize + 1).min(file.lexed.text().len()),
                None => 0,
            };
        let text = file.lexed.text()[..end].into();
        let path = state.sources.first().map_or("".into(), |main| main.path.clone());
        Self(Arc::new(Inner { options: options.clone(), path, text, state, file }))
    }

    /// The headers that were asked for and what was found. The prefix is stale if one of these answers would
    /// differ now, or the text of a file that was found.
    pub fn requests(&self) -> impl Iterator<Item = &Request> {
        self.0.state.requests.list().iter()
    }

    /// Whether the prefix may serve a main file, if the headers are the same.
    pub fn fits(&self, path: &str, text: &str, options: &PreprocessOptions) -> bool {
        // A text that ends with the directive could go on with its line.
        let whole = self.0.text.ends_with('\n') || self.0.text.is_empty() || self.0.text.len() == text.len();
        whole && *self.0.path == *path && text.starts_with(&*self.0.text) && self.0.options == *options
    }

    pub(crate) fn state(&self) -> State {
        self.0.state.clone()
    }

    pub(crate) fn file(&self) -> &Frame {
        &self.0.file
    }
}
