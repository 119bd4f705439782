//! Compiler built-ins that look like calls, and whose value or type follows from their operands alone.

use super::TypeReader;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{constant::Constant, ctype::CType, usage::inner};

/// Returns the arguments of a call.
pub(crate) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let Some(list) = call.field(Field::Arguments) else { return Vec::new() };
    list.named_children().filter(|child| child.kind() != Kind::Comment).collect()
}

impl TypeReader<'_> {
    /// Returns the type of a call of a compiler built-in, or `None` for other calls. These names are syntax
    /// of the compilers. `alloca` is included because it has no declaration.
    pub(super) fn builtin_call_type(&mut self, call: Node<'_>, function: Node<'_>) -> Option<CType> {
        let name = self.source(function);
        if function.kind() != Kind::Identifier || !name.starts_with("__builtin_") {
            return None;
        }
        let arguments = arguments(call);
        let model = self.env.model();
        match name {
            "__builtin_expect" | "__builtin_expect_with_probability" => {
                Some(CType::int(IntType::long_of(model)))
            }
            "__builtin_offsetof" | "__builtin_object_size" | "__builtin_dynamic_object_size" => {
                Some(CType::int(IntType::size_of(model)))
            }
            "__builtin_types_compatible_p" | "__builtin_constant_p" => {
                Some(CType::int(IntType::int_of(model)))
            }
            "__builtin_va_arg" => Some(self.sizeof_operand(*arguments.get(1)?)),
            "__builtin_choose_expr" => {
                let chosen = self.chosen(&arguments)?;
                Some(self.type_of(chosen))
            }
            "__builtin_assume_aligned" | "__builtin_alloca" | "__builtin_alloca_with_align" => {
                Some(CType::VOID.pointer())
            }
            _ if name.ends_with("_overflow") => Some(CType::int(IntType::BOOL)),
            _ => None,
        }
    }

    /// Evaluates a call of a compiler built-in, if its value is constant.
    pub(super) fn evaluate_call(&mut self, call: Node<'_>) -> Option<Constant> {
        let function = call.field(Field::Function)?;
        let arguments = arguments(call);
        let model = self.env.model();
        match (self.source(function), arguments.as_slice()) {
            ("__builtin_offsetof", [ty, place]) => self.offset_of(*ty, *place),
            ("__builtin_types_compatible_p", [left, right]) => self.types_compatible(*left, *right),
            ("__builtin_choose_expr", _) => {
                let chosen = self.chosen(&arguments)?;
                self.evaluate(chosen)
            }
            // Only the answer 1 is certain, because the optimiser may find more constants.
            ("__builtin_constant_p", [value]) => self.evaluate(*value).map(|_| Constant::int(1, model)),
            ("__builtin_expect" | "__builtin_expect_with_probability", [value, ..]) => {
                self.evaluate(*value).map(|value| value.converted(IntType::long_of(model)))
            }
            _ => None,
        }
    }

    /// Evaluates `__builtin_offsetof (sizeof (T), $.m[1])`, as expanded text spells it.
    pub(crate) fn offset_of(&mut self, ty: Node<'_>, place: Node<'_>) -> Option<Constant> {
        let ty = self.sizeof_operand(ty);
        let mut base =
            |reader: &mut Self, node: Node<'_>| (reader.source(node) == "$").then(|| (0, ty.clone()));
        let (at, _) = self.place_in(place, &mut base)?;
        Some(Constant { value: i128::from(at), ty: IntType::size_of(self.env.model()) })
    }

    /// Evaluates `__builtin_types_compatible_p (sizeof (T), sizeof (U))`, as expanded text spells it.
    pub(crate) fn types_compatible(&mut self, left: Node<'_>, right: Node<'_>) -> Option<Constant> {
        let left = self.sizeof_operand(left).unqualified();
        let right = self.sizeof_operand(right).unqualified();
        self.compatible(&left, &right).map(|same| Constant::int(i128::from(same), self.env.model()))
    }

    /// Returns the argument that `__builtin_choose_expr` chooses, if the value of its condition is known.
    pub(crate) fn chosen<'t>(&mut self, arguments: &[Node<'t>]) -> Option<Node<'t>> {
        let [condition, yes, no] = arguments else { return None };
        let condition = self.evaluate(inner(*condition))?;
        Some(if condition.value == 0 { *no } else { *yes })
    }
}
