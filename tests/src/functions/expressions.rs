//! Writes random C expressions without side effects. They contain no possible misuses: those are on lines of
//! their own.

use super::{
    operations::{binary, call, element, negated},
    types::{TYPES, literal},
    writer::Writer,
};

impl Writer {
    /// Returns a constant, more often a small one.
    pub(super) fn constant(&mut self) -> String {
        match self.random.below(10) {
            0 => {
                let ty = self.random.choose(&TYPES);
                let end = if self.random.one_in(2) { ty.least() } else { ty.greatest() };
                literal(end)
            }
            1 => self
                .random
                .pick(&["255", "256", "128", "-128", "65535", "TWO", "FAR", "1u", "2L", "'a'"])
                .to_owned(),
            2 => format!("-{}", 1 + self.random.below(3)),
            _ => self.random.below(6).to_string(),
        }
    }

    /// Returns a variable, an array element or a constant.
    pub(super) fn atom(&mut self) -> String {
        match self.random.below(12) {
            0..=2 => self.constant(),
            3 if !self.scope.arrays.is_empty() => self.safe_element(),
            _ => self.some_number().name,
        }
    }

    /// Returns an array element whose index is always inside the array.
    pub(super) fn safe_element(&mut self) -> String {
        let (array, count) = self.random.choose(&self.scope.arrays);
        let index = self.some_number().name;
        let index = match (count.is_power_of_two(), self.random.below(3)) {
            (_, 0) => self.random.below(count).to_string(),
            (true, _) => format!("{index} & {}", count - 1),
            (false, _) => format!("(unsigned char){index} % {count}"),
        };
        element(&array, count, &index)
    }

    pub(super) fn value(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(3) {
            return self.atom();
        }
        let left = self.value(depth - 1);
        match self.random.below(16) {
            0..=6 => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]).to_owned();
                let right = self.value(depth - 1);
                binary(&operator, &left, &right)
            }
            7 => format!("({left} & {})", self.random.pick(&["1", "3", "7", "0xf0", "~1", "255", "6u"])),
            8 => {
                let operator = self.random.pick(&["%", "/", "%"]).to_owned();
                let right = self.random.pick(&["2", "3", "4", "4u", "-3", "8", "5L"]).to_owned();
                binary(&operator, &left, &right)
            }
            9 => {
                let amount = match self.random.below(3) {
                    0 => self.some_number().name,
                    1 => format!("({} & 3)", self.some_number().name),
                    _ => self.random.below(6).to_string(),
                };
                let operator = self.random.pick(&["<<", ">>"]).to_owned();
                binary(&operator, &left, &amount)
            }
            10 | 11 => format!("({}){left}", self.random.choose(&TYPES).name()),
            12 => match self.random.below(3) {
                0 => negated(&left),
                1 => format!("(~{left})"),
                _ => format!("(!{left})"),
            },
            13 => format!("({} ? {left} : {})", self.test(), self.atom()),
            14 => format!("(({}) != 0)", self.test()),
            _ => self.helper_value(&left),
        }
    }

    fn helper_value(&mut self, argument: &str) -> String {
        let low = self.random.below(3);
        let text = match self.random.below(6) {
            0 => format!("clamp({argument}, {low}, {})", low + self.random.below(4)),
            1 => format!("is_odd({argument})"),
            2 => format!("low_byte({argument})"),
            3 => format!("sign({argument})"),
            4 => format!("next_state({argument})"),
            _ => format!("in_range({argument}, {})", 1 + self.random.below(5)),
        };
        call(&text)
    }
}
