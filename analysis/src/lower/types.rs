//! Type names: typedefs, structures, enumerations, and how declarations are read.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::{
    constant::{self, Constant},
    ctype::{CType, Shape},
    literal::{self, Number},
};
use crate::cfg::{BinaryOp, IntType, UnaryOp};

/// How deep declarators and constant expressions are followed.
const MAX_DEPTH: u32 = 64;

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub ty: CType,
    /// A bit-field: its value is not followed.
    pub bits: bool,
}

/// A structure or union.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Record {
    pub union: bool,
    pub fields: Vec<Field>,
    /// Every member was understood, so that positions and sizes can be trusted.
    pub exact: bool,
}

/// The named types and constants of a unit or a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    pub typedefs: FxHashMap<String, CType>,
    pub records: FxHashMap<Arc<str>, Record>,
    /// The types of enumerations by tag.
    pub enums: FxHashMap<String, CType>,
    pub constants: FxHashMap<String, Constant>,
    /// Names defined in more than one way: nothing is known about them.
    conflicts: rustc_hash::FxHashSet<String>,
}

/// What the specifiers of a declaration say.
#[derive(Clone, Debug)]
pub(crate) struct Specifiers {
    pub ty: CType,
    pub is_static: bool,
    pub is_extern: bool,
    pub noreturn: bool,
}

/// Reads declarations of one text into a table, on top of the table of the unit.
pub(crate) struct TypeReader<'a> {
    pub text: &'a str,
    pub outer: Option<&'a TypeTable>,
    pub table: &'a mut TypeTable,
    /// Tells keys of unnamed records in different texts apart.
    pub prefix: &'static str,
}

impl TypeTable {
    pub fn define_typedef(&mut self, name: &str, ty: CType) {
        let conflict = self.typedefs.get(name).is_some_and(|old| *old != ty);
        self.typedefs.insert(name.to_owned(), if conflict { CType::UNKNOWN } else { ty });
    }

    pub fn define_constant(&mut self, name: &str, value: Option<Constant>) {
        let conflict = self.conflicts.contains(name)
            || self.constants.get(name).is_some_and(|old| Some(*old) != value);
        match value {
            Some(value) if !conflict => {
                self.constants.insert(name.to_owned(), value);
            }
            _ => {
                self.constants.remove(name);
                self.conflicts.insert(name.to_owned());
            }
        }
    }

    /// Forgets a constant whose name something else may define as well.
    pub fn forget_constant(&mut self, name: &str) {
        self.define_constant(name, None);
    }

    fn define_record(&mut self, key: Arc<str>, record: Record) {
        let conflict = self.records.get(&key).is_some_and(|old| *old != record);
        self.records.insert(key, if conflict { Record::default() } else { record });
    }
}

