//! Writes riddles: conditions that often have no solution, for reasons that intervals do not show.

use super::{
    operations::{binary, negated},
    types::TYPES,
    writer::Writer,
};

impl Writer {
    /// Returns a condition that needs arithmetic to decide.
    pub(super) fn riddle(&mut self) -> String {
        match self.random.below(4) {
            0 => self.equation(),
            1 => self.riddle_of_bits(),
            2 => self.riddle_of_two(),
            _ => self.conversion(),
        }
    }

    fn small(&mut self, limit: u64) -> String {
        self.random.below(limit).to_string()
    }

    /// Returns an equation that often has no solution in the integers: parity, remainders, squares.
    fn equation(&mut self) -> String {
        let (v, wanted) = (self.some_number().name, self.small(7));
        let factor = (2 + self.random.below(3)).to_string();
        match self.random.below(7) {
            0 => format!("{} == {wanted}", binary("*", &factor, &v)),
            1 => format!("{} == {wanted}", binary("%", &v, &factor)),
            2 => format!("{} == {wanted}", binary("%", &binary("*", &v, &v), "4")),
            3 => format!("{} == {v} && {v} != {wanted}", binary("*", &v, &v)),
            4 => format!("{} != {v} && !({v} & 1)", binary("*", &binary("/", &v, "2"), "2")),
            5 => format!("{v} && {} == {v}", negated(&v)),
            _ => format!("{} > {v}", binary(">>", &v, "1")),
        }
    }

    /// Returns a condition on bits that often has no solution.
    fn riddle_of_bits(&mut self) -> String {
        let (v, wanted) = (self.some_number().name, self.small(5));
        match self.random.below(5) {
            0 => format!("({v} & {}) == {wanted}", self.random.pick(&["1", "2", "3", "5", "6", "12"])),
            1 => format!("({v} | {}) == {wanted}", self.small(8)),
            2 => format!("{} == {}", binary("<<", &format!("({v} & 7)"), "1"), self.small(8)),
            3 => {
                let (below, third) = (binary("-", &v, "1"), binary("%", &v, "3"));
                format!("{v} && ({v} & {below}) == 0 && {third} == 0")
            }
            _ => format!("(_Bool){v} {} ({v} & {wanted})", self.random.pick(&["!=", "<", ">"])),
        }
    }

    /// Returns a relation between two variables that often has no solution.
    fn riddle_of_two(&mut self) -> String {
        let (v, w) = (self.some_number().name, self.some_number().name);
        let (wanted, other) = (self.small(5), self.small(8));
        match self.random.below(5) {
            0 => format!("({v} ^ {w}) == 0 && {v} != {w}"),
            1 => format!("{} == {other} && {} == {wanted}", binary("+", &v, &w), binary("-", &v, &w)),
            2 => format!("{} < {w}", binary("-", &format!("(unsigned){v}"), "1")),
            3 => format!("({v} > {wanted}) + ({w} > {other}) == {}", self.small(4)),
            _ => {
                let relation = self.random.pick(&["<", "<=", "=="]);
                format!("{v} > {w} && {} {relation} {wanted}", binary("-", &v, &w))
            }
        }
    }

    /// Returns a condition on a conversion that may change the value.
    fn conversion(&mut self) -> String {
        let (v, wanted) = (self.some_number().name, self.small(5));
        let ty = self.random.choose(&TYPES).name();
        match self.random.below(4) {
            0 => format!("({ty}){v} != {v}"),
            1 => format!("({ty}){} < {v}", binary("+", &v, &wanted)),
            2 => format!("({ty}){v} == {wanted} && {v} != {wanted}"),
            _ => format!("{v} == {} && ({ty}){v} == {wanted}", self.constant()),
        }
    }
}
