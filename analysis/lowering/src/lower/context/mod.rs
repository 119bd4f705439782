//! The context of a function: the types, functions and objects that its file and headers declare.

mod declarations;
mod definition;
mod ending;
mod facts;
mod held;
mod linked;
mod outside;
mod reading;
mod scan;
mod unwritten;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

pub use definition::Definitions;
pub use outside::Passing;
pub(crate) use reading::{Touch, touch, touched};
pub(crate) use scan::names;
pub(crate) use unwritten::Writes;

use super::{
    ctype::{CType, Shape, Signature},
    types::{Attributes, Listed, Meaning, SharedRecords, TypeTable},
};
use csieve_base::{
    library::{Kept, says_recursive},
    model::DataModel,
};
use csieve_frontend::syntax::Unit;

/// The facts about a function that the file or a header declares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct FunctionInfo {
    pub returns: CType,
    /// The types of the parameters; `None` without a prototype, or if prototypes contradict each other.
    pub params: Option<Vec<CType>>,
    pub variadic: bool,
    /// The attributes in all declarations of the function, merged.
    pub attributes: Attributes,
    /// Whether every run of the body reaches a call that never returns.
    pub ends: bool,
    /// The library function whose call makes the function end, if it is one: a file of the program may define it.
    pub ends_in: Option<Arc<str>>,
    /// Whether the file has a body of the function.
    pub defined: bool,
    /// Whether the file itself declares the function, not only a header.
    pub is_told_here: bool,
    /// Whether the function is `static`, so that other files cannot call it by its name.
    pub is_static: bool,
    /// The constant that the function returns, if its body does nothing else.
    pub constant: Option<i128>,
    /// Whether some declaration is not `inline`, or is `extern`: a definition is then that of the function, and not one
    /// beside which another may stand (C11 6.7.4, paragraph 7).
    pub is_external: bool,
    /// Whether the function is another one than that of its name in C (`asm("name")`, `alias`).
    pub is_renamed: bool,
    /// Whether another definition may take the place of each one that is not `static`.
    pub is_interposable: bool,
}

impl FunctionInfo {
    /// Makes the facts about a function from a declaration without a body.
    pub(crate) fn declared(signature: &Signature, attributes: Attributes) -> Self {
        Self {
            returns: signature.returns.clone(),
            params: signature.params.clone(),
            variadic: signature.variadic,
            attributes,
            ends: false,
            ends_in: None,
            defined: false,
            is_told_here: false,
            is_static: false,
            constant: None,
            is_external: true,
            is_renamed: false,
            is_interposable: false,
        }
    }

    /// Returns whether calls may reach another definition than the one at hand.
    pub(crate) fn may_be_replaced(&self) -> bool {
        self.attributes.weak || !self.is_static && (!self.is_external || self.is_interposable)
    }

    /// Returns the type of the function.
    pub(crate) fn ty(&self) -> CType {
        let (returns, params) = (self.returns.clone(), self.params.clone());
        CType::plain(Shape::Function(Arc::new(Signature {
            returns,
            params,
            variadic: self.variadic,
            never_returns: self.attributes.noreturn,
        })))
    }
}

/// The facts about an object with static storage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct GlobalInfo {
    pub ty: CType,
    /// The value that the object always has, if it is known and nothing ever writes the object.
    pub value: Option<i128>,
    /// The value of the object when the program starts, if it is known and the object is `static`.
    pub initial: Option<i128>,
    /// The values of the integers in an array or structure when the program starts, if the object is constant,
    /// or if it is `static` and no header declares it.
    pub listed: Option<Arc<Listed>>,
    /// Whether `listed` has the values of the whole run, because nothing ever writes the object.
    pub is_table: bool,
    /// The library functions of which that is known only because the table says that they do not write it. A file may
    /// define them.
    pub read_by: Vec<Box<str>>,
    /// Whether another file defines the object.
    pub foreign: bool,
    /// Whether the object is `static`, so that other files do not know its name.
    pub is_static: bool,
    /// Whether the object may always keep a first value that is not known here: it is constant, or it is
    /// `static` with an initialiser that cannot be evaluated.
    pub is_kept: bool,
    /// Whether a declaration has an initialiser for the object.
    pub is_initialised: bool,
    /// Whether a declaration is weak, so that no file need define the object.
    pub is_weak: bool,
    /// Whether code may know the object by another name, too.
    pub is_aliased: bool,
}

