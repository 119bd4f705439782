//! The meaning of an identifier in an expression.

use super::super::{
    Lowering,
    calls::is_library_function,
    constant::Constant,
    convert::Value,
    ctype::CType,
    place::Lvalue,
    scope::Symbol,
    types::{Meaning, builtin},
    usage::looks_like_macro,
};
use csieve_base::text::Span;
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
        if let Some((value, ty)) = library_constant(name) {
            return Lvalue::Value(self.constant(Constant { value, ty }));
        }
        match name {
            "NULL" | "nullptr" => Lvalue::Value(self.null()),
            _ if self.library.is_standard_stream(name) => {
                let pointer = self.address(name);
                let declared = self.context.globals.get(name).map(|info| info.ty.unqualified());
                let ty = declared.filter(CType::is_pointer);
                let ty = ty.unwrap_or_else(|| builtin("FILE").unwrap_or(CType::UNKNOWN).pointer());
                Lvalue::Value(Value { expr: pointer, ty })
            }
            "__func__" | "__FUNCTION__" | "__FILE__" | "__PRETTY_FUNCTION__" => {
                let ty = CType::int(IntType { bits: 8, signed: true });
                let pointer = self.address(name);
                Lvalue::Value(Value { expr: pointer, ty: ty.pointer() })
            }
            "__LINE__" | "__COUNTER__" => Lvalue::Value(self.any(&CType::INT)),
            "errno" if self.summaries.replaced().has_errno() => {
                let pointer = self.any(&CType::INT.pointer()).expr;
                Lvalue::Memory { pointer, ty: CType::INT, hidden: true, span: self.span(node) }
            }
            "errno" => self.foreign(node, CType::INT),
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
            None => builtin(name).is_some(),
        }
    }

    /// Returns whether a name is known to denote an object, a function or a constant.
    pub(in crate::lower) fn is_value_name(&self, name: &str) -> bool {
        match self.meaning(name) {
            Some(Meaning::Type(_)) => false,
            Some(Meaning::Object(_) | Meaning::Constant(Some(_))) => true,
            Some(Meaning::Constant(None)) | None => {
                builtin(name).is_none() && library_constant(name).is_some()
            }
        }
    }
}

pub(super) fn library_constant(name: &str) -> Option<(i128, IntType)> {
    const CHAR: IntType = IntType { bits: 8, signed: true };
    const UCHAR: IntType = IntType { bits: 8, signed: false };
    const SHORT: IntType = IntType { bits: 16, signed: true };
    const USHORT: IntType = IntType { bits: 16, signed: false };
    let int = |value| Some((value, IntType::INT));
    let of = |value, ty| Some((value, ty));
    match name {
        "CHAR_BIT" => int(8),
        "SCHAR_MIN" | "CHAR_MIN" | "INT8_MIN" => int(CHAR.min()),
        "SCHAR_MAX" | "CHAR_MAX" | "INT8_MAX" => int(CHAR.max()),
        "UCHAR_MAX" | "UINT8_MAX" => int(UCHAR.max()),
        "SHRT_MIN" | "INT16_MIN" => int(SHORT.min()),
        "SHRT_MAX" | "INT16_MAX" => int(SHORT.max()),
        "USHRT_MAX" | "UINT16_MAX" => int(USHORT.max()),
        "INT_MIN" | "INT32_MIN" => int(IntType::INT.min()),
        "INT_MAX" | "INT32_MAX" | "RAND_MAX" => int(IntType::INT.max()),
        "UINT_MAX" | "UINT32_MAX" => of(IntType::UINT.max(), IntType::UINT),
        "LONG_MIN" | "LLONG_MIN" | "INT64_MIN" | "INTPTR_MIN" | "PTRDIFF_MIN" | "INTMAX_MIN" => {
            of(IntType::LONG.min(), IntType::LONG)
        }
        "LONG_MAX" | "LLONG_MAX" | "INT64_MAX" | "INTPTR_MAX" | "PTRDIFF_MAX" | "SSIZE_MAX"
        | "INTMAX_MAX" => of(IntType::LONG.max(), IntType::LONG),
        "ULONG_MAX" | "ULLONG_MAX" | "UINT64_MAX" | "SIZE_MAX" | "UINTPTR_MAX" | "UINTMAX_MAX" => {
            of(IntType::ULONG.max(), IntType::ULONG)
        }
        "EOF" => int(-1),
        "EXIT_SUCCESS" => int(0),
        "EXIT_FAILURE" => int(1),
        "SEEK_SET" => int(0),
        "SEEK_CUR" => int(1),
        "SEEK_END" => int(2),
        _ => None,
    }
}
