//! A file as a unit: with its flags and its headers.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    preprocess::{Lexed, Source},
    text::SourceText,
    unit::Version,
};

use crate::build::FileBuild;

/// Preprocesses and parses the text of a file, or of a header as a part of a unit that includes it.
pub fn version(build: &FileBuild, path: &Path, text: &SourceText, before: Option<&Version>) -> Version {
    let (options, headers) = (&build.options, &*build.headers);
    if path != build.main
        && let Some(main) = build.source()
        && let Some(version) = Version::of_header(&path.to_string_lossy(), main, headers, options, before)
    {
        return version;
    }
    let edited = before.and_then(|before| before.edited(text, headers, options));
    if let Some(version) = edited {
        return version;
    }
    let lexed = Arc::new(Lexed::new(Arc::clone(text.text())));
    let main = Source::main(path.to_string_lossy().into(), lexed);
    Version::new(main, headers, options, before)
}
