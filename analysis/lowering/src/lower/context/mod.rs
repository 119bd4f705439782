//! What a function may use of the file around it: types, prototypes and globals.

mod declarations;
mod definition;
mod ending;
mod facts;
mod outside;
mod scan;
mod unwritten;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

pub use definition::Definitions;
pub use outside::Passing;
pub(crate) use unwritten::may_write;

use super::{
    ctype::{CType, Shape, Signature},
    types::{Attributes, Meaning, TypeTable},
};
use csieve_base::library::says_recursive;
use csieve_frontend::syntax::Unit;

/// A function that the file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct FunctionInfo {
    pub returns: CType,
    /// What its prototype takes; none if it has no prototype, or several that differ.
    pub params: Option<Vec<CType>>,
    pub variadic: bool,
    /// What the attributes of all its declarations say.
    pub attributes: Attributes,
    /// Its body always reaches a call that never returns.
    pub ends: bool,
    /// Its body is in the file.
    pub defined: bool,
    /// The file itself declares it, not only a header.
    pub is_told_here: bool,
    /// Other files cannot call it by its name.
    pub is_static: bool,
    /// It does nothing but return this.
    pub constant: Option<i128>,
}

impl FunctionInfo {
    /// What a declaration without a body says.
    pub(crate) fn declared(signature: &Signature, attributes: Attributes) -> Self {
        Self {
            returns: signature.returns.clone(),
            params: signature.params.clone(),
            variadic: signature.variadic,
            attributes,
            ends: false,
            defined: false,
            is_told_here: false,
            is_static: false,
            constant: None,
        }
    }

    /// The function's type.
    pub(crate) fn ty(&self) -> CType {
        let (returns, params) = (self.returns.clone(), self.params.clone());
        CType::plain(Shape::Function(Arc::new(Signature { returns, params, variadic: self.variadic })))
    }
}

/// An object with static storage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct GlobalInfo {
    pub ty: CType,
    /// Its value at all times, if nothing ever writes it.
    pub value: Option<i128>,
    /// Its first value, if only this file can see it.
    pub initial: Option<i128>,
    /// Another file defines it.
    pub foreign: bool,
    /// Other files do not know its name.
    pub is_static: bool,
    /// It has a first value that is not known, and perhaps keeps it.
    pub is_kept: bool,
    /// A declaration gives it a first value.
    pub is_initialised: bool,
    /// An attribute says that the functions it points to do not return.
    pub ends: bool,
}

/// The declarations of a file, read once for all of its functions.
#[derive(Clone, Debug, Default)]
pub struct UnitContext {
    pub(crate) types: TypeTable,
    pub(crate) functions: FxHashMap<String, FunctionInfo>,
    pub(crate) globals: FxHashMap<String, GlobalInfo>,
    /// The text that is being read: it tells its unnamed records from those of others.
    pub(crate) reading: String,
    /// Functions of other files that attributes declare to free their first argument.
    pub(crate) deallocators: FxHashSet<String>,
    /// The file says that its locks may be taken twice.
    pub(crate) recursive_locks: bool,
}

impl UnitContext {
    /// Reads the declarations of a text.
    pub fn new(unit: &Unit) -> Self {
        Self::default().with_file(unit, &[], None).0
    }

    /// Reads declarations of headers.
    pub fn of_headers(unit: &Unit) -> Self {
        let mut context = Self::default();
        declarations::read(declarations::HEADERS, unit, &mut context);
        context
    }

    /// The same with a file behind its headers: its declarations, then its functions with their names. `before` has the
    /// definitions of another version behind the same headers and declarations.
    #[must_use]
    pub fn with_file(
        &self,
        declarations: &Unit,
        functions: &[(&str, &Unit)],
        before: Option<&Definitions>,
    ) -> (Self, Definitions) {
        let mut context = self.clone();
        declarations::read("file", declarations, &mut context);
        let definitions = Definitions::read(functions.iter().copied(), before, &mut context);
        let texts = || std::iter::once(declarations).chain(functions.iter().map(|(_, unit)| *unit));
        unwritten::find(texts(), &mut context);
        context.deallocators = context.named_deallocators();
        context.recursive_locks = texts().any(|unit| says_recursive(unit.text()));
        (context, definitions)
    }

    /// Whether the body that the file has of a function is the one that is called.
    pub fn is_definition(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| function.defined && !function.attributes.weak)
    }

    /// Whether a function has a body that is none of the file's functions: headers define it.
    pub fn is_defined_elsewhere(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| function.defined || function.is_static)
    }

    /// Whether other files can call a function of the file.
    pub fn is_exported(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| !function.is_static)
    }

    /// Whether a name denotes the same variable in other files.
    pub fn is_shared_variable(&self, name: &str) -> bool {
        self.globals.get(name).is_some_and(|global| !global.is_static)
    }

    /// How many parameters a function has, if it has a prototype, and whether more may be passed.
    pub fn parameter_count(&self, name: &str) -> Option<(usize, bool)> {
        let function = self.functions.get(name)?;
        function.params.as_ref().map(|params| (params.len(), function.variadic))
    }

    /// Whether the file declares a variable by this name.
    pub fn is_variable(&self, name: &str) -> bool {
        self.globals.contains_key(name)
    }

    /// Whether two bodies of a function, behind the same text, tell the same about it and about other functions. Errs on
    /// the side of no; a body may have errors, as one that is being typed has.
    pub(crate) fn is_told_the_same(&self, old: &Unit, new: &Unit) -> bool {
        declarations::headers_agree(old, new)
            && !declarations::tells(old, self)
            && !declarations::tells(new, self)
            && says_recursive(old.text()) == says_recursive(new.text())
            && unwritten::written(old, self) == unwritten::written(new, self)
    }

    fn named_deallocators(&self) -> FxHashSet<String> {
        let named = self.functions.values().filter(|function| !function.defined);
        let named = named.flat_map(|function| &function.attributes.deallocators);
        named
            .filter(|name| self.functions.get(*name).is_none_or(|function| !function.defined))
            .cloned()
            .collect()
    }

    /// What an ordinary name stands for outside functions.
    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        let object = || self.globals.get(name).map(|global| global.ty.clone());
        let function = || self.functions.get(name).map(FunctionInfo::ty);
        self.types.names.meaning(name).or_else(|| object().or_else(function).map(Meaning::Object))
    }

    /// A hash of what was learnt from inside function bodies: what one function may know of another.
    pub fn facts_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        facts::facts(self).hash(&mut hasher);
        hasher.finish()
    }
}
