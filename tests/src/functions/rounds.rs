//! Writes possible misuses that depend on a loop: on the number of its rounds, on what the loop found, or on
//! where it stopped.

use super::{
    operations::{binary, compound, element, store},
    types::Type,
    writer::{Action, Site, Writer},
};

impl Writer {
    pub(super) fn rounds(&mut self) {
        match self.random.below(4) {
            0 => self.sums(),
            1 => self.search(),
            2 => self.states(),
            _ => self.first_round(),
        }
    }

    /// Writes a loop that computes a sum related to the number of its rounds, and a misuse under a condition
    /// on both.
    fn sums(&mut self) {
        let (count, sum) =
            (self.scope.reserved("i", Type::Int, "0"), self.scope.reserved("sum", Type::Int, "0"));
        let step = 1 + self.random.below(3);
        let bound = self.some_number().name;
        let start = self.random.below(2);
        self.line(&format!("{sum} = {start};"));
        self.open(&format!("for ({count} = 0; {count} < {bound} && {count} < 5; {count}++) {{"));
        let line = compound(&sum, "+", &step.to_string());
        self.line(&format!("{line};"));
        self.close("}");
        let (off, wanted) = (self.random.below(2), self.random.below(3));
        let condition = match self.random.below(6) {
            0 => format!("{sum} & 1"),
            1 => {
                format!("{sum} != {}", binary("+", &binary("*", &step.to_string(), &count), &off.to_string()))
            }
            2 => format!("{sum} > {}", 4 * step + wanted),
            3 => format!("{count} > 0 && {sum} < {}", step + off),
            4 => format!("{count} == 5 && {bound} < {}", 4 + wanted),
            _ => format!("{} == {wanted}", binary("%", &sum, "3")),
        };
        let pointer = self.scope.pointer();
        self.line(&format!("{pointer} = NULL;"));
        self.sites.push(Site { condition, action: Action::Access(pointer) });
    }

    /// Writes a loop that searches an array, and an access with the index at which the loop stops.
    fn search(&mut self) {
        let (array, count) = self.random.choose(&self.scope.arrays);
        let ty = self.random.choose(&[Type::Int, Type::Unsigned, Type::UnsignedChar]);
        let index = self.scope.reserved("at", ty, "0");
        let wanted = self.some_number().name;
        let off = u64::from(self.random.one_in(4));
        self.open(&format!("for ({index} = 0; {index} < {count}; {index}++) {{"));
        self.line(&format!("if ({array}[{index}] == {wanted}) break;"));
        self.close("}");
        let condition = match self.random.below(5) {
            0 => format!("{index} < {}", count + off),
            1 => format!("{index} != {}", count + off),
            2 => format!("{wanted} == {}", self.random.below(5)),
            3 => format!("{index} <= {count}"),
            _ => format!("!({index} >= {})", count + off),
        };
        self.sites.push(Site { condition, action: Action::Index(array, count, index) });
    }

    /// Writes a loop over a state machine whose states decide whether an object is allocated.
    fn states(&mut self) {
        let (state, round) =
            (self.scope.reserved("state", Type::Kind, "ZERO"), self.scope.reserved("i", Type::Int, "0"));
        let pointer = self.scope.pointer();
        let limit = 2 + self.random.below(3);
        let number = self.some_number().name;
        let riddle = self.test();
        let (to, end) =
            (self.random.pick(&["TWO", "TWO", "ONE", "FAR"]).to_owned(), self.random.pick(&["ZERO", "FAR"]));
        let end = end.to_owned();
        self.line(&format!("{state} = ZERO;"));
        self.open(&format!("for ({round} = 0; {round} < {limit}; {round}++) {{"));
        self.open(&format!("switch ({state}) {{"));
        self.line("case ZERO:");
        self.line(&format!("    {pointer} = malloc(sizeof(int));"));
        self.line(&format!("    if ({pointer}) {state} = ONE;"));
        self.line("    break;");
        self.line("case ONE:");
        self.line(&format!("    {};", store(&pointer, "0", &number)));
        self.line(&format!("    if ({riddle}) {state} = {to};"));
        self.line("    break;");
        self.line("default:");
        self.line(&format!("    free({pointer});"));
        self.line(&format!("    {state} = {end};"));
        self.close("}");
        self.close("}");
        let condition = format!("{state} == {}", self.random.pick(&["ONE", "TWO", "FAR", "ZERO"]));
        let action = match self.random.below(2) {
            0 => Action::Access(pointer),
            _ => Action::Free(pointer),
        };
        self.sites.push(Site { condition, action });
    }

    /// Writes a loop that sets a pointer in one round of the loop and uses the pointer in other rounds.
    fn first_round(&mut self) {
        let (round, pointer) = (self.scope.reserved("i", Type::Int, "0"), self.scope.pointer());
        let (object, to) = (self.scope.object(), self.some_target().name);
        let (array, count) = self.random.choose(&self.scope.arrays);
        let made = self.random.below(3);
        let used = match self.random.below(4) {
            0 => format!("{round} > {made}"),
            1 => format!("{round} >= {made}"),
            2 => format!("{round} & 1"),
            _ => format!("{} == {made}", binary("-", &round, "1")),
        };
        let is_before = self.random.one_in(2);
        self.line(&format!("{pointer} = NULL;"));
        let limit = 2 + self.random.below(4);
        self.open(&format!("for ({round} = 0; {round} < {limit}; {round}++) {{"));
        for part in 0..2 {
            if (part == 0) == is_before {
                self.line(&format!("if ({round} == {made}) {pointer} = &{object};"));
            } else {
                self.perform(&used, &Action::Access(pointer.clone()));
            }
        }
        if self.random.one_in(3) {
            let shifted = binary("-", &round, "1");
            let place = element(&array, count, &shifted);
            self.line(&format!("if ({round} > 0) {to} = {place};"));
        }
        self.close("}");
    }
}