impl TypeReader<'_> {
    fn source(&self, node: Node<'_>) -> &str {
        &self.text[node.byte_range()]
    }

    fn typedef(&self, name: &str) -> Option<CType> {
        let own = self.table.typedefs.get(name);
        own.or_else(|| self.outer.and_then(|outer| outer.typedefs.get(name))).cloned()
    }

    fn constant(&self, name: &str) -> Option<Constant> {
        if self.table.conflicts.contains(name) {
            return None;
        }
        let own = self.table.constants.get(name);
        own.or_else(|| self.outer.and_then(|outer| outer.constants.get(name))).copied()
    }

    /// Reads the specifiers among the children of a declaration.
    pub fn specifiers(&mut self, node: Node<'_>, depth: u32) -> Specifiers {
        let mut specifiers =
            Specifiers { ty: CType::UNKNOWN, is_static: false, is_extern: false, noreturn: false };
        let (mut volatile, mut constant) = (false, false);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let text = self.source(child);
            match child.kind() {
                "storage_class_specifier" => match text {
                    "static" => specifiers.is_static = true,
                    "extern" => specifiers.is_extern = true,
                    _ => {}
                },
                "type_qualifier" => match text {
                    "volatile" | "_Atomic" => volatile = true,
                    "const" | "constexpr" => constant = true,
                    "_Noreturn" | "noreturn" => specifiers.noreturn = true,
                    _ => {}
                },
                "attribute_specifier" | "attribute_declaration" | "ms_declspec_modifier" => {
                    specifiers.noreturn |= says_noreturn(text);
                }
                _ => {}
            }
        }
        if let Some(ty) = node.child_by_field_name("type") {
            specifiers.ty = self.type_specifier(ty, depth);
        }
        specifiers.ty.volatile |= volatile;
        specifiers.ty.constant |= constant;
        specifiers
    }

    /// The type a specifier names; definitions in it are entered into the table.
    pub fn type_specifier(&mut self, node: Node<'_>, depth: u32) -> CType {
        if depth > MAX_DEPTH {
            return CType::UNKNOWN;
        }
        match node.kind() {
            "primitive_type" => builtin(self.source(node)).unwrap_or(CType::UNKNOWN),
            "sized_type_specifier" => self.sized(node),
            "type_identifier" => {
                let name = self.source(node);
                self.typedef(name).or_else(|| builtin(name)).unwrap_or_else(|| CType::plain(Shape::Named(name.into())))
            }
            "struct_specifier" | "union_specifier" => self.record(node, depth),
            "enum_specifier" => self.enumeration(node),
            _ => CType::UNKNOWN,
        }
    }

    fn sized(&self, node: Node<'_>) -> CType {
        let (mut long, mut short, mut unsigned) = (0, false, false);
        let mut base = "int";
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match self.source(child) {
                "long" => long += 1,
                "short" => short = true,
                "unsigned" => unsigned = true,
                "signed" => {}
                _ if matches!(child.kind(), "type_qualifier" | "comment") => {}
                other => base = other,
            }
        }
        let bits = match base {
            "char" => 8,
            "int" if short => 16,
            "int" if long > 0 => 64,
            "int" => 32,
            "double" => return CType::FLOAT,
            _ => return CType::UNKNOWN,
        };
        CType::int(IntType { bits, signed: !unsigned })
    }

    fn record(&mut self, node: Node<'_>, depth: u32) -> CType {
        let name = node.child_by_field_name("name").map(|name| self.source(name).to_owned());
        let kind = if node.kind() == "union_specifier" { "union" } else { "struct" };
        let key: Arc<str> = match name {
            Some(name) => format!("{kind} {name}").into(),
            None => format!("{kind} {}@{}", self.prefix, node.start_byte()).into(),
        };
        if let Some(body) = node.child_by_field_name("body") {
            let mut record = Record { union: kind == "union", fields: Vec::new(), exact: true };
            self.fields(body, &mut record, depth + 1);
            self.table.define_record(key.clone(), record);
        }
        CType::plain(Shape::Record(key))
    }

    fn fields(&mut self, body: Node<'_>, record: &mut Record, depth: u32) {
        let mut cursor = body.walk();
        for item in body.named_children(&mut cursor) {
            match item.kind() {
                "field_declaration" => self.field(item, record, depth),
                "comment" | "preproc_def" | "preproc_function_def" => {}
                // Members under a condition: which there are is not known, and neither are positions.
                _ => record.exact = false,
            }
        }
    }

    fn field(&mut self, item: Node<'_>, record: &mut Record, depth: u32) {
        let base = self.specifiers(item, depth).ty;
        let mut cursor = item.walk();
        let mut unnamed = true;
        for child in item.children(&mut cursor) {
            if child.kind() == "bitfield_clause" {
                if let Some(last) = record.fields.last_mut().filter(|_| !unnamed) {
                    last.bits = true;
                }
            } else if is_declarator(child) {
                unnamed = false;
                let (name, ty) = self.declarator(child, base.clone());
                match name {
                    Some(name) => record.fields.push(Field { name, ty, bits: false }),
                    None => record.exact = false,
                }
            }
        }
        if unnamed {
            self.unnamed_member(&base, record);
        }
    }

    /// The members of an unnamed structure or union are members of the one around it; they share
    /// storage in ways that are not followed.
    fn unnamed_member(&mut self, base: &CType, record: &mut Record) {
        record.exact = false;
        let Shape::Record(key) = &base.shape else { return };
        if let Some(inner) = self.table.records.get(key) {
            let overlapping = inner.union;
            let members = inner.fields.clone();
            record.fields.extend(members.into_iter().map(|mut field| {
                field.bits |= overlapping;
                field
            }));
        }
    }

    fn enumeration(&mut self, node: Node<'_>) -> CType {
        let tag = node.child_by_field_name("name").map(|name| self.source(name).to_owned());
        let Some(body) = node.child_by_field_name("body") else {
            let tag = tag.unwrap_or_default();
            let own = self.table.enums.get(&tag);
            let known = own.or_else(|| self.outer.and_then(|outer| outer.enums.get(&tag)));
            return known.cloned().unwrap_or(CType::UNKNOWN);
        };
        let mut next = Some(0_i128);
        let (mut known, mut negative) = (true, false);
        let mut cursor = body.walk();
        for item in body.named_children(&mut cursor) {
            match item.kind() {
                "enumerator" => {}
                "comment" => continue,
                _ => {
                    (known, next) = (false, None);
                    continue;
                }
            }
            let Some(name) = item.child_by_field_name("name") else { continue };
            if let Some(value) = item.child_by_field_name("value") {
                next = self.evaluate(value, 0).map(|constant| constant.value);
            }
            let value = next.filter(|value| (IntType::INT.min()..=IntType::INT.max()).contains(value));
            known &= value.is_some();
            negative |= value.is_some_and(|value| value < 0);
            let name = self.source(name).to_owned();
            self.table.define_constant(&name, value.map(Constant::int));
            next = value.map(|value| value + 1);
        }
        let has_attribute = node.named_child_count() > 1 + usize::from(tag.is_some());
        let ty = match (known && !has_attribute, negative) {
            (false, _) => CType::UNKNOWN,
            (true, true) => CType::INT,
            (true, false) => CType::int(IntType::UINT),
        };
        if let Some(tag) = tag {
            let conflict = self.table.enums.get(&tag).is_some_and(|old| *old != ty);
            self.table.enums.insert(tag, if conflict { CType::UNKNOWN } else { ty.clone() });
        }
        ty
    }

    /// The name and type of a declarator over a base type.
    pub fn declarator(&mut self, node: Node<'_>, base: CType) -> (Option<String>, CType) {
        let (mut node, mut ty) = (node, base);
        for _ in 0..MAX_DEPTH {
            match node.kind() {
                "pointer_declarator" | "abstract_pointer_declarator" => {
                    ty = ty.pointer();
                    let mut cursor = node.walk();
                    for child in node.named_children(&mut cursor) {
                        if child.kind() == "type_qualifier" {
                            ty.volatile |= matches!(self.source(child), "volatile" | "_Atomic");
                            ty.constant |= self.source(child) == "const";
                        }
                    }
                }
                "array_declarator" | "abstract_array_declarator" => {
                    let size = node.child_by_field_name("size").and_then(|size| self.evaluate(size, 0));
                    let size = size.and_then(|size| u64::try_from(size.value).ok());
                    let (volatile, constant) = (ty.volatile, ty.constant);
                    ty = CType { shape: Shape::Array(Arc::new(ty), size), volatile, constant };
                }
                "function_declarator" | "abstract_function_declarator" => {
                    ty = CType::plain(Shape::Function(Arc::new(ty)));
                }
                "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => {
                    return (Some(self.source(node).to_owned()), ty);
                }
                "parenthesized_declarator"
                | "abstract_parenthesized_declarator"
                | "attributed_declarator"
                | "init_declarator" => {}
                _ => return (None, CType::UNKNOWN),
            }
            let inner = node.child_by_field_name("declarator").or_else(|| {
                let mut cursor = node.walk();
                node.named_children(&mut cursor).find(|child| is_declarator(*child))
            });
            match inner {
                Some(inner) => node = inner,
                None => return (None, ty),
            }
        }
        (None, CType::UNKNOWN)
    }

    /// The type a cast or `sizeof` names.
    pub fn type_descriptor(&mut self, node: Node<'_>) -> CType {
        let base = self.specifiers(node, 0).ty;
        match node.child_by_field_name("declarator") {
            Some(declarator) => self.declarator(declarator, base).1,
            None => base,
        }
    }

    /// Enters the names of a `typedef`.
    pub fn type_definition(&mut self, node: Node<'_>) -> Vec<(String, CType)> {
        let base = self.specifiers(node, 0).ty;
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let mut names = Vec::new();
        for declarator in declarators {
            let (name, ty) = self.declarator(declarator, base.clone());
            if let Some(name) = name {
                names.push((name, ty));
            }
        }
        names
    }

    /// The value of an integer constant expression made of literals and known names.
    pub fn evaluate(&self, node: Node<'_>, depth: u32) -> Option<Constant> {
        if depth > MAX_DEPTH {
            return None;
        }
        match node.kind() {
            "number_literal" => match literal::number(self.source(node)) {
                Number::Int(constant) => Some(constant),
                _ => None,
            },
            "char_literal" => literal::character(self.source(node)),
            "identifier" => self.constant(self.source(node)),
            "parenthesized_expression" => self.evaluate(node.named_child(0)?, depth + 1),
            "unary_expression" => {
                let operand = self.evaluate(node.child_by_field_name("argument")?, depth + 1)?;
                match node.child_by_field_name("operator")?.kind() {
                    "+" => Some(operand.converted(super::ctype::promoted(operand.ty))),
                    other => constant::unary(unary_op(other)?, operand),
                }
            }
            "binary_expression" => {
                let left = self.evaluate(node.child_by_field_name("left")?, depth + 1)?;
                let right = self.evaluate(node.child_by_field_name("right")?, depth + 1)?;
                constant::binary(binary_op(node.child_by_field_name("operator")?.kind())?, left, right)
            }
            _ => None,
        }
    }
}

