//! The meaning of an identifier in an expression.

use super::super::{
    Lowering,
    calls::is_library_function,
    constant::Constant,
    convert::Value,
    ctype::{CType, promoted},
    place::Lvalue,
    scope::Symbol,
    types::{Meaning, builtin},
    usage::looks_like_macro,
};
use csieve_base::{model::DataModel, text::Span};
use csieve_frontend::syntax::Node;
use csieve_graph::{ExprId, ExprKind, IntType, Type};

impl Lowering<'_> {
    /// Returns the place for the object, function or constant that an identifier denotes. An unknown
    /// identifier becomes any value.
    pub(in crate::lower) fn named(&mut self, node: Node<'_>) -> Lvalue {
        let name = self.source(node);
        if let Some(symbol) = self.scopes.get(name).cloned() {
            return self.symbol_place(&symbol, self.span(node));
        }
        match self.meaning(name) {
            Some(Meaning::Constant(Some(constant))) => return Lvalue::Value(self.constant(constant)),
            Some(Meaning::Constant(None)) => return self.unknown(node, "the constant"),
            _ => {}
        }
        let stream = self.library.is_standard_stream(name);
        if let Some(info) = self.context.globals.get(name).filter(|info| !(stream && info.foreign)) {
            if info.is_weak && info.foreign {
                let (pointer, ty) = (self.weak_address(), info.ty.clone());
                return Lvalue::Memory { pointer, ty, hidden: true, span: self.span(node) };
            }
            let symbol = self.static_object(name, &info.ty, info.value);
            self.scopes.declare_global(name, symbol.clone());
            return self.symbol_place(&symbol, self.span(node));
        }
        if let Some(info) = self.declared_function(name).cloned() {
            let is_weak = info.attributes.weak && !info.defined;
            let pointer = if is_weak { self.weak_address() } else { self.address(name) };
            return Lvalue::Memory { pointer, ty: info.ty(), hidden: false, span: self.span(node) };
        }
        self.library_name(node)
    }

    /// Returns the symbol of the file's object with this name, if there is one.
    pub(in crate::lower) fn file_variable(&mut self, name: &str) -> Option<Symbol> {
        if let Some(symbol) = self.scopes.get_global(name) {
            return Some(symbol.clone());
        }
        let info = self.context.globals.get(name)?;
        let symbol = self.static_object(name, &info.ty.clone(), info.value);
        self.scopes.declare_global(name, symbol.clone());
        Some(symbol)
    }

    fn symbol_place(&mut self, symbol: &Symbol, span: Span) -> Lvalue {
        match symbol {
            Symbol::Scalar { var, ty } => Lvalue::Var { var: *var, ty: ty.clone() },
            Symbol::Memory { address, ty } => {
                Lvalue::Memory { pointer: *address, ty: ty.clone(), hidden: ty.volatile, span }
            }
            Symbol::Fields { ty, .. } => Lvalue::Value(self.any(ty)),
            Symbol::Constant { value, ty } => Lvalue::Value(match ty.as_int() {
                Some(int) => self.constant(Constant { value: *value, ty: int }),
                None => Value {
                    expr: self.graph.exprs().add(ExprKind::Const(*value), ty.ty()),
                    ty: ty.unqualified(),
                },
            }),
        }
    }

    fn address(&mut self, name: &str) -> ExprId {
        self.graph.exprs().add(ExprKind::Address(name.to_owned()), Type::Pointer)
    }

    /// Returns the address of what only weak declarations name: it is NULL if no file defines it.
    fn weak_address(&mut self) -> ExprId {
        self.any(&CType::VOID.pointer()).expr
    }

    /// Returns the place of an object that some header declares. The object's address is known, but its value
    /// is not tracked.
    fn foreign(&mut self, node: Node<'_>, ty: CType) -> Lvalue {
        let pointer = self.address(self.source(node));
        Lvalue::Memory { pointer, ty, hidden: true, span: self.span(node) }
    }

    fn unknown(&mut self, node: Node<'_>, what: &str) -> Lvalue {
        let phrase = format!("{what} `{}`", self.source(node));
        let span = self.span(node);
        self.graph.abstracted(span, phrase);
        Lvalue::Value(self.any(&CType::UNKNOWN))
    }

    /// Returns the place for a name that nothing declares, for example one of the C library. The names in the
    /// code below are macros of the standard headers or identifiers of the language.
    fn library_name(&mut self, node: Node<'_>) -> Lvalue {
        let name = self.source(node);
        if let Some((value, ty)) = library_constant(name, self.context.model) {
            return Lvalue::Value(self.constant(Constant { value, ty }));
        }
        match name {
            "NULL" | "nullptr" => Lvalue::Value(self.null()),
            _ if self.library.is_standard_stream(name) => {
                let pointer = self.address(name);
                let declared = self.context.globals.get(name).map(|info| info.ty.unqualified());
                let ty = declared.filter(CType::is_pointer);
                let ty = ty.unwrap_or_else(|| {
                    builtin("FILE", self.context.model).unwrap_or(CType::UNKNOWN).pointer()
                });
                Lvalue::Value(Value { expr: pointer, ty })
            }
            "__func__" | "__FUNCTION__" | "__FILE__" | "__PRETTY_FUNCTION__" => {
                let ty = CType::int(IntType::char_of(self.context.model));
                let pointer = self.address(name);
                Lvalue::Value(Value { expr: pointer, ty: ty.pointer() })
            }
            "__LINE__" | "__COUNTER__" => Lvalue::Value(self.any(&self.int())),
            "errno" if self.summaries.replaced().has_errno() => {
                let pointer = self.any(&self.int().pointer()).expr;
                Lvalue::Memory { pointer, ty: self.int(), hidden: true, span: self.span(node) }
            }
            "errno" => self.foreign(node, self.int()),
            _ if is_library_function(name) => {
                let pointer = self.address(name);
                Lvalue::Memory {
                    pointer,
                    ty: CType::UNKNOWN.function(),
                    hidden: false,
                    span: self.span(node),
                }
            }
            _ if looks_like_macro(name) => self.unknown(node, "the unknown name"),
            _ => {
                self.graph.abstracted(self.span(node), format!("the unknown name `{name}`"));
                self.foreign(node, CType::UNKNOWN)
            }
        }
    }

    /// Returns the meaning of an ordinary name (no tag, label or member) in the current scope.
    pub(in crate::lower) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.scopes.meaning(name).or_else(|| self.context.meaning(name))
    }

    /// Returns whether a name is known to denote a type.
    pub(in crate::lower) fn is_type_name(&self, name: &str) -> bool {
        match self.meaning(name) {
            Some(meaning) => matches!(meaning, Meaning::Type(_)),
            None => builtin(name, self.context.model).is_some(),
        }
    }

    /// Returns whether a name is known to denote an object, a function or a constant.
    pub(in crate::lower) fn is_value_name(&self, name: &str) -> bool {
        match self.meaning(name) {
            Some(Meaning::Type(_)) => false,
            Some(Meaning::Object(_) | Meaning::Constant(Some(_))) => true,
            Some(Meaning::Constant(None)) | None => {
                builtin(name, self.context.model).is_none()
                    && library_constant(name, self.context.model).is_some()
            }
        }
    }
}

