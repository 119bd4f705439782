//! Functions whose results come from outside the program, with what they can be.

use crate::interval::Interval;

/// What a function reads from outside.
pub struct Source {
    names: &'static [&'static str],
    /// The values it can give.
    pub low: i128,
    /// The largest.
    pub high: i128,
    /// It gives them to what its arguments point to; the first of those.
    pub into: Option<usize>,
    /// It reads them from a text, its first argument.
    pub is_parsed: bool,
}

const fn gives(names: &'static [&'static str], low: i128, high: i128) -> Source {
    Source { names, low, high, into: None, is_parsed: false }
}

const fn parses(names: &'static [&'static str], low: i128, high: i128) -> Source {
    Source { names, low, high, into: None, is_parsed: true }
}

const fn scans(names: &'static [&'static str], first: usize, is_parsed: bool) -> Source {
    Source { names, low: i128::MIN, high: i128::MAX, into: Some(first), is_parsed }
}

static SOURCES: &[Source] = &[
    gives(&["fgetc", "getc", "getchar", "getc_unlocked", "getchar_unlocked"], -1, 255),
    parses(&["atoi"], i32::MIN as i128, i32::MAX as i128),
    parses(&["atol", "atoll", "strtol", "strtoll", "strtoimax"], i64::MIN as i128, i64::MAX as i128),
    parses(&["strtoul", "strtoull", "strtoumax"], 0, u64::MAX as i128),
    gives(&["ntohs"], 0, u16::MAX as i128),
    gives(&["ntohl"], 0, u32::MAX as i128),
    scans(&["scanf", "__isoc99_scanf"], 1, false),
    scans(&["fscanf", "__isoc99_fscanf"], 2, false),
    scans(&["sscanf", "__isoc99_sscanf"], 2, true),
];

impl Source {
    /// What it can give.
    pub fn values(&self) -> Interval {
        if self.into.is_some() { Interval::TOP } else { Interval::new(self.low, self.high) }
    }
}

/// What a library function reads from outside, if it does.
pub fn source(callee: &str) -> Option<&'static Source> {
    SOURCES.iter().find(|source| source.names.contains(&callee))
}
