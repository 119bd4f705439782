//! What is known of library functions: the built-in table, and what users add to it. docs/library.md has the format.

mod entry;
mod read;
mod table;
#[cfg(test)]
mod tests;

pub use entry::{
    ActsLike, Buffer, BufferSize, BufferUse, Contents, Decided, Effects, Entry, Input, Locking, NullResult,
    Numbers, Resource, Returns, Second, Storage, Twice, Variable,
};
pub use read::LibraryError;

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::{Arc, LazyLock},
};

use rustc_hash::{FxHashMap, FxHasher};

static BUILT_IN: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let mut library = Library::default();
    read::read(include_str!("c.toml"), &mut library).expect("the built-in table is right");
    Arc::new(library)
});

/// Words in a file that say that a thread may take its locks twice. These are words and no functions: one is
/// found inside the name of a macro. So they are no part of a table.
const RECURSIVE: [&str; 4] =
    ["pthread_mutexattr_init", "pthread_mutexattr_settype", "mtx_recursive", "MUTEX_RECURSIVE"];

/// Whether a text says that a thread may take its locks twice.
pub fn says_recursive(text: &str) -> bool {
    RECURSIVE.iter().any(|word| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

/// Library functions by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    functions: FxHashMap<String, Arc<Entry>>,
    resources: BTreeMap<String, Arc<Resource>>,
    variables: FxHashMap<String, Variable>,
    signal_handlers: Vec<String>,
    /// What was added to the built-in table: two libraries with the same additions are the same.
    added: u64,
}

impl PartialEq for Library {
    fn eq(&self, other: &Self) -> bool {
        self.added == other.added
    }
}

impl Eq for Library {}

impl Hash for Library {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.added.hash(state);
    }
}

impl Library {
    /// The library that csieve comes with.
    pub fn built_in() -> &'static Arc<Self> {
        &BUILT_IN
    }

    /// The same with the functions that a text names; they replace those of the same name.
    ///
    /// # Errors
    /// If the text is no such table.
    pub fn with(&self, text: &str) -> Result<Self, LibraryError> {
        let mut library = self.clone();
        read::read(text, &mut library)?;
        let mut hasher = FxHasher::default();
        (self.added, text).hash(&mut hasher);
        library.added = hasher.finish();
        Ok(library)
    }

    /// What is known of a function.
    pub fn function(&self, name: &str) -> Option<&Entry> {
        self.functions.get(name).map(|entry| &**entry)
    }

    /// The same, to keep.
    pub fn shared(&self, name: &str) -> Option<&Arc<Entry>> {
        self.functions.get(name)
    }

    /// What is known of an object of the library.
    pub fn variable(&self, name: &str) -> Option<Variable> {
        self.variables.get(name).copied()
    }

    /// Whether a name is that of a stream that every program has open.
    pub fn is_standard_stream(&self, name: &str) -> bool {
        self.variable(name).is_some_and(|variable| variable.is_open)
    }

    /// The functions with which a program says what signals do.
    pub fn signal_handlers(&self) -> &[String] {
        &self.signal_handlers
    }

    /// Whether a function is called because an assertion does not hold.
    pub fn fails_assertion(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| entry.fails_assertion)
    }

    /// Whether a name is one of a function that programs have no other of.
    pub fn is_function(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| !entry.common || entry.noreturn)
    }

    /// Whether a function never returns.
    pub fn never_returns(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| entry.noreturn)
    }

    /// Whether a program may well have a function of its own under this name.
    pub fn is_common_name(&self, name: &str) -> bool {
        self.function(name).is_some_and(|entry| entry.common)
    }

    /// Whether calls of a function write nothing that can be read.
    pub fn writes_nothing(&self, name: &str) -> bool {
        self.function(name).is_some_and(Entry::writes_nothing)
    }

    fn insert(&mut self, name: String, entry: Entry) {
        self.functions.insert(name, Arc::new(entry));
    }
}

impl Entry {
    /// How many arguments a call must have at least for what is said of them.
    pub fn needed_arguments(&self) -> usize {
        let single = [
            self.frees,
            self.reallocates,
            self.closes.as_ref().map(|(_, argument)| *argument),
            self.locks.as_ref().and_then(|lock| lock.argument),
            self.unlocks.as_ref().and_then(|lock| lock.argument),
        ];
        let all = single.into_iter().flatten().chain(self.takes.iter().copied());
        all.map(|argument| argument + 1).max().unwrap_or(0)
    }

    /// Whether a call writes nothing that can be read, and is nothing but a call.
    fn writes_nothing(&self) -> bool {
        self.effects == Effects::None
            && self.format.is_none()
            && self.allocates.is_none()
            && self.frees.is_none()
            && self.closes.is_none()
            && self.takes.is_empty()
            && !self.noreturn
    }
}
