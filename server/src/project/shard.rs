//! Shares of the files of a project, for several processes or machines that check it together.

use std::{cmp::Reverse, path::PathBuf, str::FromStr};

use rustc_hash::FxHashSet;

use super::{Prepared, ReadError};

/// One of several shares of the files of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the share, from 0.
    number: usize,
    /// The number of shares.
    of: usize,
}

/// A file, or why it cannot be read.
type Read = Result<Prepared, (PathBuf, ReadError)>;

/// Which of the files that are read together are analysed.
#[derive(Clone, Copy, Debug)]
pub enum Selected<'a> {
    /// All of them.
    All,
    /// One share.
    Share(Shard),
    /// Those with these paths.
    These(&'a FxHashSet<PathBuf>),
}

impl Selected<'_> {
    /// Returns whether all files are analysed.
    pub(super) fn is_all(self) -> bool {
        matches!(self, Self::All)
    }

    /// Returns the files that are analysed, in their order.
    pub(super) fn of(self, mut files: Vec<Read>) -> Vec<Read> {
        match self {
            Self::All => files,
            Self::Share(shard) => shard.share(files),
            Self::These(paths) => {
                files.retain(|file| file.as_ref().is_ok_and(|file| paths.contains(&file.path)));
                files
            }
        }
    }
}

impl Shard {
    /// Returns the files of the share, in their order. The shares have about the same number of bytes; every process
    /// that sees the same files makes the same shares.
    fn share(self, files: Vec<Read>) -> Vec<Read> {
        let bytes = |file: &Read| file.as_ref().map_or(0, |file| file.source.text().len());
        let mut by_size: Vec<usize> = (0..files.len()).collect();
        by_size.sort_by_key(|at| Reverse(bytes(&files[*at])));
        let mut loads = vec![0; self.of];
        let mut is_ours = vec![false; files.len()];
        for at in by_size {
            let least = (0..self.of).min_by_key(|share| loads[*share]).unwrap_or_default();
            // Each file costs something, whatever its size.
            loads[least] += 1_000 + bytes(&files[at]);
            is_ours[at] = least == self.number;
        }
        files.into_iter().zip(is_ours).filter_map(|(file, is_ours)| is_ours.then_some(file)).collect()
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `I/N`, the I-th of N shares, from 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number @ 1.., of)) if number <= of => Ok(Self { number: number - 1, of }),
            _ => Err("expected I/N, such as 2/4 for the second of four shares".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn a_shard_is_one_of_several() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 1, of: 4 }));
        for wrong in ["", "2", "0/4", "5/4", "1/0", "a/b", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
