//! Integer constant expressions.

use tree_sitter::Node;

use super::{MAX_DEPTH, TypeReader};
use crate::{
    cfg::{BinaryOp, UnaryOp},
    lower::{
        constant::{self, Constant},
        ctype::promoted,
        literal::{self, Number},
    },
};

impl TypeReader<'_> {
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
                    "+" => Some(operand.converted(promoted(operand.ty))),
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
