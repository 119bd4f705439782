//! Scopes: the declared names of a function and their meanings.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{
    ctype::CType,
    types::{Meaning, Record, TypeScope},
};
use csieve_graph::{ExprId, VarId};

/// The meaning of a declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A variable of the graph.
    Scalar { var: VarId, ty: CType },
    /// A structure that is used only through its scalar members, each of which is a variable of the graph.
    Fields { fields: Vec<(String, VarId, CType)>, ty: CType },
    /// An object in memory, with its address.
    Memory { address: ExprId, ty: CType },
    /// An object that never changes, with its value.
    Constant { value: i128, ty: CType },
}

impl Symbol {
    /// Returns the declared type of the object.
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
    /// The labels that are local to this block, each with a number that distinguishes it from other labels of
    /// the same name.
    labels: FxHashMap<String, usize>,
    /// The cleanups of variables of this block, in order of declaration.
    cleanups: Vec<Cleanup>,
}

/// The call of a function with the address of a variable, made when control leaves the variable's scope.
#[derive(Clone, Debug)]
pub(super) struct Cleanup {
    pub function: String,
    pub address: ExprId,
    /// The byte offset in the text at which the declaration ends; the scope ends at `to`. A jump from inside
    /// this range to a place outside makes the call.
    pub from: usize,
    pub to: usize,
}

/// The scopes around the code that is being lowered, innermost last. The first scope has the objects of the
/// file that the function has used so far.
#[derive(Debug)]
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    /// The layouts of structures and unions that the function declares. The keys are unique in the function,
    /// so entries may stay after the end of the block that declares them.
    pub records: FxHashMap<Arc<str>, Arc<Record>>,
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

    /// Returns the object that a name stands for here. `None` if the name is not declared or stands for
    /// something else than an object.
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

    /// Returns the meaning of a name; `None` if the function itself does not declare the name.
    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.scopes.iter().rev().find_map(|scope| match scope.symbols.get(name) {
            Some(symbol) => Some(Meaning::Object(symbol.ty().clone())),
            None => scope.types.meaning(name),
        })
    }

    /// Declares a label that is local to the innermost scope. `id` distinguishes the label from others of the
    /// same name.
    pub(super) fn declare_label(&mut self, name: &str, id: usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.labels.insert(name.to_owned(), id);
        }
    }

    /// Returns the number of the visible label with this name, which distinguishes it from others of the same
    /// name. 0 for labels of the whole function.
    pub(super) fn label(&self, name: &str) -> usize {
        self.scopes.iter().rev().find_map(|scope| scope.labels.get(name)).copied().unwrap_or(0)
    }

    pub(super) fn add_cleanup(&mut self, cleanup: Cleanup) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.cleanups.push(cleanup);
        }
    }

    /// Returns the cleanups of the innermost scope, or of all scopes, in the order in which their calls are
    /// made.
    pub(super) fn cleanups(&self, all: bool) -> impl Iterator<Item = &Cleanup> {
        let scopes = self.scopes.iter().rev().take(if all { usize::MAX } else { 1 });
        scopes.flat_map(|scope| scope.cleanups.iter().rev())
    }

    /// Returns the type that a tag such as `struct s` stands for.
    pub(super) fn tag(&self, tag: &str) -> Option<&CType> {
        self.scopes.iter().rev().find_map(|scope| scope.types.tag(tag))
    }

    /// Returns the values of an enumeration, by keyword and tag or by the name of the type.
    pub(super) fn enumeration(&self, name: &str) -> Option<&Arc<[i128]>> {
        self.scopes.iter().rev().find_map(|scope| scope.types.enumeration(name))
    }

    /// Returns the types that the innermost scope declares.
    pub(super) fn innermost(&self) -> &TypeScope {
        &self.scopes[self.scopes.len() - 1].types
    }

    /// Returns the types that the innermost scope declares, for changing them.
    pub(super) fn innermost_mut(&mut self) -> &mut TypeScope {
        let last = self.scopes.len() - 1;
        &mut self.scopes[last].types
    }

    /// Returns the symbol that the innermost scope itself declares under a name.
    pub(super) fn get_innermost(&self, name: &str) -> Option<&Symbol> {
        self.scopes.last()?.symbols.get(name)
    }

    /// Returns the symbol of an object of the file; `None` if the function has not used the object yet.
    pub(super) fn get_global(&self, name: &str) -> Option<&Symbol> {
        self.scopes[0].symbols.get(name)
    }

    /// Returns whether the function declares an object with this name in a scope that is still open.
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

    /// Returns the variables that the function declares and that are visible here, ascending.
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
