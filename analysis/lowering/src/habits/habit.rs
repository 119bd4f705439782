//! What follows from the counts of uses.

use std::{fmt, sync::Arc};

use super::{Tested, Uses, find::is_null};

/// The least number of tests that say that a result may be NULL.
const LEAST_TESTS: u32 = 4;
/// The least share of uses that test, in percent.
const LEAST_SHARE: u32 = 80;
/// The least number of releases by one function, and their least share in percent.
const LEAST_RELEASES: u32 = 4;
const LEAST_RELEASED: u32 = 80;
/// The largest number of uses that is told as it is. Larger ones are rounded.
const EXACT: u32 = 20;

/// What nearly all callers of a function do with its result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Habit {
    /// The share of uses that compare the result with NULL before they access it.
    pub tests: Share,
    /// Whether the tests say that the result may be NULL.
    pub may_be_null: bool,
    /// The function that releases the result.
    pub released: Option<Released>,
    /// Whether NULL rather means that something failed, as an allocation, than that there is nothing. A caller cannot know
    /// that before.
    pub is_failure: bool,
    /// The literals of calls whose results are compared with NULL, by the positions of arguments. In ascending order.
    literals: Vec<(u32, Box<str>)>,
    /// The positions of arguments at which so many of the calls pass NULL that the others say nothing. In ascending order.
    given_null: Vec<u32>,
}

/// The function to which nearly all callers pass a result last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Released {
    /// The name of the function.
    pub by: Arc<str>,
    /// The position of the argument, from 0.
    pub position: u32,
    /// The share of the results that stay in the calling function.
    pub share: Share,
}

/// A share of a number of uses, rounded so that it seldom changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// The uses that count, if there are few; otherwise their share in percent.
    count: u32,
    /// The number of uses, rounded down.
    of: u32,
}

impl Share {
    /// Rounds a share.
    fn new(count: u32, of: u32) -> Self {
        if of <= EXACT {
            return Self { count, of };
        }
        let step = if of <= 100 { 10 } else { 100 };
        Self { count: percent(count, of) / 5 * 5, of: (of - 1) / step * step }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, of } = self;
        if *of < EXACT || *of == EXACT && count <= of {
            write!(f, "{count} of {of} uses")
        } else {
            write!(f, "at least {count} % of more than {of} uses")
        }
    }
}

fn percent(count: u32, of: u32) -> u32 {
    (u64::from(count) * 100 / u64::from(of.max(1))) as u32
}

impl Habit {
    /// Returns what follows from what all callers do; `None` if nothing does.
    pub fn of(uses: &Uses) -> Option<Self> {
        let Tested { count: tested, of: all } = uses.tested();
        let share = percent(tested, all);
        let may_be_null = tested >= LEAST_TESTS && share >= LEAST_SHARE;
        let released = released(uses);
        (may_be_null || released.is_some()).then(|| Self {
            tests: Share::new(tested, all),
            may_be_null,
            is_failure: false,
            released,
            literals: uses.literals.iter().map(|(at, literal, _)| (*at, literal.clone())).collect(),
            given_null: if may_be_null { given_null(uses, all) } else { Vec::new() },
        })
    }

    /// Returns whether the tests say something of a call with these literal arguments, each with its position: not if the
    /// callers that test the result pass NULL where the call passes an object.
    pub fn counts_for(&self, literals: &[(u32, &str)]) -> bool {
        let gives_null = |at: &u32| literals.iter().any(|(known, literal)| known == at && is_null(literal));
        self.given_null.iter().all(gives_null)
    }

    /// Returns whether calls with such a literal argument are among those whose results are compared with NULL: a flag may
    /// say that the function ends the program instead. A position at which these calls pass other values says nothing.
    pub fn covers(&self, position: u32, literal: &str) -> bool {
        let mut there = self.literals.iter().filter(|(at, _)| *at == position).peekable();
        there.peek().is_none() || there.any(|(_, known)| **known == *literal)
    }
}

/// Returns the positions of arguments at which so many of the calls whose results are tested pass NULL that the others would
/// not say that the result may be NULL: tests that give NULL on purpose.
fn given_null(uses: &Uses, all: u32) -> Vec<u32> {
    let nulls = uses.literals.iter().filter(|(_, literal, _)| is_null(literal));
    let mut counts: Vec<(u32, u32)> = Vec::new();
    for (position, _, count) in nulls {
        match counts.last_mut().filter(|(known, _)| known == position) {
            Some((_, known)) => *known += count,
            None => counts.push((*position, *count)),
        }
    }
    let says_nothing = |count: u32| {
        let (tested, all) = (uses.tested.saturating_sub(count), all.saturating_sub(count));
        tested < LEAST_TESTS || percent(tested, all) < LEAST_SHARE
    };
    counts.into_iter().filter(|(_, count)| says_nothing(*count)).map(|(position, _)| position).collect()
}

/// Returns the function that releases the results.
fn released(uses: &Uses) -> Option<Released> {
    let all = uses.kept + uses.released.iter().map(|(_, _, count)| count).sum::<u32>();
    let (by, position, count) = uses.released.iter().max_by_key(|(_, _, count)| *count)?;
    let is_enough = *count >= LEAST_RELEASES && percent(*count, all) >= LEAST_RELEASED;
    is_enough.then(|| Released { by: (&**by).into(), position: *position, share: Share::new(*count, all) })
}
