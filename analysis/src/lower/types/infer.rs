//! The types of expressions that are not evaluated: operands of `sizeof`, `typeof` and `_Generic`.

use std::sync::Arc;

use tree_sitter::Node;

use super::{Meaning, TypeReader, builtin};
use crate::{
    cfg::IntType,
    lower::{
        calls::library_result,
        ctype::{CType, Shape, common, promoted},
        literal::{self, Number},
        usage::inner,
    },
};

impl TypeReader<'_> {
    /// The type of an expression, arrays and functions as such; unknown where it is not certain.
    pub fn type_of(&mut self, node: Node<'_>) -> CType {
        self.infer(node).unwrap_or(CType::UNKNOWN)
    }

    fn infer(&mut self, node: Node<'_>) -> Option<CType> {
        self.nested(|reader| reader.infer_kind(inner(node)))
    }

    fn infer_kind(&mut self, node: Node<'_>) -> Option<CType> {
        let mut child = |name: &str| self.infer(node.child_by_field_name(name)?);
        match node.kind() {
            "number_literal" => match literal::number(self.source(node)) {
                Number::Int(constant) => Some(CType::int(constant.ty)),
                Number::Float(bytes) => Some(CType::plain(Shape::Float(bytes))),
                Number::Unknown => None,
            },
            "char_literal" => self.source(node).starts_with('\'').then_some(CType::INT),
            "true" | "false" => Some(CType::INT),
            "null" => Some(CType::VOID.pointer()),
            "string_literal" | "concatenated_string" => self.string_type(node),
            "identifier" => match self.env.meaning(self.source(node)) {
                Some(Meaning::Object(ty)) => Some(ty),
                Some(Meaning::Constant(constant)) => constant.map(|constant| CType::int(constant.ty)),
                Some(Meaning::Type(_)) => None,
                None => library_result(self.source(node)).map(CType::function),
            },
            "pointer_expression" => self.infer_pointer(node),
            "unary_expression" => {
                let operand = child("argument")?;
                if node.child_by_field_name("operator")?.kind() == "!" {
                    return Some(CType::INT);
                }
                arithmetic(&operand)
            }
            "binary_expression" => {
                let (left, right) = (child("left")?.decayed(), child("right")?.decayed());
                binary(node.child_by_field_name("operator")?.kind(), &left, &right)
            }
            "assignment_expression" => child("left").map(|ty| ty.unqualified()),
            "update_expression" => child("argument").map(|ty| ty.unqualified()),
            "comma_expression" => child("right").map(|ty| ty.decayed()),
            "conditional_expression" => self.infer_choice(node),
            "cast_expression" | "compound_literal_expression" => {
                let ty = self.type_descriptor(node.child_by_field_name("type")?);
                if node.kind() == "cast_expression" {
                    return Some(ty.unqualified());
                }
                let value = node.child_by_field_name("value")?;
                Some(self.completed(ty, value))
            }
            "sizeof_expression" | "alignof_expression" | "offsetof_expression" => Some(CType::ULONG),
            "field_expression" => {
                let argument = child("argument")?;
                let arrow = node.child_by_field_name("operator")?.kind() == "->";
                let record = if arrow { argument.target()?.clone() } else { argument };
                let name = self.source(node.child_by_field_name("field")?);
                let mut ty = self.env.member(&record, name)?.ty;
                ty.constant |= record.constant;
                ty.volatile |= record.volatile;
                Some(ty)
            }
            "subscript_expression" => {
                let (array, index) = (child("argument")?, child("index")?);
                array.target().or_else(|| index.target()).cloned()
            }
            "call_expression" => self.infer_call(node),
            "generic_expression" => {
                let chosen = self.generic(node)?;
                self.infer(chosen)
            }
            "extension_expression" => self.infer(node.named_child(0)?),
            "parenthesized_expression" => self.infer_statements(node.named_child(0)?),
            _ => None,
        }
    }

    fn infer_pointer(&mut self, node: Node<'_>) -> Option<CType> {
        let argument = inner(node.child_by_field_name("argument")?);
        if node.child_by_field_name("operator")?.kind() == "&" {
            let is_label = argument.kind() == "pointer_expression"
                && argument.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "&");
            if is_label {
                return Some(CType::VOID.pointer());
            }
            return self.infer(argument).map(CType::pointer);
        }
        let pointer = self.infer(argument)?;
        match &pointer.shape {
            Shape::Function(_) => Some(pointer),
            _ => pointer.target().cloned(),
        }
    }

    fn infer_choice(&mut self, node: Node<'_>) -> Option<CType> {
        let alternative = node.child_by_field_name("alternative")?;
        let consequence =
            node.child_by_field_name("consequence").or_else(|| node.child_by_field_name("condition"))?;
        let first = self.infer(consequence)?.decayed();
        let second = self.infer(alternative)?.decayed();
        if first == second && first.as_int().is_none() {
            return Some(first);
        }
        match (first.is_pointer(), second.is_pointer()) {
            (false, false) => usual(&first, &second),
            (true, _) if self.is_null_constant(alternative) => Some(first),
            (_, true) if self.is_null_constant(consequence) => Some(second),
            _ => None,
        }
    }

    fn infer_call(&mut self, node: Node<'_>) -> Option<CType> {
        let function = inner(node.child_by_field_name("function")?);
        if let Some(ty) = self.builtin_call_type(node, function) {
            return Some(ty);
        }
        let function = self.infer(function)?;
        let target = if function.is_pointer() { function.target()? } else { &function };
        match &target.shape {
            Shape::Function(signature) => Some(signature.returns.unqualified()),
            _ => None,
        }
    }

    /// `({ ...; value; })`
    fn infer_statements(&mut self, block: Node<'_>) -> Option<CType> {
        if block.kind() != "compound_statement" {
            return None;
        }
        let mut statements: Vec<Node<'_>> = block.named_children(&mut block.walk()).collect();
        statements.retain(|statement| statement.kind() != "comment");
        let last = statements.pop().filter(|last| last.kind() == "expression_statement")?;
        if !self.env.open() {
            return None;
        }
        for statement in statements.into_iter().filter(|statement| statement.kind() == "declaration") {
            self.declare_types(statement);
        }
        let ty = last.named_child(0).and_then(|value| self.infer(value));
        self.env.close();
        ty.map(|ty| ty.decayed())
    }

    /// Enters the objects of a declaration, of which only the types matter.
    fn declare_types(&mut self, declaration: Node<'_>) {
        let base = self.specifiers(declaration).ty;
        for node in declaration.children_by_field_name("declarator", &mut declaration.walk()) {
            let (name, mut ty) = self.declarator(node, base.clone());
            if let Some(value) = node.child_by_field_name("value") {
                ty = if ty.is_auto() { self.type_of(value).decayed() } else { self.completed(ty, value) };
            }
            if let Some(name) = name {
                self.env.define_object(&name, ty);
            }
        }
    }

    fn string_type(&self, node: Node<'_>) -> Option<CType> {
        let length = literal::string_length(self.source(node))?;
        let char_type = builtin("char")?;
        Some(CType::plain(Shape::Array(Arc::new(char_type), Some(length + 1))))
    }
}

