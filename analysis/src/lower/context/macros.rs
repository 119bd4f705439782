//! The macros that a file defines itself, as far as they can be understood without expanding them.

use rustc_hash::FxHashMap;

use super::scan::Directive;
use crate::lower::{constant::Constant, literal::macro_constant};

/// What a name means to the preprocessor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Macro {
    /// Always this integer.
    Constant(Constant),
    /// Some expression, or something else.
    Object {
        /// It may hide statements or jumps.
        control: bool,
    },
    /// A macro with parameters.
    Function {
        /// It may hide statements or jumps.
        control: bool,
    },
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

    /// All macros, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Macro)> {
        self.known.iter()
    }

    /// Takes in the next directive of the file.
    pub fn directive(&mut self, directive: &Directive) {
        match directive.keyword.as_str() {
            "if" | "ifdef" | "ifndef" => self.conditions += 1,
            "endif" => self.conditions = self.conditions.saturating_sub(1),
            "undef" => {
                let name = directive.rest.trim();
                if let Some(known) = self.known.get_mut(name) {
                    weaken(known);
                }
            }
            "define" => self.define(&directive.rest),
            _ => {}
        }
    }

    fn define(&mut self, rest: &str) {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, body) = rest.split_at(end);
        let defined = if body.starts_with('(') {
            let body = body.split_once(')').map_or("", |(_, body)| body);
            Macro::Function { control: hides_control(body) }
        } else {
            match macro_constant(body) {
                Some(constant) if self.conditions == 0 => Macro::Constant(constant),
                _ => Macro::Object { control: hides_control(body) },
            }
        };
        match self.known.get_mut(name) {
            None => {
                self.known.insert(name.to_owned(), defined);
            }
            Some(known) => {
                let control = controls(known) || controls(&defined);
                *known = match known {
                    Macro::Function { .. } => Macro::Function { control },
                    _ if matches!(defined, Macro::Function { .. }) => Macro::Function { control },
                    _ => Macro::Object { control },
                };
            }
        }
    }
}

fn controls(known: &Macro) -> bool {
    matches!(known, Macro::Function { control: true } | Macro::Object { control: true })
}

/// The name may mean something else somewhere: it is no constant.
fn weaken(known: &mut Macro) {
    if let Macro::Constant(_) = known {
        *known = Macro::Object { control: false };
    }
}

/// Whether a macro body is more than an expression.
fn hides_control(body: &str) -> bool {
    const KEYWORDS: [&str; 11] =
        ["return", "goto", "break", "continue", "if", "while", "for", "do", "switch", "case", "else"];
    body.contains(['{', '}', ';'])
        || body
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| KEYWORDS.contains(&word) || word == "default")
}
