//! Reads files, whatever bytes are in them.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::text::SourceText;

use super::{IS_DRIVER, MAX_FILE_BYTES, is_driver};
use crate::build::Builds;

/// The text of a file, with a note if its bytes were changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    /// The text, in which bytes that are not UTF-8 are replaced.
    pub text: String,
    /// What the user should know about the bytes of the file.
    pub note: Option<TextNote>,
}

/// What the user should know about the bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum TextNote {
    /// There are bytes 0 in it.
    HasNul,
    /// Not all bytes are UTF-8.
    IsNotUtf8,
}

impl fmt::Display for TextNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HasNul => "contains NUL bytes",
            Self::IsNotUtf8 => "is not UTF-8; other bytes are read as unknown characters",
        })
    }
}

/// The reason why a file could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The system reported an error.
    Io(io::Error),
    /// The file is larger than this limit in bytes.
    TooLarge(u64),
    /// The path is no file but a directory, a pipe or a device, as the text says.
    NoFile(&'static str),
    /// The file is a driver: it is about a finding of another file.
    Driver,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::TooLarge(limit) => write!(f, "it has more than the {} MiB that are read", limit >> 20),
            Self::NoFile(what) => write!(f, "this is {what}, not a file"),
            Self::Driver => f.write_str(IS_DRIVER),
        }
    }
}

/// Reads a file of at most [`MAX_FILE_BYTES`].
///
/// # Errors
/// [`ReadError`] if the path is no file, or the file is too large or not readable.
pub fn read(path: &Path) -> Result<FileText, ReadError> {
    read_up_to(path, MAX_FILE_BYTES)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// [`ReadError`] if the path is no file, or the file is too large or not readable.
pub fn read_up_to(path: &Path, limit: u64) -> Result<FileText, ReadError> {
    let metadata = fs::metadata(path).map_err(ReadError::Io)?;
    // This is checked before the file is opened: a pipe would block, and a device may have no end.
    if !metadata.is_file() {
        return Err(ReadError::NoFile(if metadata.is_dir() { "a directory" } else { "a pipe or a device" }));
    }
    read_all(File::open(path).map_err(ReadError::Io)?, limit)
}

/// Returns the text of a file, which is that of its open document if there is one, with a warning about its bytes.
///
/// # Errors
/// If the file cannot be read, or is a driver.
pub(super) fn text_of(path: &Path, builds: &Builds) -> Result<(SourceText, Option<TextNote>), ReadError> {
    match builds.open_text(path) {
        Some(text) if is_driver(text) => Err(ReadError::Driver),
        Some(text) => Ok((SourceText::new(Arc::clone(text)), None)),
        None => match read(path)? {
            FileText { text, .. } if is_driver(&text) => Err(ReadError::Driver),
            FileText { text, note } => Ok((SourceText::new(text), note)),
        },
    }
}

/// Reads any input of at most `limit` bytes to its end.
///
/// # Errors
/// [`ReadError`] if the input is too large or not readable.
pub fn read_all(input: impl Read, limit: u64) -> Result<FileText, ReadError> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes).map_err(ReadError::Io)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLarge(limit)) } else { Ok(decode(bytes)) }
}

/// Returns bytes in which a line feed ends the lines. Old files of the Macintosh have carriage returns only.
fn lines_ended(mut bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    bytes
}

/// Turns bytes into a text. Bytes that are not UTF-8 become replacement characters.
fn decode(bytes: Vec<u8>) -> FileText {
    let nul = bytes.contains(&0);
    match String::from_utf8(lines_ended(bytes)) {
        Ok(text) => FileText { text, note: nul.then_some(TextNote::HasNul) },
        Err(error) => FileText {
            text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
            note: Some(TextNote::IsNotUtf8),
        },
    }
}
