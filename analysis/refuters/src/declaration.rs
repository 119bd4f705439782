//! The declaration of a refuter: every fact about it but the algorithm, in the refuter's own file.

use csieve_base::{options::Options, refuter_id::RefuterId};

/// What a line of an example begins with that makes the example a whole program and is left out of the page.
const HIDDEN: &str = "# ";

/// The facts about a refuter. The page `docs/refuters.md` and the help of `--refuters` are made from them.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// Its identifier, which has its name.
    pub id: RefuterId,
    /// A short description: one line without a full stop.
    pub title: &'static str,
    /// When it is asked.
    pub turn: Turn,
    /// How many steps it may take for one path or one loop.
    pub budget: Budget,
    /// What its proof shows: one sentence.
    pub proves: &'static str,
    /// What the proof looks like and which checker checks it.
    pub proof: ProofForm,
    /// The papers and sections that it implements, by the keys of `docs/bibliography.md`; empty if there is
    /// none.
    pub papers: &'static [&'static str],
    /// How it works, with an example, in Markdown: the doc comment of the refuter.
    pub page: &'static str,
}

impl Declaration {
    /// Its name, as options and proofs have it.
    pub fn name(&self) -> &'static str {
        self.id.as_str()
    }

    /// The lines of its page as they are shown.
    pub fn shown(&self) -> impl Iterator<Item = &'static str> {
        lines(self.page).filter(|line| !line.starts_with(HIDDEN))
    }

    /// The C examples on its page, as whole programs.
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

/// The lines of a doc comment, without the blank that follows `///`.
fn lines(page: &'static str) -> impl Iterator<Item = &'static str> {
    page.lines().map(|line| line.strip_prefix(' ').unwrap_or(line))
}

/// When a refuter is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// About every path, until a refuter has an answer.
    Path,
    /// About paths through loops that other refuters have refuted for one number of rounds after the other:
    /// its proof covers any number.
    Rounds,
    /// As [`Self::Rounds`], and about every path that no other refuter refutes.
    LastResort,
    /// About loops that may never end. Options do not choose it, and no path is put to it.
    Loop,
}

impl Turn {
    /// The condition in words, to follow "asked".
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

/// How many steps a refuter may take for one path or one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The option for the solver of equations.
    Equations,
    /// The option for the solver of formulas over bits.
    Bits,
    /// A fixed number.
    Steps(u32),
}

impl Budget {
    /// The number of steps under some options.
    pub fn steps(self, options: &Options) -> u32 {
        match self {
            Self::Equations => options.max_solver_steps,
            Self::Bits => options.max_bit_steps,
            Self::Steps(steps) => steps,
        }
    }
}

/// What a proof looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofForm {
    /// Equations over intervals with a solution.
    Equations,
    /// The statements at which an earlier misuse ends the run.
    Misuse,
    /// One script in SMT-LIB 2 over bit-vectors.
    Script,
    /// A script for each rule about a statement, over bit-vectors or over integers.
    Rules,
    /// A script over bit-vectors for each round of a loop.
    Rounds,
    /// Heap graphs at the locations of a path.
    Heaps,
}

impl ProofForm {
    /// The form in words.
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

    /// The modules of `csieve-proof` that check the form; empty if it has no certificate.
    pub fn checkers(self) -> &'static [&'static str] {
        match self {
            Self::Equations => &["intervals"],
            Self::Misuse => &[],
            Self::Script | Self::Rounds => &["bits"],
            Self::Rules => &["bits", "linear"],
            Self::Heaps => &["heaps"],
        }
    }

    /// The heading in `docs/proofs.md` that describes the form, as a link has it.
    pub fn anchor(self) -> &'static str {
        match self {
            Self::Equations => "equations-over-intervals",
            Self::Misuse => "what-the-checker-does-not-do",
            Self::Script | Self::Rounds => "scripts-over-bit-vectors",
            Self::Rules => "rules-about-statements",
            Self::Heaps => "heaps",
        }
    }

    /// Whether a certificate, or the lack of one, is of this form as far as its first line tells.
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

/// Declares a refuter: its doc comment is its part of `docs/refuters.md`, what follows are the columns of its
/// [`Declaration`].
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