/// The declarations of a file and its headers, read once for all functions of the file.
#[derive(Clone, Debug, Default)]
pub struct UnitContext {
    /// How the target represents types.
    pub(crate) model: DataModel,
    pub(crate) types: TypeTable,
    pub(crate) functions: FxHashMap<String, FunctionInfo>,
    pub(crate) globals: FxHashMap<String, GlobalInfo>,
    /// The name of the text that is being read, which keeps its unnamed records apart from those of other
    /// texts.
    pub(crate) reading: String,
    /// The names of functions of other files that free their first argument, according to attributes.
    pub(crate) deallocators: FxHashSet<String>,
    /// Whether the text of the file suggests that locks are recursive, so that a thread may take a lock that
    /// it already holds.
    pub(crate) recursive_locks: bool,
    /// The names of the functions of the file, while its declarations are read, which may name them before their definitions
    /// are.
    own: FxHashSet<String>,
    /// What the linker makes of names.
    pub(crate) linked: linked::Linked,
    /// What the library and the file may keep of each other.
    pub(crate) kept: Kept,
}

impl UnitContext {
    /// Reads the declarations and functions of a single text, in which functions of the C library count as declared.
    pub fn new(unit: &Unit) -> Self {
        let mut context = Self::default();
        context.linked.has_library = true;
        context.with_file(unit, "", &[], &[], None).0
    }

    /// Reads the declarations of headers for a target.
    pub fn of_headers(unit: &Unit, model: DataModel) -> Self {
        let mut context = Self { model, ..Self::default() };
        declarations::read(declarations::HEADERS, unit, &mut context);
        context
    }

    /// Returns the context extended by a file (first its declarations, then its functions, given with their
    /// names), and the definitions of the functions. `before` has the definitions of another version of the
    /// file, read after the same headers and declarations. `headers` is the text of the headers. `hidden` has
    /// the objects that code without a text may write, in ascending order.
    #[must_use]
    pub fn with_file(
        self,
        declarations: &Unit,
        headers: &str,
        functions: &[(&str, &Unit)],
        hidden: &[String],
        before: Option<&Definitions>,
    ) -> (Self, Definitions) {
        let mut context = self;
        context.linked = linked::Linked::read(declarations.text(), context.linked.has_library);
        context.own = functions.iter().map(|(name, _)| (*name).to_owned()).collect();
        declarations::read("file", declarations, &mut context);
        context.own = FxHashSet::default();
        context.link();
        let definitions = Definitions::read(functions.iter().copied(), before, &mut context);
        let texts = || std::iter::once(declarations).chain(functions.iter().map(|(_, unit)| *unit));
        unwritten::find(texts(), hidden, &mut context);
        reading::find(texts(), headers, hidden, &mut context);
        context.deallocators = context.named_deallocators();
        context.recursive_locks = texts().any(|unit| says_recursive(unit.text()));
        context.kept = texts().map(|unit| Kept::by(unit.text())).fold(Kept::default(), Kept::and);
        (context, definitions)
    }

    /// Keeps the structures and unions of other files instead of equal ones, and adds the others to them.
    pub(crate) fn share(&mut self, shared: &mut SharedRecords) {
        self.types.share(shared);
    }

