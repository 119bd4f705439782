//! The declaration of a check: every fact about the check except its search, in one place of its file.

use csieve_base::{rule::Rule, text::Sentence};
use csieve_graph::MisuseKind;

use super::Check;

/// The facts about a check.
#[derive(Clone, Copy)]
pub struct Declaration {
    /// The rule of the check, whose id is the name of the check in options and outputs.
    pub rule: Rule,
    /// A short description, as a phrase.
    pub title: &'static str,
    /// The misuse that the check finds, as a noun phrase, for lists of checks.
    pub finds: &'static str,
    /// The number of the Common Weakness Enumeration entry for the misuse.
    pub cwe: u16,
    /// The rules and recommendations of the SEI CERT C Coding Standard that the check covers in part.
    pub cert: &'static [&'static str],
    /// The numbers of the rules and directives of MISRA C:2012 that the check covers in part.
    pub misra: &'static [&'static str],
    /// The severity of a kept finding.
    pub severity: Severity,
    /// The names of the check in other tools.
    pub names: Names,
    /// The doc comment of the check in Markdown, which becomes the sections of its page.
    pub page: &'static str,
    /// The method by which the findings of the check are made.
    pub detection: Detection,
    /// The edges of a graph that stand for the misuse.
    pub edges: MisuseEdges,
    /// Whether a definite misuse ends the run, so that nothing after the misuse is reported.
    pub ends_runs: bool,
    /// The sort of the misuse, on which the hints of plausibility depend.
    pub sort: MisuseSort,
    /// What a callee contributes to the misuse if a reference count or flag in the object decides what the
    /// callee does.
    pub conditional_callee: ConditionalCallee,
    /// Whether a choice between the paths of a callee counts as a decision that the function cannot see.
    /// False if callers must expect every path of their callees.
    pub callees_decide: bool,
    /// The texts of a finding that a run of the machine shows. `None` if a run alone is no evidence of the
    /// misuse.
    pub in_runs: Option<InRuns>,
    /// What is expected of a driver: a C program that triggers the misuse.
    pub driver: Driver,
}

impl Declaration {
    /// Returns whether the misuse is a leak: memory or a resource is lost.
    pub fn is_loss(&self) -> bool {
        self.sort == MisuseSort::Loss
    }

    /// Returns whether the misuse is an index beyond a bound.
    pub fn is_index(&self) -> bool {
        self.sort == MisuseSort::Index
    }
}

/// The sort of a misuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisuseSort {
    /// A leak: memory or a resource is lost, because nothing can release it any more.
    Loss,
    /// An index, or an address, lies beyond a bound. Usually counting in a loop brings it there.
    Index,
    /// Any other misuse.
    Other,
}

/// The severity of a kept finding in editors and in SARIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The finding is shown as a warning.
    Warning,
}

impl Severity {
    /// Returns the name of the level in SARIF.
    pub fn level(self) -> &'static str {
        match self {
            Self::Warning => "warning",
        }
    }
}

/// The names of a check in other tools.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Identifiers of cppcheck; suppressions may use them.
    pub cppcheck: &'static [&'static str],
    /// Warning options of gcc.
    pub gcc: &'static [&'static str],
    /// Checkers of the Clang static analyzer.
    pub clang: &'static [&'static str],
}

/// The method by which the findings of a check are made.
#[derive(Clone, Copy)]
pub enum Detection {
    /// A search for counterexamples by this check makes the findings.
    Search(&'static dyn Check),
    /// A proof that no run does something makes the findings.
    Proof(Proof),
    /// A search by the rule of a user makes the findings.
    OfUsers,
}

/// What a finding that is a proof states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No run reaches the code.
    UnreachableCode,
    /// No run leaves the loop.
    InfiniteLoop,
}

