//! Deciding which objects become variables of the graph and which live in memory.

use std::sync::Arc;

use csieve_graph::{ExprId, ExprKind, Type, VarId, VarKind};

use crate::lower::{
    Lowering,
    ctype::{CType, Shape},
    scope::Symbol,
};

impl Lowering<'_> {
    pub(in crate::lower) fn declare_parameter(&mut self, name: &str, ty: &CType) {
        let decayed = match ty.shape {
            Shape::Array(..) | Shape::Function(_) => ty.decayed(),
            _ => ty.clone(),
        };
        let symbol = self.local_object(name, &decayed, VarKind::Param, true);
        self.graph.parameter(match &symbol {
            Symbol::Scalar { var, .. } => Some(*var),
            _ => None,
        });
        self.note_parameter(&symbol);
        self.scopes.declare(name, symbol);
    }

    /// Returns the symbol of an object with automatic storage. An object that is `copied` as a whole from
    /// another object is not split into one variable for each member.
    pub(super) fn local_object(&mut self, name: &str, ty: &CType, kind: VarKind, copied: bool) -> Symbol {
        if !copied && let Some(fields) = self.scalar_fields(name, ty) {
            return Symbol::Fields { fields, ty: ty.clone() };
        }
        let in_memory =
            ty.is_aggregate() || ty.volatile || ty.is_unknown() && self.usage.dotted.contains(name);
        if in_memory {
            let name = self.object_name(name);
            let address = self.graph.automatic(name);
            self.note_object(address, ty);
            return Symbol::Memory { address, ty: ty.clone() };
        }
        let var = self.graph.var(name, ty.ty(), kind);
        let is_inside = self.usage.element_taken.contains(name) && !ty.is_pointer();
        if self.usage.address_taken.contains(name) || is_inside {
            self.graph.expose(var);
        }
        Symbol::Scalar { var, ty: ty.clone() }
    }

    /// Adds a variable for each member of a structure, if all members are scalars and the function uses the
    /// structure only by its members. Returns `None` for other structures.
    fn scalar_fields(&mut self, name: &str, ty: &CType) -> Option<Vec<(String, VarId, CType)>> {
        const MOST: usize = 32;
        let usage = &self.usage;
        if ty.volatile
            || usage.whole.contains(name)
            || usage.deep.contains(name)
            || !usage.dotted.contains(name)
        {
            return None;
        }
        let record = self.record(ty).filter(|record| record.exact && !record.union)?;
        let simple = record.fields.len() <= MOST
            && record.fields.iter().all(|field| {
                !field.bits
                    && !field.name.is_empty()
                    && !field.ty.volatile
                    && matches!(field.ty.shape, Shape::Int(_) | Shape::Pointer(_))
            });
        if !simple {
            return None;
        }
        let fields = record.fields.clone();
        Some(
            fields
                .into_iter()
                .map(|field| {
                    let var = self.graph.var(format!("{name}.{}", field.name), field.ty.ty(), VarKind::Local);
                    (field.name, var, field.ty)
                })
                .collect(),
        )
    }

    /// Returns the symbol of an object with static storage.
    pub(in crate::lower) fn static_object(&mut self, name: &str, ty: &CType, value: Option<i128>) -> Symbol {
        if self.context.globals.get(name).is_some_and(|info| info.is_aliased) {
            // What is written under another name is written here, too.
            let address = self.any(&CType::VOID.pointer()).expr;
            return Symbol::Memory { address, ty: ty.clone() };
        }
        let symbol = self.static_object_at(name, name.to_owned(), ty, value);
        if self.context.globals.get(name).is_some_and(|info| info.is_kept)
            && let Some(object) = self.object_of(&symbol)
        {
            self.graph.statics().kept.push(object);
        }
        let table = self.context.table(name, |function| self.is_replaced(function));
        if let (Symbol::Memory { address, .. }, Some(table)) = (&symbol, table) {
            self.note_unwritten(ty);
            self.tables.insert(*address, Arc::clone(table));
        }
        symbol
    }

    /// Returns the object that a symbol stands for as an expression: its variable if it is a scalar,
    /// otherwise its address.
    fn object_of(&mut self, symbol: &Symbol) -> Option<ExprId> {
        match symbol {
            Symbol::Scalar { var, .. } => {
                let ty = self.graph.var_info(*var).ty;
                Some(self.graph.exprs().var(*var, ty))
            }
            Symbol::Memory { address, .. } => Some(*address),
            Symbol::Fields { .. } | Symbol::Constant { .. } => None,
        }
    }

    /// Records that a static object is declared inside the function. `is_kept` is set if the object may keep
    /// a first value that is not known.
    pub(super) fn note_own(&mut self, symbol: &Symbol, is_kept: bool) {
        if let Some(object) = self.object_of(symbol) {
            self.graph.statics().own.push(object);
            if is_kept {
                self.graph.statics().kept.push(object);
            }
        }
    }

    /// Returns the symbol of an object with static storage. If the object is in memory, `address` is its name
    /// there.
    pub(super) fn static_object_at(
        &mut self,
        name: &str,
        address: String,
        ty: &CType,
        value: Option<i128>,
    ) -> Symbol {
        if let Some(value) = value {
            self.note_unwritten(ty);
            return Symbol::Constant { value, ty: ty.clone() };
        }
        let in_memory =
            ty.is_aggregate() || ty.volatile || ty.is_unknown() && self.usage.dotted.contains(name);
        if in_memory {
            let address = self.graph.exprs().add(ExprKind::Address(address), Type::Pointer);
            if !self.may_be_longer(ty) {
                self.note_object(address, ty);
            }
            return Symbol::Memory { address, ty: ty.clone() };
        }
        let var = self.graph.var(name, ty.ty(), VarKind::Global);
        Symbol::Scalar { var, ty: ty.clone() }
    }

    /// Returns a unique name for an object in memory.
    pub(in crate::lower) fn object_name(&mut self, name: &str) -> String {
        // The name without a number belongs to the object or function of the file with this name, if there is
        // one.
        let taken = self.context.globals.contains_key(name) || self.context.functions.contains_key(name);
        let count = self.objects.entry(name.to_owned()).or_insert(u32::from(taken));
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}#{count}") }
    }
}
