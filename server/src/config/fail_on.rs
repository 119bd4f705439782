//! What a finding must be for a check to fail.

use std::{fmt, str::FromStr};

use csieve_analysis::{finding::Finding, rule::Rule};

use super::lists::similar;
use crate::present::Danger;

/// The least verdict that makes a check fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Least {
    /// No finding makes it fail.
    Never,
    /// What a run confirms.
    Confirmed,
    /// What no refuter could rule out, too.
    #[default]
    Unrefuted,
    /// What is doubtful, too.
    Doubtful,
}

/// What a finding must be for a check to fail: all of this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailOn {
    /// The least verdict.
    pub least: Least,
    /// The least rank, from 0 to 100.
    pub rank: u8,
    /// The least danger of the misuse.
    pub danger: Danger,
}

const LEAST: [(&str, Least); 4] = [
    ("confirmed", Least::Confirmed),
    ("unrefuted", Least::Unrefuted),
    ("doubtful", Least::Doubtful),
    ("never", Least::Never),
];

impl FailOn {
    /// Returns whether a finding of a rule makes a check fail.
    pub fn fails(self, least: Least, rank: u8, rule: Rule) -> bool {
        least <= self.least && rank >= self.rank && Danger::of(rule) >= self.danger
    }

    /// Returns whether a finding that is not refuted makes a check fail.
    pub fn fails_for(self, finding: &Finding, rank: u8) -> bool {
        let least = match finding.doubt() {
            Some(_) => Least::Doubtful,
            None if finding.is_confirmed() => Least::Confirmed,
            None => Least::Unrefuted,
        };
        !finding.is_refuted() && self.fails(least, rank, finding.rule)
    }
}

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut fail_on = Self::default();
        for word in text.split(',').map(str::trim) {
            match word.split_once('=') {
                Some(("rank", rank)) => {
                    let rank = rank.parse().ok().filter(|rank| *rank <= 100);
                    fail_on.rank = rank.ok_or("a rank is a number from 0 to 100")?;
                }
                Some(("severity", name)) => {
                    fail_on.danger = Danger::named(name).ok_or_else(|| {
                        format!("there is no severity `{name}`; they are {}", Danger::NAMES)
                    })?;
                }
                _ => fail_on.least = least(word)?,
            }
        }
        Ok(fail_on)
    }
}

fn least(word: &str) -> Result<Least, String> {
    let known = LEAST.iter().find(|(name, _)| *name == word);
    known.map(|(_, least)| *least).ok_or_else(|| {
        let hint = similar(word, LEAST.iter().map(|(name, _)| *name).chain(["rank=50", "severity=high"]));
        let hint = hint.map(|name| format!("; did you mean `{name}`")).unwrap_or_default();
        format!(
            "`{word}` is no threshold{hint}. They are confirmed, unrefuted, doubtful, never, rank=N and \
             severity=NAME"
        )
    })
}

impl fmt::Display for FailOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = LEAST.iter().find(|(_, least)| *least == self.least).map_or("", |(name, _)| *name);
        f.write_str(name)?;
        if self.rank > 0 {
            write!(f, ",rank={}", self.rank)?;
        }
        if self.danger > Danger::default() {
            write!(f, ",severity={}", self.danger.as_str())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use csieve_analysis::rule::Rule;

    use super::{FailOn, Least};

    #[test]
    fn thresholds_are_read_and_all_of_them_count() {
        let read = |text: &str| text.parse::<FailOn>();
        let high = read("confirmed, rank=60,severity=high").unwrap();
        assert_eq!(high.to_string(), "confirmed,rank=60,severity=high");
        assert!(high.fails(Least::Confirmed, 60, Rule::UseAfterFree));
        assert!(!high.fails(Least::Unrefuted, 90, Rule::UseAfterFree));
        assert!(!high.fails(Least::Confirmed, 59, Rule::UseAfterFree));
        assert!(!high.fails(Least::Confirmed, 90, Rule::MemoryLeak));
        assert!(read("rank=10").unwrap().fails(Least::Unrefuted, 10, Rule::MemoryLeak));
        assert!(!read("never").unwrap().fails(Least::Confirmed, 100, Rule::UseAfterFree));
        assert!(read("confirmd").unwrap_err().contains("did you mean `confirmed`"));
        assert!(read("rank=101").is_err() && read("severity=x").is_err() && read("").is_err());
    }
}