    /// Returns whether a name is that of a function of the file whose definition is not read yet.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own.contains(name)
    }

    /// Returns whether calls of a function reach its body in this file: the function is defined here, and nothing may
    /// replace it.
    pub fn is_definition(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| function.defined && !function.may_be_replaced())
    }

    /// Returns whether another file may define the function that calls of this name reach, although one is at hand.
    pub fn may_be_replaced(&self, name: &str) -> bool {
        self.functions.get(name).is_none_or(FunctionInfo::may_be_replaced)
    }

    /// Returns whether calls of a function may reach the definition that its header must have, or that of the one file that
    /// makes it known to the linker: it is `inline` without `static` or `extern`.
    pub fn is_inline(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| {
            let is_plain = !function.attributes.weak && !function.is_interposable && !function.is_renamed;
            is_plain && !function.is_static && !function.is_external
        })
    }

    /// Returns whether the file or its headers define a function. For a function that is not one of the
    /// file's own, a result of true means that a header defines it.
    pub fn is_defined_elsewhere(&self, name: &str) -> bool {
        let is_defined = |function: &FunctionInfo| function.defined || function.is_static;
        self.functions.get(name).is_some_and(is_defined) || self.is_inline(name)
    }

    /// Returns whether the file becomes part of a shared library, whose functions and objects others use as well.
    pub fn is_shared(&self) -> bool {
        self.linked.others >= linked::Others::Use
    }

    /// Returns whether functions of the C library count as declared although no declaration is there: a standard header is
    /// missing.
    pub(crate) fn has_library(&self) -> bool {
        self.linked.has_library
    }

    /// Returns the names that the file gives the linker besides those of its definitions, in alphabetical order.
    pub(crate) fn linked_names(&self) -> Vec<Arc<str>> {
        self.linked.names()
    }

    /// Returns whether other files can call a function of the file.
    pub fn is_exported(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| !function.is_static)
    }

    /// Returns whether a function of this name is declared that returns a pointer.
    pub fn returns_pointer(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| function.returns.is_pointer())
    }

    /// Returns whether other files can use the variable of this name.
    pub fn is_shared_variable(&self, name: &str) -> bool {
        self.globals.get(name).is_some_and(|global| !global.is_static)
    }

    /// Returns the value with which a `static` variable begins, if it is known.
    pub fn first_value(&self, name: &str) -> Option<i128> {
        self.globals.get(name)?.initial
    }

    /// Returns the values that the integers in an array or structure always have, if they are known.
    ///
    /// `is_replaced` tells which library functions other files define.
    pub(crate) fn table(&self, name: &str, is_replaced: impl Fn(&str) -> bool) -> Option<&Arc<Listed>> {
        let is_read = |global: &&GlobalInfo| !global.read_by.iter().any(|function| is_replaced(function));
        self.globals.get(name).filter(|global| global.is_table).filter(is_read)?.listed.as_ref()
    }

    /// Returns the values that the integers and pointers in a `static` array or structure have when the program starts.
    pub(crate) fn listed(&self, name: &str) -> Option<&Listed> {
        self.globals.get(name).filter(|global| global.is_static)?.listed.as_deref()
    }

    /// Returns the number of parameters of a function and whether it is variadic, or `None` without a
    /// prototype.
    pub fn parameter_count(&self, name: &str) -> Option<(usize, bool)> {
        let function = self.functions.get(name)?;
        function.params.as_ref().map(|params| (params.len(), function.variadic))
    }

    /// Returns whether the file or a header declares a variable by this name.
    pub fn is_variable(&self, name: &str) -> bool {
        self.globals.contains_key(name)
    }

    /// Returns whether two versions of a function with the same header but other bodies state the same facts
    /// about this function and others. Errs on the side of no. Bodies may have syntax errors, as while they
    /// are being edited.
    pub(crate) fn is_told_the_same(&self, old: &Unit, new: &Unit) -> bool {
        declarations::headers_agree(old, new)
            && !declarations::tells(old, self)
            && !declarations::tells(new, self)
            && says_recursive(old.text()) == says_recursive(new.text())
            && Kept::by(old.text()) == Kept::by(new.text())
            && unwritten::written(old, self) == unwritten::written(new, self)
            && reading::written(old, self) == reading::written(new, self)
    }

    fn named_deallocators(&self) -> FxHashSet<String> {
        let declared = || self.functions.iter().filter(|(_, function)| !function.defined);
        let named = declared().flat_map(|(_, function)| &function.attributes.deallocators);
        let freeing = declared().filter(|(_, function)| function.attributes.frees_first);
        named
            .chain(freeing.map(|(name, _)| name))
            .filter(|name| self.functions.get(*name).is_none_or(|function| !function.defined))
            .cloned()
            .collect()
    }

    /// Returns the meaning of an ordinary name (no tag, label or member) at file scope.
    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        let object = || self.globals.get(name).map(|global| global.ty.clone());
        let function = || self.functions.get(name).map(FunctionInfo::ty);
        self.types.names.meaning(name).or_else(|| object().or_else(function).map(Meaning::Object))
    }

    /// Returns a hash of the facts that come from inside function bodies and may be used for other functions.
    pub fn facts_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        facts::facts(self).hash(&mut hasher);
        hasher.finish()
    }
}
