//! What is declared of a check: everything about it but the search itself, in one place of its file.

use csieve_base::{rule::Rule, text::Sentence};
use csieve_graph::MisuseKind;

use super::Check;

/// The facts about a check.
#[derive(Clone, Copy)]
pub struct Declaration {
    /// Its rule, which has its identifier.
    pub rule: Rule,
    /// A short description, as a phrase.
    pub title: &'static str,
    /// What it finds, as a noun phrase, for lists of checks.
    pub finds: &'static str,
    /// The number of its Common Weakness Enumeration entry.
    pub cwe: u16,
    /// The rules and recommendations of the SEI CERT C Coding Standard that it checks a part of.
    pub cert: &'static [&'static str],
    /// The numbers of the rules and directives of MISRA C:2012 that it checks a part of.
    pub misra: &'static [&'static str],
    /// How a kept finding is shown.
    pub severity: Severity,
    /// What other tools call it.
    pub names: Names,
    /// The sections of its page, in Markdown: the doc comment of the check.
    pub page: &'static str,
    /// How its findings are made.
    pub detection: Detection,
    /// The kind of edge that stands for the misuse in a graph, if it has edges of its own.
    pub kind: Option<MisuseKind>,
    /// Something is lost: memory or a resource that nothing can release any more.
    pub is_loss: bool,
    /// How a run of the program shows it; none if a run alone does not say that it is wrong.
    pub in_runs: Option<InRuns>,
    /// What a driver program expects.
    pub driver: Driver,
}

/// How a kept finding is shown in editors and in SARIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A warning.
    Warning,
}

impl Severity {
    /// The level in SARIF.
    pub fn level(self) -> &'static str {
        match self {
            Self::Warning => "warning",
        }
    }
}

/// What other tools call a check.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Identifiers of cppcheck; suppressions may use them.
    pub cppcheck: &'static [&'static str],
    /// Options of gcc.
    pub gcc: &'static [&'static str],
    /// Checkers of the Clang static analyzer.
    pub clang: &'static [&'static str],
}

/// How the findings of a check are made.
#[derive(Clone, Copy)]
pub enum Detection {
    /// By a search for counterexamples.
    Search(&'static dyn Check),
    /// By a proof that no run does something.
    Proof,
}

/// How a run shows a misuse.
#[derive(Clone, Copy)]
pub struct InRuns {
    /// What the finding is about.
    pub subject: RunSubject,
    /// One plain sentence about the misuse.
    pub message: fn(&RunMisuse) -> Sentence,
}

/// What a finding of a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunSubject {
    /// What the edge uses, else the object, else the statement.
    Operand,
    /// The object that is misused, else as for [`Self::Operand`].
    Variable,
    /// Always the same.
    Named(&'static str),
}

/// A misuse in a run, in words.
#[derive(Debug)]
pub struct RunMisuse {
    /// What the finding is about.
    pub subject: String,
    /// The statement, as the source has it.
    pub statement: String,
    /// " from `malloc` on line 3", or nothing.
    pub from: Sentence,
    /// The object: "`a`", "the memory from `malloc` on line 3", "its object".
    pub object: Sentence,
}

/// What a C program that triggers a finding expects under sanitizers.
#[derive(Clone, Copy, Debug)]
pub struct Driver {
    /// The words of which the report has one, as sanitizers or the driver itself print them; empty if nothing would be seen.
    pub reports: &'static [&'static str],
    /// The report names the line of the misuse; what is lost or left is only seen at the end.
    pub names_line: bool,
    /// What is looked at after the call.
    pub after_call: AfterCall,
}

/// What a driver looks at after the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterCall {
    /// Nothing.
    Nothing,
    /// Whether all handles are closed.
    Handles,
    /// Whether all locks are released.
    Locks,
}

/// Declares a check: its doc comment is its page, what follows are the columns of its [`Declaration`].
macro_rules! declare {
    ($(#[doc = $page:literal])+ $name:ident { $($column:ident: $value:expr),+ $(,)? }) => {
        $(#[doc = $page])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// What is declared of the check.
            pub const DECLARATION: super::Declaration = super::Declaration {
                rule: csieve_base::rule::Rule::$name,
                page: concat!($($page, "\n"),+),
                $($column: $value),+
            };
        }
    };
}

pub(super) use declare;
