//! Reading a file whatever is in it.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use super::MAX_FILE_BYTES;

/// A text with what had to be done to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    /// The text; bytes that are no UTF-8 have been replaced.
    pub text: String,
    /// What the reader should know: "is not UTF-8".
    pub note: Option<&'static str>,
}

/// Why a file could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The system said no.
    Io(io::Error),
    /// It has more bytes than are read.
    TooLarge(u64),
    /// It is a directory, a pipe or a device.
    NoFile(&'static str),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::TooLarge(limit) => write!(f, "it has more than the {} MiB that are read", limit >> 20),
            Self::NoFile(what) => write!(f, "this is {what}, not a file"),
        }
    }
}

/// Reads a file of at most [`MAX_FILE_BYTES`].
///
/// # Errors
/// If it is no file, cannot be read or is too large.
pub fn read(path: &Path) -> Result<FileText, ReadError> {
    read_up_to(path, MAX_FILE_BYTES)
}

/// Reads a file of at most so many bytes.
///
/// # Errors
/// If it is no file, cannot be read or is too large.
pub fn read_up_to(path: &Path, limit: u64) -> Result<FileText, ReadError> {
    let metadata = fs::metadata(path).map_err(ReadError::Io)?;
    // Before it is opened: a pipe would keep us waiting, a device may have no end.
    if !metadata.is_file() {
        return Err(ReadError::NoFile(if metadata.is_dir() { "a directory" } else { "a pipe or a device" }));
    }
    read_all(File::open(path).map_err(ReadError::Io)?, limit)
}

/// Reads anything to its end, which comes after at most so many bytes.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read_all(input: impl Read, limit: u64) -> Result<FileText, ReadError> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes).map_err(ReadError::Io)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLarge(limit)) } else { Ok(decode(bytes)) }
}

/// Makes a text of any bytes: each one that is no UTF-8 becomes a replacement character.
fn decode(bytes: Vec<u8>) -> FileText {
    let nul = bytes.contains(&0);
    match String::from_utf8(bytes) {
        Ok(text) => FileText { text, note: nul.then_some("contains NUL bytes") },
        Err(error) => FileText {
            text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
            note: Some("is not UTF-8; other bytes are read as unknown characters"),
        },
    }
}
