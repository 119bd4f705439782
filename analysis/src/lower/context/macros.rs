//! The macros that a file defines itself, as far as they can be understood without expanding them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::scan::Directive;
use crate::lower::{constant::Constant, literal::macro_constant};

/// What a macro's name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MacroKind {
    /// Always this integer.
    Constant(Constant),
    /// Something else without parameters.
    Object,
    /// With parameters.
    Function,
}

/// A macro of the file; one that is defined several times is the union of its definitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Macro {
    pub kind: MacroKind,
    /// Its body may hold statements or jumps.
    pub control: bool,
    /// Its body may assign.
    pub effects: bool,
    /// The names in its body.
    pub words: Vec<String>,
}

/// What using a macro may do, through the macros in its body as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach<'a> {
    pub control: bool,
    pub effects: bool,
    /// Names in the bodies, in order of discovery.
    pub words: Vec<&'a str>,
}

/// The macros of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Macros {
    known: FxHashMap<String, Macro>,
    /// How many `#if` are open where the next directive stands.
    conditions: u32,
}

impl Macros {
    /// What a name means, if it is a macro anywhere in the file.
    pub fn get(&self, name: &str) -> Option<&Macro> {
        self.known.get(name)
    }

    /// The constant that a name always stands for.
    pub fn constant(&self, name: &str) -> Option<Constant> {
        match self.known.get(name)?.kind {
            MacroKind::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// All macros, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Macro)> {
        self.known.iter()
    }

    /// What using a name may do.
    pub fn reach<'a>(&'a self, name: &'a str) -> Reach<'a> {
        let mut reach = Reach::default();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut pending = vec![name];
        while let Some(name) = pending.pop() {
            let Some(known) = self.known.get(name) else { continue };
            reach.control |= known.control;
            reach.effects |= known.effects;
            for word in &known.words {
                if seen.insert(word) {
                    reach.words.push(word);
                    pending.push(word);
                }
            }
        }
        reach
    }

    /// Takes in the next directive of the file.
    pub fn directive(&mut self, directive: &Directive) {
        match directive.keyword.as_str() {
            "if" | "ifdef" | "ifndef" => self.conditions += 1,
            "endif" => self.conditions = self.conditions.saturating_sub(1),
            // The name may mean something else somewhere: it is no constant.
            "undef" => {
                if let Some(known) = self.known.get_mut(directive.rest.trim()) {
                    known.weaken();
                }
            }
            "define" => self.define(&directive.rest),
            _ => {}
        }
    }

    fn define(&mut self, rest: &str) {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, body) = rest.split_at(end);
        let (kind, body) = if body.starts_with('(') {
            (MacroKind::Function, body.split_once(')').map_or("", |(_, body)| body))
        } else {
            match macro_constant(body) {
                Some(constant) if self.conditions == 0 => (MacroKind::Constant(constant), body),
                _ => (MacroKind::Object, body),
            }
        };
        let words = words(body).map(str::to_owned).collect();
        let defined = Macro { kind, control: hides_control(body), effects: assigns(body), words };
        match self.known.get_mut(name) {
            None => {
                self.known.insert(name.to_owned(), defined);
            }
            Some(known) => known.unite(defined),
        }
    }
}

impl Macro {
    fn weaken(&mut self) {
        if let MacroKind::Constant(_) = self.kind {
            self.kind = MacroKind::Object;
        }
    }

    fn unite(&mut self, other: Self) {
        self.weaken();
        if other.kind == MacroKind::Function {
            self.kind = MacroKind::Function;
        }
        self.control |= other.control;
        self.effects |= other.effects;
        self.words.extend(other.words);
    }
}

fn words(body: &str) -> impl Iterator<Item = &str> {
    body.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Whether a macro body is more than an expression.
fn hides_control(body: &str) -> bool {
    const KEYWORDS: [&str; 12] = [
        "return", "goto", "break", "continue", "if", "while", "for", "do", "switch", "case", "else",
        "default",
    ];
    body.contains(['{', '}', ';']) || words(body).any(|word| KEYWORDS.contains(&word))
}

/// Whether a macro body may write: `=` that is no comparison, `++`, `--`, token pasting.
fn assigns(body: &str) -> bool {
    if body.contains("++") || body.contains("--") || body.contains("##") || body.contains("asm") {
        return true;
    }
    let bytes = body.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    (0..bytes.len()).any(|index| {
        let before = if index == 0 { b' ' } else { at(index - 1) };
        let shift = index >= 2 && matches!(&bytes[index - 2..index], b"<<" | b">>");
        bytes[index] == b'='
            && at(index + 1) != b'='
            && (shift || !matches!(before, b'=' | b'!' | b'<' | b'>'))
    })
}

#[cfg(test)]
mod tests {
    use super::{MacroKind, Macros};
    use crate::lower::context::scan::{Piece, scan};

    fn read(text: &str) -> Macros {
        let mut macros = Macros::default();
        scan(text, |piece| {
            if let Piece::Directive(directive) = piece {
                macros.directive(&directive);
            }
        });
        macros
    }

    #[test]
    fn only_one_unconditional_definition_is_a_constant() {
        let macros =
            read("#define A 1\n#define B 1\n#define B 2\n#if X\n#define C 1\n#endif\n#define D 1\n#undef D");
        assert_eq!(macros.constant("A").map(|constant| constant.value), Some(1));
        for name in ["B", "C", "D"] {
            assert_eq!(macros.get(name).map(|known| known.kind.clone()), Some(MacroKind::Object), "{name}");
        }
    }

    #[test]
    fn effects_and_control_reach_through_other_macros() {
        let macros = read(
            "#define NEXT() (c = *p++)\n#define SKIP() NEXT()\n#define LE(a) (a <= b == 1)\n\
             #define TRY(x) do { if (x) return; } while (0)\n#define ALL TRY(1)",
        );
        assert!(macros.reach("SKIP").effects);
        assert_eq!(macros.reach("SKIP").words, ["NEXT", "c", "p"]);
        assert!(!macros.reach("LE").effects && !macros.reach("LE").control);
        assert!(macros.reach("ALL").control);
    }
}
