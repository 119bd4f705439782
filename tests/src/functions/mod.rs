//! Random functions for the differential test: each with the box of all arguments for which it does anything, so that it
//! can be executed exhaustively, and with possible misuses about half of which cannot happen, for reasons
//! that take some thought: flags that go together, relations, parity, bits, wrap-around, rounds of loops.
//!
//! A function depends on its seed alone. It is spelled twice, line by line the same: plain for the analysis, checked for
//! the run.

mod calls;
mod conditions;
mod expressions;
mod forms;
mod function;
mod helpers;
mod inputs;
mod links;
mod loops;
mod operations;
mod riddles;
mod rounds;
mod scenes;
mod scope;
mod statements;
mod types;
mod writer;

use std::{fmt::Write as _, ops::Range};

use self::{
    function::{Function, function},
    helpers::HELPERS,
};
use crate::spelling::spelled;

/// One function of a batch.
pub struct Member {
    /// What it was made from.
    pub seed: u64,
    /// The lines it stands on, counted from 1.
    pub lines: Range<u32>,
}

/// Some functions in a file.
pub struct Batch {
    /// As the analysis sees it.
    pub plain: String,
    /// The same lines with checks, for the run.
    pub checked: String,
    /// What calls the functions with all their inputs; goes behind the checked text.
    pub calls: String,
    /// The functions, in order.
    pub members: Vec<Member>,
}

impl Batch {
    /// The index of the function that a line is of.
    pub fn member_at(&self, line: u32) -> Option<usize> {
        self.members.iter().position(|member| member.lines.contains(&line))
    }
}

/// The functions of these seeds.
pub fn batch(seeds: Range<u64>) -> Batch {
    let (mut plain, mut checked) = (spelled(HELPERS, 0), spelled(HELPERS, 1));
    let (mut calls, mut table, mut members) = (String::from(calls::TYPES), String::new(), Vec::new());
    for seed in seeds {
        let Function { text, inputs } = function(seed);
        let start = plain.lines().count() as u32 + 1;
        plain.push_str(&text.plain());
        checked.push_str(&text.checked());
        members.push(Member { seed, lines: start..plain.lines().count() as u32 + 1 });
        calls.push_str(&calls::calls(seed, &inputs));
        let _ = writeln!(
            table,
            "    {{inputs_{seed}, sizeof inputs_{seed} / sizeof *inputs_{seed}, call_{seed}}},"
        );
    }
    let _ = write!(calls, "static const struct function functions[] = {{\n{table}}};\n");
    Batch { plain, checked, calls, members }
}
