//! The command `csieve rules`, which lists the checks or describes one.

use std::fmt::Write;

use clap::Args;
use csieve_analysis::{
    checks::{Declaration, declaration, page},
    rule::Rule,
};

use super::{CLEAN, Failure, output::print};
use crate::config;

/// List the checks, or describe one.
#[derive(Args, Debug)]
pub(super) struct Rules {
    /// The check to describe.
    #[arg(value_name = "CHECK")]
    check: Option<String>,
}

impl Rules {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let text = match self.check {
            Some(name) => {
                let rules =
                    config::parse_checks([name.as_str()]).map_err(|e| Failure::usage(e.to_string()))?;
                match rules.as_slice() {
                    [rule] => page(*rule),
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

/// Returns the line of a check in the list, with its numbers in CWE, CERT and MISRA.
fn row(rule: Rule) -> String {
    let Declaration { cwe, cert, misra, title, .. } = declaration(rule);
    let (cert, misra) = (cert.join(", "), misra.join(", "));
    let off = if rule.is_default() { "" } else { " (off by default)" };
    format!("{:<20} CWE-{cwe:<5} {cert:<16} {misra:<19} {title}{off}", rule.id())
}
