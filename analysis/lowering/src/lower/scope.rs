//! Names and what they stand for.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{
    ctype::CType,
    types::{Meaning, Record, TypeScope},
};
use csieve_graph::{ExprId, VarId};

/// What a declared name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A variable of the graph.
    Scalar { var: VarId, ty: CType },
    /// A structure of which only scalar members are used, one by one.
    Fields { fields: Vec<(String, VarId, CType)>, ty: CType },
    /// An object that lives in memory, by its address.
    Memory { address: ExprId, ty: CType },
    /// An object that never changes.
    Constant { value: i128, ty: CType },
}

impl Symbol {
    /// The declared type.
    pub(super) fn ty(&self) -> &CType {
        match self {
            Self::Scalar { ty, .. }
            | Self::Fields { ty, .. }
            | Self::Memory { ty, .. }
            | Self::Constant { ty, .. } => ty,
        }
    }
}

/// The names that one block declares.
#[derive(Debug, Default)]
struct Scope {
    symbols: FxHashMap<String, Symbol>,
    types: TypeScope,
    /// Labels of this block only, and what tells them apart from others.
    labels: FxHashMap<String, usize>,
    /// In order of declaration.
    cleanups: Vec<Cleanup>,
}

/// A variable with a function to call when its scope is left.
#[derive(Clone, Debug)]
pub(super) struct Cleanup {
    pub function: String,
    pub address: ExprId,
    /// Where the declaration ends and the scope ends, in bytes of the text: a jump from within to a place
    /// outside runs it.
    pub from: usize,
    pub to: usize,
}

/// The names in force, innermost scope last. The first scope holds the file's objects used so far.
#[derive(Debug)]
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    /// The layouts of the function's structures and unions; their keys are unique, so they may outlive
    /// the block that named them.
    pub records: FxHashMap<Arc<str>, Record>,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Self { scopes: vec![Scope::default()], records: FxHashMap::default() }
    }

    pub(super) fn open(&mut self) {
        self.scopes.push(Scope::default());
    }

    pub(super) fn close(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// The object with a name; none if the name stands for something else here.
    pub(super) fn get(&self, name: &str) -> Option<&Symbol> {
        for scope in self.scopes.iter().rev() {
            if let Some(symbol) = scope.symbols.get(name) {
                return Some(symbol);
            }
            if scope.types.meaning(name).is_some() {
                return None;
            }
        }
        None
    }

    /// What a name stands for, if the function declares it.
    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.scopes.iter().rev().find_map(|scope| match scope.symbols.get(name) {
            Some(symbol) => Some(Meaning::Object(symbol.ty().clone())),
            None => scope.types.meaning(name),
        })
    }

    /// Declares a label of the innermost scope; `id` is its own.
    pub(super) fn declare_label(&mut self, name: &str, id: usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.labels.insert(name.to_owned(), id);
        }
    }

    /// What tells the label with a name apart from others of that name.
    pub(super) fn label(&self, name: &str) -> usize {
        self.scopes.iter().rev().find_map(|scope| scope.labels.get(name)).copied().unwrap_or(0)
    }

    pub(super) fn add_cleanup(&mut self, cleanup: Cleanup) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.cleanups.push(cleanup);
        }
    }

    /// The cleanups of the innermost scope, or of all scopes, in the order in which they run.
    pub(super) fn cleanups(&self, all: bool) -> impl Iterator<Item = &Cleanup> {
        let scopes = self.scopes.iter().rev().take(if all { usize::MAX } else { 1 });
        scopes.flat_map(|scope| scope.cleanups.iter().rev())
    }

    /// The type with a tag.
    pub(super) fn tag(&self, tag: &str) -> Option<&CType> {
        self.scopes.iter().rev().find_map(|scope| scope.types.tag(tag))
    }

    /// The types of the innermost scope.
    pub(super) fn innermost(&self) -> &TypeScope {
        &self.scopes[self.scopes.len() - 1].types
    }

    /// The types of the innermost scope.
    pub(super) fn innermost_mut(&mut self) -> &mut TypeScope {
        let last = self.scopes.len() - 1;
        &mut self.scopes[last].types
    }

    /// What the innermost scope itself declares under a name.
    pub(super) fn get_innermost(&self, name: &str) -> Option<&Symbol> {
        self.scopes.last()?.symbols.get(name)
    }

    /// What the file itself declares under a name, if the function used it already.
    pub(super) fn get_global(&self, name: &str) -> Option<&Symbol> {
        self.scopes[0].symbols.get(name)
    }

    /// Whether a name is declared inside the function as an object.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.scopes[1..].iter().any(|scope| scope.symbols.contains_key(name))
    }

    pub(super) fn declare(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.symbols.insert(name.to_owned(), symbol);
        }
    }

    pub(super) fn declare_global(&mut self, name: &str, symbol: Symbol) {
        self.scopes[0].symbols.insert(name.to_owned(), symbol);
    }

    /// The variables declared inside the function that are in force, ascending.
    pub(super) fn visible_vars(&self) -> Vec<VarId> {
        let mut vars: Vec<VarId> = self.scopes[1..]
            .iter()
            .flat_map(|scope| scope.symbols.values())
            .flat_map(|symbol| match symbol {
                Symbol::Scalar { var, .. } => vec![*var],
                Symbol::Fields { fields, .. } => fields.iter().map(|field| field.1).collect(),
                Symbol::Memory { .. } | Symbol::Constant { .. } => Vec::new(),
            })
            .collect();
        vars.sort_unstable();
        vars
    }
}
