//! Integer constant expressions.

use tree_sitter::Node;

use super::{Meaning, TypeReader};
use crate::{
    cfg::{BinaryOp, UnaryOp},
    lower::{
        constant::{self, Constant},
        ctype::{CType, common, promoted},
        literal::{self, Number},
        usage::inner,
    },
};

impl TypeReader<'_> {
    /// The value of an integer constant expression.
    pub fn evaluate(&mut self, node: Node<'_>) -> Option<Constant> {
        self.nested(|reader| reader.evaluate_kind(inner(node)))
    }

    fn evaluate_kind(&mut self, node: Node<'_>) -> Option<Constant> {
        match node.kind() {
            "number_literal" => match literal::number(self.source(node)) {
                Number::Int(constant) => Some(constant),
                _ => None,
            },
            "char_literal" => literal::character(self.source(node)),
            "true" | "false" => Some(Constant::int(i128::from(node.kind() == "true"))),
            "identifier" => match self.env.meaning(self.source(node))? {
                Meaning::Constant(constant) => constant,
                _ => None,
            },
            "unary_expression" => {
                let operand = self.evaluate(node.child_by_field_name("argument")?)?;
                match node.child_by_field_name("operator")?.kind() {
                    "+" => Some(operand.converted(promoted(operand.ty))),
                    other => constant::unary(unary_op(other)?, operand),
                }
            }
            "binary_expression" => self.evaluate_binary(node),
            "conditional_expression" => self.evaluate_choice(node),
            "cast_expression" => {
                let ty = self.type_descriptor(node.child_by_field_name("type")?).as_int()?;
                let value = node.child_by_field_name("value")?;
                let operand = self.evaluate(value);
                operand.or_else(|| self.constant_address(value)).map(|known| known.converted(ty))
            }
            "sizeof_expression" | "alignof_expression" | "offsetof_expression" => self.measure(node),
            "call_expression" => self.evaluate_call(node),
            "generic_expression" => {
                let chosen = self.generic(node)?;
                self.evaluate(chosen)
            }
            _ => None,
        }
    }

    /// The constant that an initialiser gives to an integer or a pointer, as that type holds it.
    pub fn initial(&mut self, value: Node<'_>, ty: &CType) -> Option<i128> {
        if let Some(int) = ty.as_int() {
            return self.evaluate(value).map(|known| int.wrapped(known.value));
        }
        let null = |known: &Constant| known.value == 0;
        let known = self.evaluate(value).or_else(|| self.constant_address(value));
        known.filter(|known| ty.is_pointer() && null(known)).map(|known| known.value)
    }

    fn evaluate_binary(&mut self, node: Node<'_>) -> Option<Constant> {
        let left = self.evaluate(node.child_by_field_name("left")?)?;
        let right = node.child_by_field_name("right")?;
        let operator = node.child_by_field_name("operator")?.kind();
        let decided = match operator {
            "&&" => (left.value == 0).then_some(0),
            "||" => (left.value != 0).then_some(1),
            _ => {
                let right = self.evaluate(right)?;
                return constant::binary(binary_op(operator)?, left, right);
            }
        };
        match decided {
            Some(decided) => Some(Constant::int(decided)),
            None => self.evaluate(right).map(|right| Constant::int(i128::from(right.value != 0))),
        }
    }

    fn evaluate_choice(&mut self, node: Node<'_>) -> Option<Constant> {
        let condition = self.evaluate(node.child_by_field_name("condition")?)?;
        let alternative = node.child_by_field_name("alternative")?;
        let Some(consequence) = node.child_by_field_name("consequence") else {
            let other = self.type_of(alternative).as_int()?;
            let chosen = if condition.value == 0 { self.evaluate(alternative)? } else { condition };
            return Some(chosen.converted(common(condition.ty, other)));
        };
        let (chosen, other) =
            if condition.value == 0 { (alternative, consequence) } else { (consequence, alternative) };
        let chosen = self.evaluate(chosen)?;
        let other = self.type_of(other).as_int()?;
        Some(chosen.converted(common(chosen.ty, other)))
    }

    /// Whether an expression is an integer constant 0, or that as a `void *`.
    pub(super) fn is_null_constant(&mut self, node: Node<'_>) -> bool {
        let node = inner(node);
        if node.kind() == "null" {
            return true;
        }
        if node.kind() == "cast_expression"
            && let (Some(ty), Some(value)) =
                (node.child_by_field_name("type"), node.child_by_field_name("value"))
            && self.type_descriptor(ty) == CType::VOID.pointer()
        {
            return self.evaluate(value).is_some_and(|value| value.value == 0);
        }
        let simple =
            matches!(node.kind(), "number_literal" | "char_literal" | "cast_expression" | "identifier");
        simple && self.evaluate(node).is_some_and(|value| value.value == 0)
    }
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
