//! Writes random C conditions, some with side effects.

use super::{
    operations::{binary, step},
    types::Type,
    writer::Writer,
};

const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

impl Writer {
    /// Returns a condition without side effects.
    pub(super) fn test(&mut self) -> String {
        let number = self.some_number().name;
        let relation = self.random.pick(&RELATIONS).to_owned();
        match self.random.below(12) {
            0 => number,
            1 => format!("!{number}"),
            2 => format!(
                "({number} & {}) {relation} {}",
                self.random.pick(&["1", "3", "6"]),
                self.random.below(3)
            ),
            3 | 4 => format!("{number} {relation} {}", self.some_number().name),
            5 if !self.scope.pointers.is_empty() => self.pointer_test(),
            6 => format!(
                "{} {relation} {}",
                binary("-", &number, &self.some_number().name),
                self.random.below(3)
            ),
            7 => format!("{} {relation} {}", self.value(1), self.value(1)),
            8 if !self.conditions.is_empty() => self.random.choose(&self.conditions),
            _ => format!("{number} {relation} {}", self.constant()),
        }
    }

    pub(super) fn pointer_test(&mut self) -> String {
        let pointer = self.random.choose(&self.scope.pointers);
        let other = self.random.choose(&self.scope.pointers);
        match self.random.below(5) {
            0 => pointer,
            1 => format!("!{pointer}"),
            2 => format!("{pointer} != NULL"),
            3 => format!("{pointer} == NULL"),
            _ => format!("{pointer} == {other}"),
        }
    }

    /// Returns any condition.
    pub(super) fn condition(&mut self) -> String {
        let test = self.test();
        match self.random.below(10) {
            0 => format!("({test}) && {}", self.lively()),
            1 => format!("{} || ({})", self.lively(), self.test()),
            2 => format!("({test}) && ({})", self.test()),
            3 => format!("({test}) || ({})", self.test()),
            4 => self.lively(),
            5 => self.riddle(),
            6 => format!("!({test})"),
            _ => test,
        }
    }

    /// Returns a condition with a side effect.
    fn lively(&mut self) -> String {
        let target = self.some_target().name;
        let relation = self.random.pick(&RELATIONS).to_owned();
        let constant = self.constant();
        match self.random.below(3) {
            0 => format!("({target} = {}) {relation} {constant}", self.value(1)),
            1 => format!("({target} = {}, {target} {relation} {constant})", self.value(1)),
            _ => {
                let (is_up, is_before) = (self.random.one_in(2), self.random.one_in(2));
                format!("{} {relation} {constant}", step(&target, is_up, is_before))
            }
        }
    }

    /// Returns a type for a variable that holds the value of a condition.
    pub(super) fn flag_type(&mut self) -> Type {
        self.random.choose(&[Type::Bool, Type::Int, Type::UnsignedChar, Type::Char, Type::Unsigned])
    }
}
