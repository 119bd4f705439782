//! Writes the preparations of possible misuses. A dangerous state, such as a null pointer, is corrected under
//! one condition and used under another one.

use super::{
    links::Link,
    operations::{binary, call, call_statement, setting, store, trying},
    types::Type,
    writer::{Action, Site, Writer},
};

impl Writer {
    /// Writes the preparation of one possible misuse. The use is recorded in [`Writer::sites`] for later.
    pub(super) fn scene(&mut self) {
        match self.random.below(16) {
            0..=2 => self.null(),
            3 | 4 => self.freed(false),
            5 => self.freed(true),
            6 | 7 => self.zero(),
            8 | 9 => self.unset(),
            10 => self.index(),
            11 => self.heap_index(),
            12 | 13 => self.solved(),
            14 => self.difference(),
            _ => self.failed_allocation(),
        }
    }

    fn later(&mut self, condition: String, action: Action) {
        self.sites.push(Site { condition, action });
    }

    /// Sometimes writes an unrelated statement between preparation and correction.
    fn pause(&mut self) {
        if self.percent(30) {
            self.assignment();
        }
    }

    fn null(&mut self) {
        let Link { first, second } = self.link();
        let pointer = self.scope.pointer();
        let object = self.scope.object();
        match self.random.below(4) {
            0 => self.line(&format!("{pointer} = ({first}) ? &{object} : NULL;")),
            1 => {
                self.line(&format!("{pointer} = &{object};"));
                self.pause();
                self.under(&format!("!({first})"), &format!("{pointer} = NULL;"));
            }
            2 if !self.scope.pointers.is_empty() => {
                let other = self.random.choose(&self.scope.pointers);
                self.line(&format!(
                    "{pointer} = {};",
                    call(&format!("choose(&{object}, {other}, ({first}) != 0)"))
                ));
            }
            _ => {
                self.line(&format!("{pointer} = NULL;"));
                self.pause();
                self.under(&first, &format!("{pointer} = &{object};"));
            }
        }
        self.later(second, Action::Access(pointer));
    }

    /// Writes an allocation to a new pointer. If the allocation fails, the function returns or the program
    /// exits.
    fn allocated(&mut self, count: &str) -> String {
        let pointer = self.scope.pointer();
        match self.random.below(4) {
            0 if count == "1" => self.line(&format!("{pointer} = {};", call("make(3)"))),
            1 => self.line(&format!("{pointer} = calloc({count}, sizeof(int));")),
            _ => self.line(&format!("{pointer} = malloc({count} * sizeof *{pointer});")),
        }
        let end = self.random.pick(&["return 1;", "abort();"]).to_owned();
        self.line(&format!("if (!{pointer}) {end}"));
        self.line(&format!("{};", store(&pointer, "0", "2")));
        pointer
    }

    fn freed(&mut self, is_double: bool) {
        let Link { first, second } = self.link();
        let pointer = self.allocated("1");
        let free = match self.random.below(4) {
            0 => call_statement(&format!("drop({pointer})")),
            _ => format!("free({pointer});"),
        };
        self.under(&format!("!({first})"), &free);
        let used = if self.percent(25) {
            let alias = self.scope.pointer();
            self.line(&format!("{alias} = {pointer};"));
            alias
        } else {
            pointer
        };
        self.later(second, if is_double { Action::Free(used) } else { Action::Access(used) });
    }

    fn zero(&mut self) {
        let Link { first, second } = self.link();
        let ty =
            self.random.choose(&[Type::Int, Type::Unsigned, Type::Short, Type::UnsignedChar, Type::Long]);
        let divisor = self.scope.reserved("d", ty, "0");
        self.line(&format!("{divisor} = 0;"));
        self.pause();
        let value = match self.random.below(4) {
            0 => format!("({} | 1)", self.some_number().name),
            1 => format!("({} & 3) + 1", self.some_number().name),
            2 => self.some_number().name,
            _ => (1 + self.random.below(4)).to_string(),
        };
        self.under(&first, &format!("{divisor} = {value};"));
        self.later(second, Action::Divide(divisor));
    }

