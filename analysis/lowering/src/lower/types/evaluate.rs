//! Evaluating integer constant expressions.

use super::{Meaning, TypeReader};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{BinaryOp, UnaryOp};

use crate::lower::{
    constant::{self, Constant},
    ctype::{CType, common, promoted},
    literal::{self, Number},
    usage::inner,
};

impl TypeReader<'_> {
    /// Evaluates an integer constant expression.
    pub(crate) fn evaluate(&mut self, node: Node<'_>) -> Option<Constant> {
        self.nested(|reader| reader.evaluate_kind(inner(node)))
    }

    fn evaluate_kind(&mut self, node: Node<'_>) -> Option<Constant> {
        let model = self.env.model();
        match node.kind() {
            Kind::NumberLiteral => match literal::number(self.source(node), model) {
                Number::Int(constant) => Some(constant),
                _ => None,
            },
            Kind::CharLiteral => literal::character(self.source(node), model),
            Kind::True | Kind::False => Some(Constant::int(i128::from(node.kind() == Kind::True), model)),
            Kind::Identifier => match self.env.meaning(self.source(node))? {
                Meaning::Constant(constant) => constant,
                _ => None,
            },
            Kind::UnaryExpression => {
                let operand = self.evaluate(node.field(Field::Argument)?)?;
                match node.field(Field::Operator)?.kind() {
                    Kind::Plus => Some(operand.converted(promoted(operand.ty, model))),
                    other => constant::unary(unary_op(other)?, operand, model),
                }
            }
            Kind::BinaryExpression => self.evaluate_binary(node),
            Kind::ConditionalExpression => self.evaluate_choice(node),
            Kind::CastExpression => {
                let ty = self.type_descriptor(node.field(Field::Type)?).as_int()?;
                let value = node.field(Field::Value)?;
                let operand = self.evaluate(value);
                operand.or_else(|| self.constant_address(value)).map(|known| known.converted(ty))
            }
            Kind::SizeofExpression | Kind::AlignofExpression | Kind::OffsetofExpression => self.measure(node),
            Kind::CallExpression => self.evaluate_call(node),
            Kind::GenericExpression => {
                let chosen = self.generic(node)?;
                self.evaluate(chosen)
            }
            _ => None,
        }
    }

    /// Evaluates an initialiser of an integer or a pointer. Returns the value that the object gets; for a
    /// pointer, only NULL is known.
    pub(crate) fn initial(&mut self, value: Node<'_>, ty: &CType) -> Option<i128> {
        if let Some(int) = ty.as_int() {
            return self.evaluate(value).map(|known| int.wrapped(known.value));
        }
        let null = |known: &Constant| known.value == 0;
        let known = self.evaluate(value).or_else(|| self.constant_address(value));
        known.filter(|known| ty.is_pointer() && null(known)).map(|known| known.value)
    }

    fn evaluate_binary(&mut self, node: Node<'_>) -> Option<Constant> {
        let model = self.env.model();
        let left = self.evaluate(node.field(Field::Left)?)?;
        let right = node.field(Field::Right)?;
        let operator = node.field(Field::Operator)?.kind();
        let decided = match operator {
            Kind::AmpersandAmpersand => (left.value == 0).then_some(0),
            Kind::BarBar => (left.value != 0).then_some(1),
            _ => {
                let right = self.evaluate(right)?;
                return constant::binary(binary_op(operator)?, left, right, model);
            }
        };
        match decided {
            Some(decided) => Some(Constant::int(decided, model)),
            None => self.evaluate(right).map(|right| Constant::int(i128::from(right.value != 0), model)),
        }
    }

    fn evaluate_choice(&mut self, node: Node<'_>) -> Option<Constant> {
        let model = self.env.model();
        let condition = self.evaluate(node.field(Field::Condition)?)?;
        let alternative = node.field(Field::Alternative)?;
        let Some(consequence) = node.field(Field::Consequence) else {
            let other = self.type_of(alternative).as_int()?;
            let chosen = if condition.value == 0 { self.evaluate(alternative)? } else { condition };
            return Some(chosen.converted(common(condition.ty, other, model)));
        };
        let (chosen, other) =
            if condition.value == 0 { (alternative, consequence) } else { (consequence, alternative) };
        let chosen = self.evaluate(chosen)?;
        let other = self.type_of(other).as_int()?;
        Some(chosen.converted(common(chosen.ty, other, model)))
    }

    /// Returns whether an expression is a null pointer constant: an integer constant 0, possibly cast to
    /// `void *`.
    pub(super) fn is_null_constant(&mut self, node: Node<'_>) -> bool {
        let node = inner(node);
        if node.kind() == Kind::Null {
            return true;
        }
        if node.kind() == Kind::CastExpression
            && let (Some(ty), Some(value)) = (node.field(Field::Type), node.field(Field::Value))
            && self.type_descriptor(ty) == CType::VOID.pointer()
        {
            return self.evaluate(value).is_some_and(|value| value.value == 0);
        }
        let simple = matches!(
            node.kind(),
            Kind::NumberLiteral | Kind::CharLiteral | Kind::CastExpression | Kind::Identifier
        );
        simple && self.evaluate(node).is_some_and(|value| value.value == 0)
    }
}

/// Returns the unary operator for a token. Other tokens give `None`, and so does `+`, which only promotes its
/// operand.
pub(crate) fn unary_op(operator: Kind) -> Option<UnaryOp> {
    Some(match operator {
        Kind::Minus => UnaryOp::Neg,
        Kind::Tilde => UnaryOp::BitNot,
        Kind::Bang => UnaryOp::Not,
        _ => return None,
    })
}

/// Returns the binary operator for a token. Other tokens give `None`, and so do `&&` and `||`, which are
/// control flow.
pub(crate) fn binary_op(operator: Kind) -> Option<BinaryOp> {
    Some(match operator {
        Kind::Plus => BinaryOp::Add,
        Kind::Minus => BinaryOp::Sub,
        Kind::Star => BinaryOp::Mul,
        Kind::Slash => BinaryOp::Div,
        Kind::Percent => BinaryOp::Rem,
        Kind::LessLess => BinaryOp::Shl,
        Kind::GreaterGreater => BinaryOp::Shr,
        Kind::Ampersand => BinaryOp::BitAnd,
        Kind::Bar => BinaryOp::BitOr,
        Kind::Caret => BinaryOp::BitXor,
        Kind::EqualEqual => BinaryOp::Eq,
        Kind::BangEqual => BinaryOp::Ne,
        Kind::Less => BinaryOp::Lt,
        Kind::LessEqual => BinaryOp::Le,
        Kind::Greater => BinaryOp::Gt,
        Kind::GreaterEqual => BinaryOp::Ge,
        _ => return None,
    })
}

/// Returns the binary operator in a compound assignment: `+` for `+=`.
pub(crate) fn compound_op(operator: Kind) -> Option<BinaryOp> {
    Some(match operator {
        Kind::PlusEqual => BinaryOp::Add,
        Kind::MinusEqual => BinaryOp::Sub,
        Kind::StarEqual => BinaryOp::Mul,
        Kind::SlashEqual => BinaryOp::Div,
        Kind::PercentEqual => BinaryOp::Rem,
        Kind::LessLessEqual => BinaryOp::Shl,
        Kind::GreaterGreaterEqual => BinaryOp::Shr,
        Kind::AmpersandEqual => BinaryOp::BitAnd,
        Kind::BarEqual => BinaryOp::BitOr,
        Kind::CaretEqual => BinaryOp::BitXor,
        _ => return None,
    })
}
