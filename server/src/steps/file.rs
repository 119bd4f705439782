//! Summary files: units and the summaries of their functions.
//!
//! A file begins with a mark, a hash of the program that wrote it, and the length of its head. The head lists the units
//! and has the summaries. The contents of the units follow, which are read when somebody needs them.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::{summary::Summary, unit::Outline};

use crate::{
    cache::{Key, packed, program, unfinished, unpacked},
    project::{Prepared, Reading, TextNote},
};

/// The first bytes of each summary file.
const MARK: &[u8; 8] = b"csieve\x00S";

/// The most bytes of a head.
const MOST_BYTES: u64 = 1 << 30;

/// Summaries by hashes of what they were made from, in ascending order; `None` for a function that may do anything.
pub(super) type Summaries = Vec<(u64, Option<Arc<Summary>>)>;

/// A summary file of which the head was read.
#[derive(Clone, Debug)]
pub struct SummaryFile {
    /// The path of the file.
    pub path: PathBuf,
    /// A hash of all that is in the file.
    pub key: Key,
    pub(super) head: Head,
    /// The offset in bytes at which the contents of the units start.
    start: u64,
}

/// What a summary file begins with.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Head {
    /// The units, in the order of their paths.
    pub(super) units: Vec<Unit>,
    pub(super) summaries: Summaries,
    /// Sentences about C files that could not be read.
    pub(super) problems: Vec<String>,
}

/// A unit without its functions.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Unit {
    /// The path of the C file, as it was given.
    pub(super) path: String,
    /// A warning about the bytes of the C file.
    pub(super) note: Option<TextNote>,
    /// Notes about its flags and headers.
    pub(super) reading: Reading,
    /// Whether its build says that signed overflow wraps.
    pub(super) wrapv: bool,
    /// The outline of the unit.
    pub(super) outline: Arc<Outline>,
    /// A hash of the contents.
    pub(super) hash: Key,
    /// The length of the contents in the file, in bytes.
    length: u64,
}

/// A unit to be written, with its contents as they stand in the file.
pub(super) struct Written {
    pub(super) unit: Unit,
    pub(super) contents: Vec<u8>,
}

/// Why a step could not be done.
#[derive(Debug)]
pub enum StepError {
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
    /// The file is no summary file.
    IsNone(PathBuf),
    /// The file was written by another build of the program.
    IsOther(PathBuf),
    /// The file is not as it was written.
    IsDamaged(PathBuf),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::IsNone(path) => write!(f, "{}: this is no summary file", path.display()),
            Self::IsOther(path) => write!(
                f,
                "{}: another build of csieve made this summary file; summarise its files again",
                path.display()
            ),
            Self::IsDamaged(path) => write!(f, "{}: this summary file is damaged", path.display()),
        }
    }
}

impl SummaryFile {
    /// Reads the head of a summary file.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is not of this build of the program.
    pub fn read(path: &Path) -> Result<Self, StepError> {
        let failed = |error| StepError::Io(path.to_owned(), error);
        let mut file = File::open(path).map_err(failed)?;
        let mut start = [0; 32];
        if !is_filled(&mut file, &mut start).map_err(failed)? || !start.starts_with(MARK) {
            return Err(StepError::IsNone(path.to_owned()));
        }
        if start[8..24] != program().map_err(failed)?.to_le_bytes() {
            return Err(StepError::IsOther(path.to_owned()));
        }
        let length = start[24..].iter().rev().fold(0, |length, byte| length << 8 | u64::from(*byte));
        let damaged = || StepError::IsDamaged(path.to_owned());
        if length > MOST_BYTES {
            return Err(damaged());
        }
        let mut head = Vec::new();
        file.take(length).read_to_end(&mut head).map_err(failed)?;
        let key = Key::of_bytes(&head);
        let head = unpacked(&head).and_then(|head| borsh::from_slice(&head).ok()).ok_or_else(damaged)?;
        Ok(Self { path: path.to_owned(), key, head, start: 32 + length })
    }

    /// Writes a summary file. It appears whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(
        path: &Path,
        mut units: Vec<Written>,
        summaries: Summaries,
        problems: Vec<String>,
    ) -> Result<(), StepError> {
        units.sort_by(|one, two| Path::new(&one.unit.path).cmp(Path::new(&two.unit.path)));
        let write = || {
            let listed = units.iter().map(|unit| unit.unit.clone()).collect();
            let head = Head { units: listed, summaries, problems };
            let head = packed(&borsh::to_vec(&head)?);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let mut file = unfinished(".new-").tempfile_in(folder.unwrap_or(Path::new(".")))?;
            let mut out = io::BufWriter::new(&mut file);
            out.write_all(MARK)?;
            out.write_all(&program()?.to_le_bytes())?;
            out.write_all(&(head.len() as u64).to_le_bytes())?;
            out.write_all(&head)?;
            for unit in &units {
                out.write_all(&unit.contents)?;
            }
            out.flush()?;
            drop(out);
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(|error| StepError::Io(path.to_owned(), error))
    }

    /// Returns sentences about C files that could not be read.
    pub fn problems(&self) -> &[String] {
        &self.head.problems
    }

    /// Returns the contents of a unit by its place among the units, as they stand in the file.
    ///
    /// # Errors
    /// If the file cannot be read any more, or was changed.
    pub(super) fn contents(&self, place: usize) -> Result<Vec<u8>, StepError> {
        let failed = |error| StepError::Io(self.path.clone(), error);
        let before: u64 = self.head.units[..place].iter().map(|unit| unit.length).sum();
        let unit = &self.head.units[place];
        let mut file = File::open(&self.path).map_err(failed)?;
        file.seek(SeekFrom::Start(self.start + before)).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(unit.length).read_to_end(&mut bytes).map_err(failed)?;
        if Key::of_bytes(&bytes) == unit.hash {
            Ok(bytes)
        } else {
            Err(StepError::IsDamaged(self.path.clone()))
        }
    }
}

impl Written {
    /// Puts a unit together with its contents.
    pub(super) fn new(unit: Unit, contents: Vec<u8>) -> Self {
        let (hash, length) = (Key::of_bytes(&contents), contents.len() as u64);
        Self { unit: Unit { hash, length, ..unit }, contents }
    }
}

impl Unit {
    /// Begins a unit that gets its contents later.
    pub(super) fn of(file: &Prepared) -> Self {
        Self {
            path: file.path.to_string_lossy().into_owned(),
            note: file.note,
            reading: file.reading.clone(),
            wrapv: file.wrapv,
            outline: Arc::clone(&file.file.outline),
            hash: Key::of_bytes(&[]),
            length: 0,
        }
    }
}

/// Reads bytes; returns whether there were enough.
fn is_filled(file: &mut File, bytes: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        result => result.map(|()| true),
    }
}