    fn unset(&mut self) {
        let Link { first, second } = self.link();
        if self.random.one_in(4) {
            let variable = self.scope.unset("int *");
            let object = self.scope.object();
            let setting = setting(&variable, &format!("&{object}"));
            self.under(&first, &setting);
            return self.later(second, Action::ReadPointer(variable));
        }
        let variable = self.scope.unset("int");
        if self.random.one_in(4) {
            let flag = self.scope.reserved("ok", Type::Int, "0");
            let argument = self.some_number().name;
            let trying = trying(&variable, &argument);
            self.line(&format!("{flag} = {trying};"));
            let condition = match self.random.below(4) {
                0 => format!("{flag} == 1"),
                1 => format!("{argument} > 0"),
                2 => second,
                _ => flag,
            };
            return self.later(condition, Action::Read(variable));
        }
        let value = self.some_number().name;
        let setting = setting(&variable, &value);
        self.under(&first, &setting);
        self.later(second, Action::Read(variable));
    }

    fn index(&mut self) {
        let Link { first, second } = self.link();
        let (array, count) = self.random.choose(&self.scope.arrays);
        let ty = self.random.choose(&[Type::Int, Type::Unsigned, Type::UnsignedChar, Type::Long]);
        let index = self.scope.reserved("at", ty, "0");
        let outside =
            if ty.is_signed() && self.random.one_in(3) { "-1".to_owned() } else { count.to_string() };
        self.line(&format!("{index} = {outside};"));
        let inside = self.random.below(count);
        self.under(&first, &format!("{index} = {inside};"));
        self.later(second, Action::Index(array, count, index));
    }

    fn heap_index(&mut self) {
        let Link { first, second } = self.link();
        let count = self.scope.reserved("size", Type::Int, "1");
        let small = self.random.pick(&["1", "2"]).to_owned();
        self.line(&format!("{count} = {small};"));
        self.under(&first, &format!("{count} = 4;"));
        let pointer = self.allocated(&count);
        let index = self.random.pick(&["3", "2", "1"]).to_owned();
        let (condition, index) = match self.random.below(3) {
            0 => (format!("{count} > {index}"), index),
            1 => (second, count),
            _ => (second, index),
        };
        self.later(condition, Action::HeapIndex(pointer, index));
    }

    /// Prepares a misuse that happens where a riddle, a condition that may have no solution, holds.
    fn solved(&mut self) {
        let riddle = self.riddle();
        let action = match self.random.below(4) {
            0 => {
                let divisor = self.scope.reserved("d", Type::Int, "0");
                self.line(&format!("{divisor} = 0;"));
                Action::Divide(divisor)
            }
            1 => Action::Read(self.scope.unset("int")),
            _ => {
                let pointer = self.scope.pointer();
                self.line(&format!("{pointer} = NULL;"));
                Action::Access(pointer)
            }
        };
        self.later(riddle, action);
    }

    /// Prepares a division by an expression such as a difference, which is 0 only for some arguments.
    fn difference(&mut self) {
        let (v, w) = (self.some_number().name, self.some_number().name);
        let divisor = self.scope.reserved("d", Type::Long, "0");
        let (value, condition) = match self.random.below(6) {
            0 => (binary("-", &v, &w), format!("{v} != {w}")),
            1 => (binary("*", &v, &v), format!("{v} & 1")),
            2 => (binary("%", &v, "4"), format!("{v} & 3")),
            3 => (format!("({v} ^ {w})"), format!("{v} < {w}")),
            4 => (format!("(unsigned char){v}"), format!("{v} > 0")),
            _ => (binary("+", &v, "1"), format!("{v} >= 0")),
        };
        self.line(&format!("{divisor} = {value};"));
        let to = self.some_target().name;
        self.line(&format!("if ({divisor} == 0) {to} = 1;"));
        let condition = if self.percent(70) { condition } else { self.test() };
        self.later(condition, Action::Divide(divisor));
    }

    /// Prepares an access to memory whose allocation may have failed, with or without a test.
    fn failed_allocation(&mut self) {
        let Link { first, second } = self.link();
        let pointer = self.scope.pointer();
        let source = if self.random.one_in(3) { call("make(1)") } else { "malloc(sizeof(int))".to_owned() };
        self.line(&format!("{pointer} = {source};"));
        if self.random.one_in(2) {
            self.under(&format!("!{pointer} && !({first})"), "return 2;");
            return self.later(format!("!({second})"), Action::Access(pointer));
        }
        let condition = if self.random.one_in(2) { pointer.clone() } else { second };
        self.later(condition, Action::Access(pointer));
    }
}
