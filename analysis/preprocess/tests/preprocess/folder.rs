//! Headers in memory, for tests.

use std::sync::Arc;

use csieve_preprocess::{Header, Headers, Include, Lexed};

/// Headers in memory: for each, its name, the index of its folder in the search list, and its tokens.
#[derive(Default)]
pub(crate) struct Folder(Vec<(String, u32, Arc<Lexed>)>);

impl Folder {
    /// Creates a search list of one folder with these headers, each a name and a text.
    pub(crate) fn new(headers: &[(&str, &str)]) -> Self {
        Self::default().with(0, headers)
    }

    /// Adds headers, each a name and a text, in the folder with this index in the search list.
    pub(crate) fn with(mut self, folder: u32, headers: &[(&str, &str)]) -> Self {
        self.0.extend(
            headers.iter().map(|&(name, text)| (name.to_owned(), folder, Arc::new(Lexed::new(text.into())))),
        );
        self
    }
}

impl Headers for Folder {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let least = if include.next { include.from.folder.map_or(0, |folder| folder + 1) } else { 0 };
        let found = self.0.iter().find(|(name, folder, _)| *name == include.name && *folder >= least);
        let (name, folder, lexed) = found?;
        let path = format!("{folder}/{name}").into();
        Some(Header {
            path,
            written: None,
            lexed: lexed.clone(),
            system: include.angled,
            folder: Some(*folder),
        })
    }
}