/// The type after the integer promotions.
fn arithmetic(ty: &CType) -> Option<CType> {
    match ty.shape {
        Shape::Int(int) => Some(CType::int(promoted(int))),
        Shape::Float(_) => Some(ty.unqualified()),
        _ => None,
    }
}

/// The common type of two arithmetic operands.
fn usual(left: &CType, right: &CType) -> Option<CType> {
    match (&left.shape, &right.shape) {
        (Shape::Int(a), Shape::Int(b)) => Some(CType::int(common(*a, *b))),
        (Shape::Float(a), Shape::Float(b)) => Some(CType::plain(Shape::Float(*a.max(b)))),
        (Shape::Float(_), Shape::Int(_)) => Some(left.unqualified()),
        (Shape::Int(_), Shape::Float(_)) => Some(right.unqualified()),
        _ => None,
    }
}

fn binary(operator: &str, left: &CType, right: &CType) -> Option<CType> {
    match operator {
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => Some(CType::INT),
        "<<" | ">>" => arithmetic(left),
        "+" if left.is_pointer() => Some(left.clone()),
        "+" if right.is_pointer() => Some(right.clone()),
        "-" if left.is_pointer() && right.is_pointer() => Some(CType::int(IntType::LONG)),
        "-" if left.is_pointer() => Some(left.clone()),
        _ => usual(left, right),
    }
}
