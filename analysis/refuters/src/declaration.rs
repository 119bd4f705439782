//! The declaration of a refuter: every fact about it except the algorithm. It stands in the refuter's own
//! file.

use csieve_base::{options::Options, refuter_id::RefuterId};

/// The prefix of a line of an example that is left out of the page. Such lines make the example a whole
/// program.
const HIDDEN: &str = "# ";

/// The facts about a refuter. The page `docs/refuters.md` and the help of `--refuters` are made from them.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The identifier of the refuter. Its text is the refuter's name.
    pub id: RefuterId,
    /// A short description: one line without a full stop.
    pub title: &'static str,
    /// When the refuter is asked.
    pub turn: Turn,
    /// The greatest number of steps that the refuter may take for one path or one loop.
    pub budget: Budget,
    /// One sentence about what the refuter's proof shows.
    pub proves: &'static str,
    /// The form of the proof, which also tells which checker checks it.
    pub proof: ProofForm,
    /// The papers and sections that the refuter implements, by the keys of `docs/bibliography.md`. Empty if
    /// there are none.
    pub papers: &'static [&'static str],
    /// The doc comment of the refuter: how it works, with an example, in Markdown.
    pub page: &'static str,
}

impl Declaration {
    /// Returns the refuter's name, as options and proofs write it.
    pub fn name(&self) -> &'static str {
        self.id.as_str()
    }

    /// Returns the lines of the refuter's page that are shown to readers.
    pub fn shown(&self) -> impl Iterator<Item = &'static str> {
        lines(self.page).filter(|line| !line.starts_with(HIDDEN))
    }

    /// Returns the C examples on the refuter's page as whole programs: with the lines that the page leaves
    /// out.
    pub fn examples(&self) -> Vec<String> {
        let mut programs: Vec<String> = Vec::new();
        let mut is_code = false;
        for line in lines(self.page) {
            match line {
                "```c" => {
                    is_code = true;
                    programs.push(String::new());
                }
                "```" => is_code = false,
                _ => {
                    if let Some(program) = programs.last_mut().filter(|_| is_code) {
                        program.push_str(line.strip_prefix(HIDDEN).unwrap_or(line));
                        program.push('\n');
                    }
                }
            }
        }
        programs
    }
}

/// Returns the lines of a doc comment, without the blank that follows `///`.
fn lines(page: &'static str) -> impl Iterator<Item = &'static str> {
    page.lines().map(|line| line.strip_prefix(' ').unwrap_or(line))
}

/// When a refuter is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The refuter is asked about every path that no earlier refuter has answered.
    Path,
    /// The refuter is asked about paths through loops that others have refuted for one number of rounds after
    /// the other. Its proof covers any number of rounds.
    Rounds,
    /// The refuter is asked in the cases of [`Self::Rounds`], and about every path that no other refuter
    /// refutes.
    LastResort,
    /// The refuter is asked about loops that may never end, never about a path. Options do not choose it.
    Loop,
}

impl Turn {
    /// Returns the condition in words, to follow "asked".
    pub fn text(self) -> &'static str {
        match self {
            Self::Path => "about every path, until a refuter has an answer",
            Self::Rounds => {
                "about paths through loops that others have refuted for one number of rounds after the other"
            }
            Self::LastResort => {
                "about paths that no other refutes, and for a proof that covers any number of rounds"
            }
            Self::Loop => "about loops that may never end; `--refuters` does not choose it",
        }
    }
}

/// The greatest number of steps that a refuter may take for one path or one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The number in the option `max_solver_steps`.
    Equations,
    /// The number in the option `max_bit_steps`.
    Bits,
    /// This fixed number of steps.
    Steps(u32),
}

impl Budget {
    /// Returns the number of steps under these options.
    pub fn steps(self, options: &Options) -> u32 {
        match self {
            Self::Equations => options.max_solver_steps,
            Self::Bits => options.max_bit_steps,
            Self::Steps(steps) => steps,
        }
    }
}

/// The form of a refuter's proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofForm {
    /// Equations over intervals with their least solution, in which a value is empty.
    Equations,
    /// The statements at which an earlier misuse ends the run.
    Misuse,
    /// One unsatisfiable script in SMT-LIB 2 over bit-vectors.
    Script,
    /// An unsatisfiable script for each rule about a statement, over bit-vectors or over integers.
    Rules,
    /// An unsatisfiable script over bit-vectors for each round, or pair of rounds, of a loop.
    Rounds,
    /// Heap graphs at the locations of a path.
    Heaps,
}

impl ProofForm {
    /// Returns the form in words, for the documentation.
    pub fn text(self) -> &'static str {
        match self {
            Self::Equations => "equations over intervals with a solution, the last of which is empty",
            Self::Misuse => "a list of steps",
            Self::Script => "a script in SMT-LIB 2 over bit-vectors that is unsatisfiable",
            Self::Rules => {
                "rules about statements, each an unsatisfiable script over bit-vectors or integers"
            }
            Self::Rounds => "an unsatisfiable script over bit-vectors for each round or pair of rounds",
            Self::Heaps => "heap graphs at the locations of the path",
        }
    }

    /// Returns the modules of `csieve-proof` that check proofs of this form. Empty if the form has no
    /// certificate.
    pub fn checkers(self) -> &'static [&'static str] {
        match self {
            Self::Equations => &["intervals"],
            Self::Misuse => &[],
            Self::Script | Self::Rounds => &["bits"],
            Self::Rules => &["bits", "linear"],
            Self::Heaps => &["heaps"],
        }
    }

    /// Returns the heading in `docs/proofs.md` that describes the form, as the anchor of a link.
    pub fn anchor(self) -> &'static str {
        match self {
            Self::Equations => "equations-over-intervals",
            Self::Misuse => "what-the-checker-does-not-do",
            Self::Script | Self::Rounds => "scripts-over-bit-vectors",
            Self::Rules => "rules-about-statements",
            Self::Heaps => "heaps",
        }
    }

    /// Returns whether the first line of a certificate is that of this form. A proof without a certificate
    /// is `None`, which only the form `Misuse` accepts.
    pub fn is_form_of(self, certificate: Option<&str>) -> bool {
        let first = certificate.map(|text| text.lines().next().unwrap_or_default());
        match self {
            Self::Equations => first == Some("csieve intervals 1"),
            Self::Misuse => first.is_none(),
            Self::Script | Self::Rounds => first == Some("(set-logic QF_BV)"),
            Self::Rules => matches!(first, Some("(set-logic QF_BV)" | "(set-logic QF_LIA)")),
            Self::Heaps => first == Some("csieve heaps 1"),
        }
    }
}

/// Declares a refuter as a unit type. Its doc comment becomes its part of `docs/refuters.md`. The named
/// values are the fields of its [`Declaration`].
#[macro_export]
macro_rules! declare_refuter {
    ($(#[doc = $page:literal])+ $name:ident { $($column:ident: $value:expr),+ $(,)? }) => {
        $(#[doc = $page])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// The declaration of the refuter.
            pub const DECLARATION: $crate::Declaration = $crate::Declaration {
                page: concat!($($page, "\n"),+),
                $($column: $value),+
            };
        }
    };
}
