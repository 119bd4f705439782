//! The state of preprocessing after the headers of a main file, kept for the next time the file is
//! preprocessed.

use std::sync::Arc;

use super::macros::Spacing;
use super::unit::{Expander, Frame, State};
use super::{BeginningId, PreprocessOptions, Request, Token};

/// The state of preprocessing before the first token of the main file: names, macros, and the tokens of
/// headers. Cheap to clone. The same main file may be preprocessed from a prefix again, as long as the
/// headers are unchanged. The caller has to check the headers with [`Prefix::requests`].
#[derive(Clone, Debug)]
pub struct Prefix(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PreprocessOptions,
    path: Arc<str>,
    /// The text of the main file up to the end of the last directive of the prefix. If `whole`, the whole
    /// text.
    text: Arc<str>,
    /// Whether the prefix depends on the whole text of the main file.
    whole: bool,
    state: State,
    file: Frame,
    /// What the last header leaves to the space before the first token of the main file.
    spacing: Spacing,
    /// Whether that token counts as the first on its line in any case.
    first: bool,
    beginning: Option<BeginningId>,
}

impl Prefix {
    pub(crate) fn new(
        options: &PreprocessOptions,
        state: State,
        file: Frame,
        (spacing, first): (Spacing, bool),
        beginning: Option<BeginningId>,
    ) -> Self {
        let text = file.lexed.text();
        let last = file.directive.checked_sub(1).and_then(|last| file.lexed.directives().get(last as usize));
        let (token, end) = last.map_or((0, 0), |last| (last.end, last.line_end as usize + 1));
        // A conditional without `#endif` may have skipped the rest of the text, so the prefix depends on all
        // of it.
        // Another text may close what would be a raw string that begins in the prefix.
        let raw = text.get(..end).is_some_and(|start| start.contains("R\""));
        let whole = file.at > token || end >= text.len() || raw;
        let text = if whole { Arc::clone(text) } else { text[..end].into() };
        let path = state.sources.first().map_or("".into(), |main| main.path.clone());
        Self(Arc::new(Inner {
            options: options.clone(),
            path,
            text,
            whole,
            state,
            file,
            spacing,
            first,
            beginning,
        }))
    }

    /// Returns the requests for headers that the prefix made, with the files found. The prefix is stale if a
    /// request would have another answer now, or if the text of a found file has changed.
    pub fn requests(&self) -> impl Iterator<Item = &Request> {
        self.0.state.requests.list().iter()
    }

    /// Returns whether the prefix can be used for a main file, given by its path and text, and for options,
    /// provided that the headers are unchanged.
    pub fn fits(&self, path: &str, text: &str, options: &PreprocessOptions) -> bool {
        // If the prefix reaches to the end of its text, the last line could be longer in a longer text.
        let longer = !self.0.whole || self.0.text.len() == text.len();
        longer && *self.0.path == *path && text.starts_with(&*self.0.text) && self.0.options == *options
    }

    /// Returns the kept beginning with which the prefix agrees in all tokens and names. `None` if there is none.
    pub fn beginning(&self) -> Option<BeginningId> {
        self.0.beginning
    }

    /// Returns the tokens of the prefix.
    pub fn tokens(&self) -> &[Token] {
        self.0.state.tokens.parts().0
    }

    pub(crate) fn state(&self) -> State {
        self.0.state.clone()
    }

    pub(crate) fn expander(&self) -> Expander {
        let (spacing, first) = (self.0.spacing, self.0.first);
        Expander { spacing, first, ..Expander::default() }
    }

    pub(crate) fn file(&self) -> &Frame {
        &self.0.file
    }
}
