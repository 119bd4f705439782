//! The facts about library functions, from the built-in table and from tables of users. The format of a table
//! is described in docs/library.md.

mod entry;
mod headers;
mod kept;
mod read;
mod releasing;
mod signature;
mod stored;
mod table;
#[cfg(test)]
mod tests;

pub use entry::{
    ActsLike, AtMost, Buffer, BufferSize, BufferUse, Contents, Decided, Effects, Entry, Fills, Input,
    Locking, NonnullIf, NullResult, Numbers, Resource, Returns, ReturnsIf, Second, Storage, Twice, Variable,
};
pub use headers::is_standard_header;
pub use kept::Kept;
pub use read::LibraryError;
pub use signature::{ArgumentKind, Arguments};
pub use stored::{Stored, Success};

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::{Arc, LazyLock},
};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::own::OwnRules;

static BUILT_IN: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let mut library = Library::default();
    for table in [include_str!("c.toml"), include_str!("others.toml"), include_str!("signatures.toml")] {
        read::read(table, &mut library).expect("the built-in tables are right");
    }
    Arc::new(library)
});

/// Words in a C file which suggest that its locks are recursive: that one thread may take a lock twice. They
/// are searched for as plain text, also inside longer names such as those of macros, so they are not part of
/// the function table.
const RECURSIVE: [&str; 4] =
    ["pthread_mutexattr_init", "pthread_mutexattr_settype", "mtx_recursive", "MUTEX_RECURSIVE"];

/// Returns whether a C text suggests, by one of the words in `RECURSIVE`, that one thread may take a lock
/// twice.
pub fn says_recursive(text: &str) -> bool {
    RECURSIVE.iter().any(|word| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

/// The known library functions, kinds of resources and variables, by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    functions: FxHashMap<String, Arc<Entry>>,
    resources: BTreeMap<String, Arc<Resource>>,
    variables: FxHashMap<String, Variable>,
    signal_handlers: Vec<String>,
    function_finders: Vec<String>,
    opaque: FxHashSet<String>,
    /// The rules of users, whose labels name functions, too.
    own: Arc<OwnRules>,
    /// The hash of the texts that were added to the built-in table, in their order; 0 for none. Libraries
    /// with the same hash count as equal.
    added: u64,
}

impl PartialEq for Library {
    fn eq(&self, other: &Self) -> bool {
        self.added == other.added && self.own == other.own
    }
}

impl Eq for Library {}

impl Hash for Library {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.added, &self.own).hash(state);
    }
}

impl Library {
    /// Returns the library with only the built-in table.
    pub fn built_in() -> &'static Arc<Self> {
        &BUILT_IN
    }

    /// Returns a copy of the library with the contents of the table `text` added. The entries of the table
    /// replace entries with the same name.
    ///
    /// # Errors
    /// Where and why `text` is not a valid table.
    pub fn with(&self, text: &str) -> Result<Self, LibraryError> {
        let mut library = self.clone();
        read::read(text, &mut library)?;
        let mut hasher = FxHasher::default();
        (self.added, text).hash(&mut hasher);
        library.added = hasher.finish();
        Ok(library)
    }

    /// Returns a copy of the library with these rules of users.
    #[must_use]
    pub fn with_rules(&self, own: Arc<OwnRules>) -> Self {
        Self { own, ..self.clone() }
    }

    /// Returns the rules of users.
    pub fn own(&self) -> &OwnRules {
        &self.own
    }

    /// Returns the facts about a function, or `None` if no table names the function.
    pub fn function(&self, name: &str) -> Option<&Entry> {
        self.functions.get(name).map(|entry| &**entry)
    }

    /// Like [`Library::function`], but returns a shared pointer that the caller can keep.
    pub fn shared(&self, name: &str) -> Option<&Arc<Entry>> {
        self.functions.get(name)
    }

    /// Returns whether the built-in table names a function, and no table of a user says something else of it.
    pub fn is_built_in_function(&self, name: &str) -> bool {
        let is_same = |own: &Arc<Entry>| BUILT_IN.shared(name).is_some_and(|known| Arc::ptr_eq(own, known));
        self.shared(name).map_or_else(|| BUILT_IN.is_opaque(name), is_same)
    }

    /// Returns the facts about a global variable of a library, or `None` if no table names the variable.
    pub fn variable(&self, name: &str) -> Option<Variable> {
        self.variables.get(name).copied()
    }

    /// Returns whether a name is that of a stream that every program has open, such as `stdout`.
    pub fn is_standard_stream(&self, name: &str) -> bool {
        self.variable(name).is_some_and(|variable| variable.is_open)
    }

    /// Returns the names of the functions with which a program installs signal handlers.
    pub fn signal_handlers(&self) -> &[String] {
        &self.signal_handlers
    }

    /// Returns the names of the functions with which a program finds functions of its own by names that it makes or reads.
    pub fn function_finders(&self) -> &[String] {
        &self.function_finders
    }

    /// Returns whether a function belongs to the library, but nothing more is known of it than that it returns.
    /// It may change whatever it can reach, as a function does that calls what it is given.
    pub fn is_opaque(&self, name: &str) -> bool {
        self.opaque.contains(name)
    }

    /// Returns whether a function reports an assertion that does not hold.
    pub fn fails_assertion(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| entry.fails_assertion)
    }

    /// Returns whether a name can only mean the library function: programs hardly ever have another function
    /// of this name, or it never returns.
    pub fn is_function(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| !entry.common || entry.noreturn)
    }

    /// Returns whether a function never returns.
    pub fn never_returns(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| entry.noreturn)
    }

    /// Returns whether a program may well have another function of this name.
    pub fn is_common_name(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| entry.common)
    }

    /// Returns whether a call of the function writes nothing that the program can read.
    pub fn writes_nothing(&self, name: &str) -> bool {
        self.function(name).is_some_and(Entry::writes_nothing)
    }

    /// Returns the position of the argument with a format, if a call of the function writes nothing that the program can
    /// read unless its format says so (`%n`).
    pub fn writes_by_format(&self, name: &str) -> Option<usize> {
        let entry = self.function(name)?;
        Entry { format: None, ..entry.clone() }.writes_nothing().then_some(entry.format)?
    }

    fn insert(&mut self, name: String, entry: Entry) {
        self.functions.insert(name, Arc::new(entry));
    }
}

impl Entry {
    /// Returns the number of arguments that a call must have, so that all arguments to which `frees`,
    /// `reallocates`, `closes`, `locks`, `unlocks` and `takes` refer exist.
    pub fn needed_arguments(&self) -> usize {
        let single = [
            self.frees,
            self.reallocates,
            self.closes.as_ref().map(|(_, argument)| *argument),
            self.locks.as_ref().and_then(|lock| lock.argument),
            self.unlocks.as_ref().and_then(|lock| lock.argument),
        ];
        let all = single.into_iter().flatten().chain(self.takes.iter().copied());
        let stored = self.stores.iter().flat_map(|stored| stored.arguments.iter().copied());
        let all = all.chain(stored);
        all.map(|argument| argument + 1).max().unwrap_or(0)
    }

    /// Returns whether a call returns without any effect that the program can see: it writes, allocates,
    /// frees, closes and takes over nothing.
    fn writes_nothing(&self) -> bool {
        self.effects == Effects::None
            && self.keeps.is_none()
            && self.format.is_none()
            && self.allocates.is_none()
            && self.frees.is_none()
            && self.closes.is_none()
            && self.takes.is_empty()
            && self.stores.is_none()
            && !self.noreturn
    }
}
