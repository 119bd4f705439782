//! The environment of a declaration, in which names are looked up and defined: a file, or the scopes of a
//! function.

use std::sync::Arc;

use csieve_base::model::DataModel;

use super::{Meaning, Record, table::define_record};
use crate::lower::{
    constant::Constant,
    context::UnitContext,
    ctype::{CType, Shape},
    scope::Scopes,
};

/// The place where the names in a piece of text are looked up and defined.
pub(crate) enum Environment<'a> {
    /// Outside functions: the declarations of the file.
    File(&'a mut UnitContext),
    /// Inside a function: the open scopes of the function, and the declarations of the file around it.
    Function { scopes: &'a mut Scopes, context: &'a UnitContext },
}

impl Environment<'_> {
    pub(crate) fn context(&self) -> &UnitContext {
        match self {
            Self::File(context) => context,
            Self::Function { context, .. } => context,
        }
    }

    /// Returns how the target represents types.
    pub(crate) fn model(&self) -> DataModel {
        self.context().model
    }

    /// Returns whether functions of the C library count as declared although no declaration is there.
    pub(crate) fn has_library(&self) -> bool {
        self.context().has_library()
    }

    /// Returns the meaning of an ordinary name: a type, constant, object or function.
    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        match self {
            Self::File(context) => context.meaning(name),
            Self::Function { scopes, context } => scopes.meaning(name).or_else(|| context.meaning(name)),
        }
    }

    /// Returns the type of a tag such as `struct s`.
    pub(crate) fn tag(&self, tag: &str) -> Option<CType> {
        let local = match self {
            Self::File(_) => None,
            Self::Function { scopes, .. } => scopes.tag(tag),
        };
        local.or_else(|| self.context().types.names.tag(tag)).cloned()
    }

    /// Returns the type of a tag if the innermost scope itself declares it; `None` if only an outer scope
    /// does.
    pub(crate) fn own_tag(&self, tag: &str) -> Option<CType> {
        match self {
            Self::File(context) => context.types.names.tag(tag).cloned(),
            Self::Function { scopes, .. } => scopes.innermost().tag(tag).cloned(),
        }
    }

    /// Returns the layout of a structure or union, if it is known.
    pub(crate) fn record(&self, ty: &CType) -> Option<&Record> {
        let Shape::Record(key) = &ty.shape else { return None };
        let local = match self {
            Self::File(_) => None,
            Self::Function { scopes, .. } => scopes.records.get(key),
        };
        local.or_else(|| self.context().types.records.get(key)).map(|record| &**record)
    }

    pub(crate) fn define_typedef(&mut self, name: &str, ty: CType) {
        self.innermost().define_typedef(name, ty);
    }

    pub(crate) fn define_tag(&mut self, tag: &str, ty: CType) {
        self.innermost().define_tag(tag, ty);
    }

    /// Returns the values of an enumeration, by keyword and tag or by the name of the type.
    pub(crate) fn enumeration(&self, name: &str) -> Option<&Arc<[i128]>> {
        let local = match self {
            Self::File(_) => None,
            Self::Function { scopes, .. } => scopes.enumeration(name),
        };
        local.or_else(|| self.context().types.names.enumeration(name))
    }

    pub(crate) fn define_enumeration(&mut self, name: &str, values: Arc<[i128]>) {
        self.innermost().define_enumeration(name, values);
    }

    /// Defines an object of which only the type matters, as in a statement expression that is not evaluated.
    pub(crate) fn define_object(&mut self, name: &str, ty: CType) {
        self.innermost().define_object(name, ty);
    }

    /// Opens a scope inside a function. Returns false outside functions, where there are no scopes.
    pub(crate) fn open(&mut self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Function { scopes, .. } => {
                scopes.open();
                true
            }
        }
    }

    /// Closes the innermost scope.
    pub(crate) fn close(&mut self) {
        if let Self::Function { scopes, .. } = self {
            scopes.close();
        }
    }

    pub(crate) fn define_constant(&mut self, name: &str, value: Option<Constant>) {
        self.innermost().define_constant(name, value);
    }

    pub(crate) fn replace_constant(&mut self, name: &str, value: Option<Constant>) {
        self.innermost().replace_constant(name, value);
    }

    pub(crate) fn define_record(&mut self, key: Arc<str>, record: Record) {
        match self {
            Self::File(context) => define_record(&mut context.types.records, key, record),
            Self::Function { scopes, .. } => define_record(&mut scopes.records, key, record),
        }
    }

    /// Returns the key in the table of records for a structure or union that is defined at a byte offset.
    /// Reading the same text again gives the same key.
    pub(crate) fn record_key(&self, tag: &str, named: bool, at: usize) -> Arc<str> {
        match self {
            Self::File(_) if named => tag.into(),
            Self::File(context) => format!("{tag}{}@{at}", context.reading).into(),
            Self::Function { .. } => format!("{tag}@{at}").into(),
        }
    }

    fn innermost(&mut self) -> &mut super::TypeScope {
        match self {
            Self::File(context) => &mut context.types.names,
            Self::Function { scopes, .. } => scopes.innermost_mut(),
        }
    }
}