/// Whether a node declares a name over its type.
pub(crate) fn is_declarator(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "identifier"
            | "field_identifier"
            | "pointer_declarator"
            | "array_declarator"
            | "function_declarator"
            | "parenthesized_declarator"
            | "attributed_declarator"
            | "init_declarator"
            | "abstract_pointer_declarator"
            | "abstract_array_declarator"
            | "abstract_function_declarator"
            | "abstract_parenthesized_declarator"
    )
}

/// Whether an attribute's text says that a function does not return.
pub(crate) fn says_noreturn(text: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|word| matches!(word, "noreturn" | "__noreturn__" | "_Noreturn" | "__noreturn"))
}

pub(crate) fn unary_op(operator: &str) -> Option<UnaryOp> {
    Some(match operator {
        "-" => UnaryOp::Neg,
        "~" => UnaryOp::BitNot,
        "!" => UnaryOp::Not,
        _ => return None,
    })
}

pub(crate) fn binary_op(operator: &str) -> Option<BinaryOp> {
    Some(match operator {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "&" => BinaryOp::BitAnd,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        _ => return None,
    })
}

/// The types every C file may use without defining them here (LP64, plain `char` signed).
pub(crate) fn builtin(name: &str) -> Option<CType> {
    let int = |bits, signed| Some(CType::int(IntType { bits, signed }));
    match name {
        "void" => Some(CType::VOID),
        "bool" | "_Bool" => int(1, false),
        "char" | "int8_t" | "__int8_t" => int(8, true),
        "uint8_t" | "u_char" | "u_int8_t" | "char8_t" => int(8, false),
        "int16_t" => int(16, true),
        "uint16_t" | "ushort" | "u_short" | "u_int16_t" | "char16_t" => int(16, false),
        "int" | "signed" | "int32_t" | "wchar_t" | "pid_t" => int(32, true),
        "unsigned" | "uint32_t" | "uint" | "u_int" | "u_int32_t" | "char32_t" | "mode_t" | "uid_t" | "gid_t"
        | "wint_t" | "socklen_t" | "useconds_t" => int(32, false),
        "long" | "int64_t" | "intptr_t" | "ptrdiff_t" | "ssize_t" | "intmax_t" | "off_t" | "off64_t"
        | "time_t" | "suseconds_t" | "clock_t" | "__int64" => int(64, true),
        "size_t" | "uint64_t" | "uintptr_t" | "uintmax_t" | "rsize_t" | "ulong" | "u_long" | "u_int64_t"
        | "ino_t" => int(64, false),
        "float" | "double" | "float_t" | "double_t" | "_Float64" | "_Float32" | "__float128" | "_Float128"
        | "_Float16" => Some(CType::FLOAT),
        "FILE" | "DIR" | "va_list" | "jmp_buf" | "sigjmp_buf" | "fpos_t" | "mbstate_t" | "sigset_t"
        | "fd_set" | "pthread_mutex_t" | "pthread_cond_t" => {
            Some(CType::plain(Shape::Record(format!("struct {name}").into())))
        }
        _ => None,
    }
}
