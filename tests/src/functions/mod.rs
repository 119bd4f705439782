//! Random functions for the differential test. Each does nothing outside a small box of arguments (see
//! `inputs.rs`), so it can be run on all inputs that matter. About half of its possible misuses cannot
//! happen, for reasons that are hard to prove: related flags, relations between variables, parity, bits,
//! wrap-around, numbers of rounds of loops.
//!
//! A function depends only on its seed. It is spelled twice with the same lines: plain for the analysis,
//! checked to be compiled and run.

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
    /// The seed of the function.
    pub seed: u64,
    /// The line numbers of the function in the file, from 1; the end is exclusive.
    pub lines: Range<u32>,
}

/// Several functions in one file.
pub struct Batch {
    /// The plain spelling of the file, for the analysis.
    pub plain: String,
    /// The checked spelling of the file, to be compiled and run, with the same lines.
    pub checked: String,
    /// The C code that calls the functions with all their inputs. It is compiled after the checked spelling.
    pub calls: String,
    /// The functions of the batch, in order.
    pub members: Vec<Member>,
}

impl Batch {
    /// Returns the index of the function that contains a line; `None` for a line of the helpers.
    pub fn member_at(&self, line: u32) -> Option<usize> {
        self.members.iter().position(|member| member.lines.contains(&line))
    }
}

/// Returns a batch of the functions of the given seeds.
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