pub(super) fn library_constant(name: &str, model: DataModel) -> Option<(i128, IntType)> {
    let types = |bits| (IntType { bits, signed: true }, IntType { bits, signed: false });
    let ((int8, uint8), (int16, uint16)) = (types(8), types(16));
    let ((int32, uint32), (int64, uint64)) = (types(32), types(64));
    let plain = IntType::char_of(model);
    let (short, ints) = (IntType::short_of(model), IntType::int_of(model));
    let (long, long_long) = (IntType::long_of(model), IntType::long_long_of(model));
    let (size, difference) = (IntType::size_of(model), IntType::difference_of(model));
    let (intptr, uintptr) = types(model.pointer);
    let int = |value| Some((value, ints));
    // The constant of a type has the type that the promotions make of it.
    let least = |ty: IntType| Some((ty.min(), promoted(ty, model)));
    let most = |ty: IntType| Some((ty.max(), promoted(ty, model)));
    match name {
        "CHAR_BIT" => int(8),
        "SCHAR_MIN" | "INT8_MIN" => least(int8),
        "SCHAR_MAX" | "INT8_MAX" => most(int8),
        "CHAR_MIN" => least(plain),
        "CHAR_MAX" => most(plain),
        "UCHAR_MAX" | "UINT8_MAX" => most(uint8),
        "SHRT_MIN" => least(short),
        "SHRT_MAX" => most(short),
        "USHRT_MAX" => most(short.as_unsigned()),
        "INT16_MIN" => least(int16),
        "INT16_MAX" => most(int16),
        "UINT16_MAX" => most(uint16),
        "INT_MIN" => least(ints),
        "INT_MAX" => most(ints),
        "RAND_MAX" if model.int == 32 => most(ints),
        "UINT_MAX" => most(ints.as_unsigned()),
        "INT32_MIN" => least(int32),
        "INT32_MAX" => most(int32),
        "UINT32_MAX" => most(uint32),
        "LONG_MIN" => least(long),
        "LONG_MAX" => most(long),
        "ULONG_MAX" => most(long.as_unsigned()),
        "LLONG_MIN" => least(long_long),
        "LLONG_MAX" => most(long_long),
        "ULLONG_MAX" => most(long_long.as_unsigned()),
        "INT64_MIN" | "INTMAX_MIN" => least(int64),
        "INT64_MAX" | "INTMAX_MAX" => most(int64),
        "UINT64_MAX" | "UINTMAX_MAX" => most(uint64),
        "INTPTR_MIN" => least(intptr),
        "INTPTR_MAX" => most(intptr),
        "UINTPTR_MAX" => most(uintptr),
        "PTRDIFF_MIN" => least(difference),
        "PTRDIFF_MAX" | "SSIZE_MAX" => most(difference),
        "SIZE_MAX" => most(size),
        "EOF" => int(-1),
        "EXIT_SUCCESS" => int(0),
        "EXIT_FAILURE" => int(1),
        "SEEK_SET" => int(0),
        "SEEK_CUR" => int(1),
        "SEEK_END" => int(2),
        _ => None,
    }
}
