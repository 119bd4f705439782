//! Makes a unit of a file with its flags and headers.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    preprocess::{Lexed, Source},
    text::SourceText,
    unit::Version,
    workers::{OneByOne, Workers},
};

use crate::build::FileBuild;

/// Preprocesses and parses a text, of a C file or of a header that is a part of a unit. Parts of `before`, an
/// earlier version of the text, are reused where possible.
pub fn version(build: &FileBuild, path: &Path, text: &SourceText, before: Option<&Version>) -> Version {
    version_by(&OneByOne, build, path, (text, before))
}

/// Does the same with functions that are parsed by `workers`.
pub fn version_by(
    workers: &dyn Workers,
    build: &FileBuild,
    path: &Path,
    (text, before): (&SourceText, Option<&Version>),
) -> Version {
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
    Version::new_with((workers, Some(headers.shared())), main, (headers, options), before)
}
