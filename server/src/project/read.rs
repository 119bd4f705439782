//! Reading a file whatever is in it.

use std::{fmt, fs, io, path::Path};

use super::MAX_FILE_BYTES;

/// A text with what had to be done to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
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
    /// It has more than [`MAX_FILE_BYTES`].
    TooLarge(u64),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::TooLarge(bytes) => {
                write!(f, "{bytes} bytes are more than the {MAX_FILE_BYTES} that are read")
            }
        }
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read(path: &Path) -> Result<SourceText, ReadError> {
    let bytes = fs::metadata(path).map_err(ReadError::Io)?.len();
    if bytes > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge(bytes));
    }
    Ok(decode(fs::read(path).map_err(ReadError::Io)?))
}

/// Makes a text of any bytes: each one that is no UTF-8 becomes a replacement character.
pub fn decode(bytes: Vec<u8>) -> SourceText {
    let nul = bytes.contains(&0);
    match String::from_utf8(bytes) {
        Ok(text) => SourceText { text, note: nul.then_some("contains NUL bytes") },
        Err(error) => SourceText {
            text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
            note: Some("is not UTF-8; other bytes are read as unknown characters"),
        },
    }
}
