//! Names and what they stand for.

use rustc_hash::FxHashMap;

use super::ctype::CType;
use crate::cfg::{ExprId, VarId};

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
    pub fn ty(&self) -> &CType {
        match self {
            Self::Scalar { ty, .. }
            | Self::Fields { ty, .. }
            | Self::Memory { ty, .. }
            | Self::Constant { ty, .. } => ty,
        }
    }
}

/// The names in force, innermost scope last. The first scope holds the file's objects used so far.
#[derive(Debug)]
pub(super) struct Scopes {
    scopes: Vec<FxHashMap<String, Symbol>>,
}

impl Scopes {
    pub fn new() -> Self {
        Self { scopes: vec![FxHashMap::default()] }
    }

    pub fn open(&mut self) {
        self.scopes.push(FxHashMap::default());
    }

    pub fn close(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    pub fn get(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// What the innermost scope itself declares under a name.
    pub fn get_innermost(&self, name: &str) -> Option<&Symbol> {
        self.scopes.last()?.get(name)
    }

    /// What the file itself declares under a name, if the function used it already.
    pub fn get_global(&self, name: &str) -> Option<&Symbol> {
        self.scopes[0].get(name)
    }

    /// Whether a name is declared inside the function.
    pub fn is_local(&self, name: &str) -> bool {
        self.scopes[1..].iter().any(|scope| scope.contains_key(name))
    }

    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), symbol);
        }
    }

    pub fn declare_global(&mut self, name: &str, symbol: Symbol) {
        self.scopes[0].insert(name.to_owned(), symbol);
    }

    /// The variables declared inside the function that are in force, ascending.
    pub fn visible_vars(&self) -> Vec<VarId> {
        let mut vars: Vec<VarId> = self.scopes[1..]
            .iter()
            .flat_map(FxHashMap::values)
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
