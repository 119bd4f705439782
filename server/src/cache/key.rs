//! Keys of entries: hashes of everything that the entries were computed from.

use std::{
    env, fmt, fs,
    hash::{Hash, Hasher},
    io,
    str::FromStr,
    sync::OnceLock,
};

use borsh::{BorshDeserialize, BorshSerialize};
use xxhash_rust::xxh3::Xxh3;

/// A hash of 128 bits of everything that something was computed from. It is printed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub struct Key(u128);

/// What an entry holds. Each kind has a folder of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// What a translation unit was read from.
    Inputs,
    /// What is known of a translation unit without its functions.
    Units,
    /// The results of the files that were checked together, as keys of [`Self::Results`].
    Project,
    /// The results of one file, by a hash of themselves.
    Results,
    /// The key of the last results of a file.
    Last,
    /// The summaries of the functions of files that were checked together.
    Summaries,
    /// The last checks in a folder: how they were called, and on which files.
    Checks,
}

impl Key {
    /// Returns the hash of a value.
    pub fn of(value: &impl Hash) -> Self {
        let mut hasher = Wide(Xxh3::new());
        value.hash(&mut hasher);
        Self(hasher.0.digest128())
    }

    /// Returns the hash of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_128(bytes))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Key {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Self] =
        &[Self::Inputs, Self::Units, Self::Project, Self::Results, Self::Last, Self::Summaries, Self::Checks];

    /// Returns the name of the folder with the entries of this kind.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Units => "units",
            Self::Project => "projects",
            Self::Results => "results",
            Self::Last => "last",
            Self::Summaries => "summaries",
            Self::Checks => "checks",
        }
    }
}

/// A hasher with 128 bits, of which [`Hasher::finish`] has half.
struct Wide(Xxh3);

impl Hasher for Wide {
    fn finish(&self) -> u64 {
        self.0.digest()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
}

/// Returns a hash of the running program. What another build of it computed is not used.
pub(crate) fn program() -> io::Result<u128> {
    // The program does not change while it runs, and is large.
    static ITSELF: OnceLock<u128> = OnceLock::new();
    if let Some(known) = ITSELF.get() {
        return Ok(*known);
    }
    // On Linux this is the program that runs, even if its file was replaced.
    let itself = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { env::current_exe()? };
    let hash = xxhash_rust::xxh3::xxh3_128(&fs::read(itself)?);
    Ok(*ITSELF.get_or_init(|| hash))
}
