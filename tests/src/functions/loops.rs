//! Writes C loops, `switch` statements and jumps. All of them end: loops have a counter that only increases,
//! and for backward jumps a variable counts down the times that are left.

use super::{operations::compound, types::Type, writer::Writer};
use crate::spelling::checked_only;

/// Returns the start of a C condition that is evaluated repeatedly. In the checked spelling, it counts the
/// evaluations, so that long runs can be stopped.
fn tick() -> String {
    checked_only("TICK, ")
}

impl Writer {
    /// Declares a variable that counts the rounds of a loop.
    fn counter(&mut self) -> String {
        let ty = self.random.choose(&[
            Type::Int,
            Type::Int,
            Type::Unsigned,
            Type::UnsignedChar,
            Type::Short,
            Type::Long,
        ]);
        self.scope.reserved("i", ty, "0")
    }

    pub(super) fn any_loop(&mut self, depth: u32) {
        let counter = self.counter();
        let limit = 1 + self.random.below(5);
        self.loops += 1;
        self.breakable += 1;
        match self.random.below(4) {
            0 | 1 => {
                let bound = match self.random.below(3) {
                    0 => format!("{counter} < {limit}"),
                    1 => format!("{counter} < {} && {counter} < {limit}", self.some_number().name),
                    _ => format!("{counter} != {limit} && ({})", self.test()),
                };
                let step =
                    if self.random.one_in(4) { compound(&counter, "+", "1") } else { format!("{counter}++") };
                self.open(&format!("for ({counter} = 0; {}{bound}; {step}) {{", tick()));
                self.block(depth);
                self.close("}");
            }
            2 => {
                let condition = self.condition();
                self.line(&format!("{counter} = 0;"));
                self.open(&format!("while ({}{counter}++ < {limit} && ({condition})) {{", tick()));
                self.block(depth);
                self.close("}");
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("{counter} = 0;"));
                self.open("do {");
                self.block(depth);
                self.close(&format!("}} while ({}++{counter} < {limit} && ({condition}));", tick()));
            }
        }
        self.loops -= 1;
        self.breakable -= 1;
    }

    pub(super) fn switch(&mut self, depth: u32) {
        let value = match self.random.below(3) {
            0 => self.value(1),
            1 => format!("{} & 3", self.some_number().name),
            _ => self.some_number().name,
        };
        self.open(&format!("switch ({value}) {{"));
        self.breakable += 1;
        let mut labels = vec!["case 0:", "case 1:", "case TWO:", "case 3:", "case -1:", "default:"];
        for _ in 0..2 + self.random.below(3) {
            let at = self.random.below(labels.len() as u64) as usize;
            self.line(labels.remove(at));
            if self.random.one_in(5) {
                let at = self.random.below(labels.len() as u64) as usize;
                self.line(labels.remove(at));
            }
            if labels.len() < 2 {
                break;
            }
            self.text.open();
            self.block(depth);
            if !self.random.one_in(3) {
                self.line("break;");
            }
            self.text.close("    ;");
        }
        self.breakable -= 1;
        self.close("}");
    }

    /// Writes a conditional `break`, `continue` or `return`.
    pub(super) fn jump(&mut self) {
        let condition = self.condition();
        let jump = match self.random.below(4) {
            0 | 1 if self.breakable > 0 => "break;".to_owned(),
            2 if self.loops > 0 => "continue;".to_owned(),
            _ => format!("return {};", self.random.below(4)),
        };
        self.line(&format!("if ({condition}) {jump}"));
    }

    /// Writes statements that a backward `goto` repeats, up to three times.
    pub(super) fn again(&mut self, depth: u32) {
        let (label, fuel) = (self.scope.name("again"), self.scope.reserved("fuel", Type::Int, "0"));
        let times = 1 + self.random.below(3);
        self.line(&format!("{fuel} = {times};"));
        self.line(&format!("{label}: ;"));
        self.block(depth);
        let condition = self.condition();
        self.line(&format!("if ({}{fuel}-- > 0 && ({condition})) goto {label};", tick()));
    }

    /// Writes statements that a forward `goto` skips. The jump may come from inside a loop.
    pub(super) fn over(&mut self, depth: u32) {
        let label = self.scope.name("out");
        let condition = self.condition();
        self.line(&format!("if ({condition}) goto {label};"));
        self.block(depth);
        if self.random.one_in(2) {
            let condition = self.condition();
            self.open(&format!("if ({condition}) {{"));
            self.assignment();
            self.line(&format!("goto {label};"));
            self.close("}");
            self.block(depth);
        }
        self.line(&format!("{label}: ;"));
    }
}
