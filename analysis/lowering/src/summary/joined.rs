//! One summary for several functions of the same name.

use std::sync::Arc;

use super::{Param, Summary};

/// The largest number of cases of a summary that stands for several functions.
const MOST_CASES: usize = 8;

impl Summary {
    /// Returns the summary of a function of which a program has one of two definitions, as the programs of one
    /// project do: it does what one of the two does. `None` if the two take different parameters, or do too many
    /// different things.
    pub fn joined(&self, other: &Self) -> Option<Self> {
        let is_one_type = |pair: (&Param, &Param)| pair.0.ty == pair.1.ty;
        let take_the_same = self.variadic == other.variadic
            && self.params.len() == other.params.len()
            && self.params.iter().zip(&other.params).all(is_one_type);
        if !take_the_same {
            return None;
        }
        let mut cases = self.cases.clone();
        cases.extend(other.cases.iter().filter(|case| !self.cases.contains(case)).cloned());
        let mut globals: Vec<Arc<str>> = self.globals.iter().chain(&other.globals).cloned().collect();
        globals.sort_unstable();
        globals.dedup();
        let params = self.params.iter().zip(&other.params).map(|(one, two)| one.joined(two)).collect();
        let locks = if self.locks == other.locks { self.locks.clone() } else { Vec::new() };
        let events = if self.events == other.events { self.events.clone() } else { Vec::new() };
        let variadic = self.variadic;
        (cases.len() <= MOST_CASES).then_some(Self { params, variadic, cases, globals, locks, events })
    }
}

impl Param {
    /// Returns what holds for a parameter of either of two functions.
    fn joined(&self, other: &Self) -> Self {
        Self {
            ty: self.ty,
            dereferenced: self.dereferenced.clone().filter(|_| other.dereferenced.is_some()),
            touched: self.touched || other.touched,
            kept: self.kept || other.kept,
            contents_kept: self.contents_kept || other.contents_kept,
        }
    }
}
