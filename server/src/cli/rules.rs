//! `csieve rules`

use std::fmt::Write;

use clap::Args;
use csieve_analysis::rule::Rule;

use super::{CLEAN, Failure, check::print};
use crate::config;

/// List the checks, or describe one.
#[derive(Args, Debug)]
pub(super) struct Rules {
    /// The check to describe.
    #[arg(value_name = "CHECK")]
    check: Option<String>,
}

impl Rules {
    pub fn run(self) -> Result<u8, Failure> {
        let text = match self.check {
            Some(name) => {
                let rules =
                    config::parse_checks([name.as_str()]).map_err(|e| Failure::usage(e.to_string()))?;
                match rules.as_slice() {
                    [rule] => page(*rule).to_owned(),
                    _ => return Err(Failure::usage("name one check")),
                }
            }
            None => Rule::ALL.iter().fold(String::new(), |mut out, rule| {
                let _ = writeln!(out, "{}", row(*rule));
                out
            }),
        };
        print(&text)?;
        Ok(CLEAN)
    }
}

/// The check with what other catalogues call it.
fn row(rule: Rule) -> String {
    let (cert, misra) = (rule.cert().join(", "), rule.misra().join(", "));
    let off = if rule.is_default() { "" } else { " (off by default)" };
    format!("{:<20} CWE-{:<5} {cert:<16} {misra:<19} {}{off}", rule.id(), rule.cwe(), rule.title())
}

/// The page of a check, as the documentation has it.
pub(super) fn page(rule: Rule) -> &'static str {
    match rule {
        Rule::UseAfterFree => include_str!("../../../docs/checks/use-after-free.md"),
        Rule::DoubleFree => include_str!("../../../docs/checks/double-free.md"),
        Rule::InvalidFree => include_str!("../../../docs/checks/invalid-free.md"),
        Rule::NullDereference => include_str!("../../../docs/checks/null-dereference.md"),
        Rule::UninitializedRead => include_str!("../../../docs/checks/uninitialized-read.md"),
        Rule::MemoryLeak => include_str!("../../../docs/checks/memory-leak.md"),
        Rule::OutOfBounds => include_str!("../../../docs/checks/out-of-bounds.md"),
        Rule::IntegerOverflow => include_str!("../../../docs/checks/integer-overflow.md"),
        Rule::DivisionByZero => include_str!("../../../docs/checks/division-by-zero.md"),
        Rule::ResourceLeak => include_str!("../../../docs/checks/resource-leak.md"),
        Rule::DoubleClose => include_str!("../../../docs/checks/double-close.md"),
        Rule::DoubleLock => include_str!("../../../docs/checks/double-lock.md"),
        Rule::MissingUnlock => include_str!("../../../docs/checks/missing-unlock.md"),
        Rule::UnlockWithoutLock => include_str!("../../../docs/checks/unlock-without-lock.md"),
        Rule::StackAddressEscape => include_str!("../../../docs/checks/stack-address-escape.md"),
        Rule::UnreachableCode => include_str!("../../../docs/checks/unreachable-code.md"),
        Rule::InfiniteLoop => include_str!("../../../docs/checks/infinite-loop.md"),
        Rule::AssertionFailure => include_str!("../../../docs/checks/assertion-failure.md"),
    }
}