/// The edges of a graph that stand for a misuse: a run that takes one does the misuse, and no other run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisuseEdges {
    /// The misuse has no edges of its own.
    Nowhere,
    /// The misuse has no edges of its own, but is one step of the function: the copy of this step in a larger graph, with
    /// the body of the function, is the misuse in the same states of the check.
    Steps,
    /// Edges of this kind, wherever the misuse is possible.
    Always(MisuseKind),
    /// Edges of this kind, only where the graph has a reason to expect the misuse. Another graph of the same
    /// function may have other such edges.
    WithReason(MisuseKind),
    /// The edges on which an assertion fails.
    Failures,
}

impl MisuseEdges {
    /// Returns the kind of the edges. `None` if the misuse has no edges, or edges of failing assertions.
    pub fn kind(self) -> Option<MisuseKind> {
        match self {
            Self::Always(kind) | Self::WithReason(kind) => Some(kind),
            Self::Nowhere | Self::Steps | Self::Failures => None,
        }
    }
}

/// What a callee contributes to a misuse if a number in the object, such as a reference count or a flag,
/// decides what the callee does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionalCallee {
    /// The callee frees the object, which is misused later.
    Frees,
    /// The callee frees an object that no allocator made, and this is the misuse.
    FreesForeign,
    /// The callee frees the object, or returns the address that escapes.
    ReturnsAddress,
}

/// The texts of a finding that a run of the machine shows.
#[derive(Clone, Copy)]
pub struct InRuns {
    /// The subject of the finding.
    pub subject: RunSubject,
    /// One plain sentence about the misuse.
    pub message: fn(&RunMisuse) -> Sentence,
}

/// The subject of a finding that a run shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunSubject {
    /// The operand of the edge of the misuse. If the edge has no operand, the object, and without an object
    /// the statement.
    Operand,
    /// The object that is misused. If no object is misused, the subject of [`Self::Operand`].
    Variable,
    /// The same text for every finding.
    Named(&'static str),
}

/// The texts of which the message about a misuse in a run is made.
#[derive(Debug)]
pub struct RunMisuse {
    /// The variable or expression that the message names.
    pub subject: String,
    /// The text of the statement in the source.
    pub statement: String,
    /// The origin of the object, " from `malloc` on line 3", or nothing.
    pub from: Sentence,
    /// The object: "`a`", "the memory from `malloc` on line 3", "its object".
    pub object: Sentence,
}

/// What is expected of a driver: a C program that calls the function so that the misuse of a finding happens,
/// and that runs under sanitizers.
#[derive(Clone, Copy, Debug)]
pub struct Driver {
    /// Texts, of which the report of a sanitizer, or of the driver itself, contains at least one. Empty if
    /// the misuse cannot be seen in a run.
    pub reports: &'static [&'static str],
    /// Whether that report names the line of the misuse. A leak only shows at the end of the program.
    pub names_line: bool,
    /// The instrumentation that the driver adds, because sanitizers alone do not see the misuse, or see it
    /// too late.
    pub instrument: Instrument,
    /// What the driver checks after it has called the function.
    pub after_call: AfterCall,
}

/// The instrumentation that a driver adds to the program under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrument {
    /// The driver adds nothing.
    Nothing,
    /// A search for leaks right after the place where memory leaks, in case the run goes on to another
    /// misuse.
    LeakCheck,
    /// Stubs in place of called functions, which read memory through each pointer that they are passed.
    TouchArguments,
    /// Poison in the variable that is read before it has a value.
    Poison,
    /// A search for addresses of local objects in what the function leaves behind.
    Escapes,
}

/// What a driver checks after it has called the function under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterCall {
    /// The driver checks nothing.
    Nothing,
    /// The driver checks whether all handles are closed.
    Handles,
    /// The driver checks whether all locks are released.
    Locks,
}

/// Declares a check as a unit type. The doc comment becomes its page. The named values are the fields of the
/// [`Declaration`].
macro_rules! declare {
    ($(#[doc = $page:literal])+ $name:ident { $($column:ident: $value:expr),+ $(,)? }) => {
        $(#[doc = $page])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// The facts about the check.
            pub const DECLARATION: super::Declaration = super::Declaration {
                rule: csieve_base::rule::Rule::$name,
                page: concat!($($page, "\n"),+),
                $($column: $value),+
            };
        }
    };
}

pub(super) use declare;
