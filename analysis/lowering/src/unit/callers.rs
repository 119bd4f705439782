//! Finding all callers of a function, where the file alone shows that there are no others.

use super::{
    TranslationUnit, UnitFunction,
    mentions::{declares_only, means_only, says},
    outline::naming_hash,
};
use csieve_frontend::syntax::{Field, Kind, Node};

/// Words in attributes that allow code outside the file's functions to call a function.
const ENTERED_OTHERWISE: &[&str] = &[
    "constructor",
    "destructor",
    "used",
    "interrupt",
    "signal",
    "ifunc",
    "alias",
    "section",
    "export_name",
    "cleanup",
];

impl TranslationUnit {
    /// Returns the callers of a function as indices into `functions`, in source order. The result is `None`
    /// if there may be other callers: functions of other files, or code that gets the function's address.
    pub fn callers(&self, name: &str) -> Option<Vec<usize>> {
        let is_own = self.context.is_definition(name) && !self.context.is_exported(name);
        let callee = self.named(name).filter(|callee| is_own && !callee.varies())?;
        if is_entered_otherwise(callee) || self.headers.mention(name) {
            return None;
        }
        self.calling(name)
    }

    /// Returns the functions of the file that call a function which any file may define, as indices into
    /// `functions`, in source order. `None` if the file may use the function in another way, for example take
    /// its address.
    pub fn calling(&self, name: &str) -> Option<Vec<usize>> {
        if !self.may_mention(name) {
            return Some(Vec::new());
        }
        let mentioning = self.mentions.functions(self, name);
        let mut named = self.places(name).iter().map(|place| &self.functions[*place]);
        let is_hidden = self.hidden.iter().any(|hidden| hidden == name);
        if is_hidden || named.any(is_entered_otherwise) || !declares_only(self, name, is_declared) {
            return None;
        }
        let mut callers = Vec::new();
        for index in mentioning {
            let function = &self.functions[index];
            let is_it = function.text.name == name;
            if !means_only(&function.tree, name, |node| is_called(node) || is_it && is_declared(node)) {
                return None;
            }
            if !is_it || function.tree.calls().iter().any(|called| **called == *name) {
                callers.push(index);
            }
        }
        Some(callers)
    }

    /// Returns whether a declaration mentions a name: one of the file, or one of a header that the file needs.
    pub fn declares(&self, name: &str) -> bool {
        !self.mentions.declared(self, name).is_empty() || self.is_in_header(name)
    }

    /// Returns whether a declaration of a header that the file needs mentions a name.
    pub fn is_in_header(&self, name: &str) -> bool {
        self.headers.mention(name)
    }

    /// Returns whether the functions or declarations of the file may mention a name. False only if none does.
    pub fn may_mention(&self, name: &str) -> bool {
        self.mentions.any(self, name)
    }

    /// Returns a hash of everything on which the callers of a function depend: the texts of the functions
    /// that seem to mention its name, and the declarations of the file.
    pub fn naming_hash(&self, name: &str) -> u64 {
        let mentioning = self.mentions.candidates(self, name).into_iter();
        let texts = mentioning.map(|at| self.functions[at].text_hash());
        naming_hash(texts, self.context_hash, self.hidden_hash())
    }
}

/// Returns whether an attribute of a function allows other code to call it.
fn is_entered_otherwise(function: &UnitFunction) -> bool {
    ENTERED_OTHERWISE.iter().any(|word| says(function.header(), word))
}

/// Returns whether an identifier is the callee of a call expression.
fn is_called(node: Node<'_>) -> bool {
    let parent = node.parent().filter(|parent| parent.kind() == Kind::CallExpression && !parent.has_error());
    parent.is_some_and(|call| call.field(Field::Function) == Some(node))
}

/// Returns whether an identifier is the function name in a prototype or in the header of a definition.
fn is_declared(node: Node<'_>) -> bool {
    let parent = node.parent().filter(|parent| parent.kind() == Kind::FunctionDeclarator);
    parent.is_some_and(|declarator| declarator.field(Field::Declarator) == Some(node))
}
