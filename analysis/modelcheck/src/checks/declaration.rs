//! The declaration of a check: every fact about the check except its search, in one place of its file.

use csieve_base::{rule::Rule, text::Sentence};
use csieve_graph::MisuseKind;

use super::Check;

/// The facts about a check.
#[derive(Clone, Copy)]
pub struct Declaration {
    /// The rule of the check, which has its identifier.
    pub rule: Rule,
    /// A short description, as a phrase.
    pub title: &'static str,
    /// What the check finds, as a noun phrase, for lists of checks.
    pub finds: &'static str,
    /// The number of its Common Weakness Enumeration entry.
    pub cwe: u16,
    /// The rules and recommendations of the SEI CERT C Coding Standard that the check covers in part.
    pub cert: &'static [&'static str],
    /// The numbers of the rules and directives of MISRA C:2012 that the check covers in part.
    pub misra: &'static [&'static str],
    /// How a kept finding is shown.
    pub severity: Severity,
    /// The names of the check in other tools.
    pub names: Names,
    /// The sections of its page, in Markdown: the doc comment of the check.
    pub page: &'static str,
    /// How the findings of the check are made.
    pub detection: Detection,
    /// The edges of a graph that stand for the misuse.
    pub edges: MisuseEdges,
    /// A definite misuse ends the run: nothing behind the misuse is reported.
    pub ends_runs: bool,
    /// The sort of the misuse, on which plausibility heuristics depend.
    pub sort: MisuseSort,
    /// How a callee takes part in the misuse if a number in an object decides what the callee does.
    pub conditional_callee: ConditionalCallee,
    /// A choice between the paths of a callee is a decision that the function cannot see. False where callers
    /// must expect every path of their callees.
    pub callees_decide: bool,
    /// How a run of the program shows the misuse. None if a run alone is no evidence of it.
    pub in_runs: Option<InRuns>,
    /// What a driver program expects.
    pub driver: Driver,
}

impl Declaration {
    /// Whether the misuse loses memory or a resource.
    pub fn is_loss(&self) -> bool {
        self.sort == MisuseSort::Loss
    }

    /// Whether the misuse is an index beyond a bound.
    pub fn is_index(&self) -> bool {
        self.sort == MisuseSort::Index
    }
}

/// The sort of a misuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisuseSort {
    /// Memory or a resource is lost: nothing can release it any more.
    Loss,
    /// An index, or an address, lies beyond a bound: counting in a loop brings it there.
    Index,
    /// Any other misuse.
    Other,
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

/// The names of a check in other tools.
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
    Proof(Proof),
}

/// What the proof of a finding shows.
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
    /// Edges of this kind, wherever the misuse is possible.
    Always(MisuseKind),
    /// Edges of this kind, only where the graph has a reason to expect the misuse. Another graph of the same
    /// function may have others.
    WithReason(MisuseKind),
    /// The edges on which an assertion fails.
    Failures,
}

impl MisuseEdges {
    /// The kind of the edges, if they are misuses of values.
    pub fn kind(self) -> Option<MisuseKind> {
        match self {
            Self::Always(kind) | Self::WithReason(kind) => Some(kind),
            Self::Nowhere | Self::Failures => None,
        }
    }
}

/// How a callee takes part in a misuse if it acts only where a number in the object asks for it, such as a
/// reference count or a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionalCallee {
    /// The callee frees the object, which is misused later.
    Frees,
    /// The callee frees an object that no allocator made: the free is the misuse.
    FreesForeign,
    /// The callee frees the object, or returns the address that escapes.
    ReturnsAddress,
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
    /// The operand of the edge. If there is none, the object, and without an object the statement.
    Operand,
    /// The object that is misused. If there is none, as for [`Self::Operand`].
    Variable,
    /// The same text for every finding.
    Named(&'static str),
}

/// The texts of which the message about a misuse in a run is made.
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
    /// Texts of which the report contains one, as sanitizers or the driver itself print them. Empty if a run
    /// shows nothing.
    pub reports: &'static [&'static str],
    /// Whether the report names the line of the misuse. A loss only shows at the end of the program.
    pub names_line: bool,
    /// What the driver adds to the program, because sanitizers alone do not see the misuse, or see it too
    /// late.
    pub instrument: Instrument,
    /// What is looked at after the call.
    pub after_call: AfterCall,
}

/// What a driver adds to the program under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrument {
    /// Nothing.
    Nothing,
    /// A search for leaks where the memory is lost, if the run goes on to another misuse.
    LeakCheck,
    /// Stubs that read memory through each pointer that they are passed.
    TouchArguments,
    /// Poison in the variable that is read before it has a value.
    Poison,
    /// A search for addresses of local objects in what the function leaves behind.
    Escapes,
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

/// Declares a check. The doc comment becomes its page; the columns of its [`Declaration`] follow.
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
