//! Functions of a file that other files could call, but of which nothing tells them.

use super::{TranslationUnit, callers::is_entered_otherwise, mentions::says};

/// Words in the header of a function that tell other code of it, or a linker what to do with it.
const TELLING: &[&str] =
    &["__attribute__", "__attribute", "__declspec", "_Pragma", "inline", "__inline", "asm"];

impl TranslationUnit {
    /// Returns whether a function is not `static`, and nothing in the file but its definition mentions it: no
    /// declaration, no header, no other function, no attribute.
    pub fn is_untold(&self, name: &str) -> bool {
        let Some(function) = self.named(name) else { return false };
        let is_for_others = self.context.is_definition(name) && self.context.is_exported(name);
        let header = function.header();
        let is_marked = header.contains("[[") || TELLING.iter().any(|word| says(header, word));
        let mut others = self.functions.iter().filter(|other| other.text.name != name);
        is_for_others
            && !is_marked
            && !function.is_alternative
            && !is_entered_otherwise(function)
            && !self.declares(name)
            && !self.hidden.iter().any(|hidden| hidden == name)
            && !others.any(|other| says(other.tree.text(), name))
    }

    /// Returns whether a function of the file calls another one that any file may define.
    pub(crate) fn calls(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.tree.calls().iter().any(|called| **called == *name))
    }
}
