//! Writes C statements that are executed under a condition, in several ways: `if`, `switch`, loops, `goto`.

use super::{
    operations::{binary, call, call_statement, compound, element, load, read, step, store},
    writer::{Action, Writer},
};

impl Writer {
    /// Writes a statement that is executed under a condition. The statement's line contains no other possible
    /// misuse.
    pub(super) fn under(&mut self, condition: &str, statement: &str) {
        match self.random.below(11) {
            0 => {
                self.line(&format!("if ({condition})"));
                self.line(&format!("    {statement}"));
            }
            1 => {
                let label = self.scope.name("skip");
                self.line(&format!("if (!({condition})) goto {label};"));
                self.line(statement);
                self.line(&format!("{label}: ;"));
            }
            2 => {
                self.open(&format!("switch (({condition}) ? 1 : 0) {{"));
                self.line("case 0: break;");
                self.line(&format!("default: {statement}"));
                self.close("}");
            }
            3 => {
                self.open(&format!("while ({condition}) {{"));
                self.line(statement);
                self.line("break;");
                self.close("}");
            }
            4 => {
                self.open("do {");
                self.line(&format!("if (!({condition})) break;"));
                self.line(statement);
                self.close("} while (0);");
            }
            5 => {
                self.line(&format!("if (!({condition})) {{"));
                self.text.open();
                self.assignment();
                self.close("} else {");
                self.text.open();
                self.line(statement);
                self.close("}");
            }
            6 => {
                let test = self.test();
                self.open(&format!("if ({test}) {{"));
                self.open(&format!("if ({condition}) {{"));
                self.line(statement);
                self.close("}");
                self.close("}");
            }
            _ => {
                self.open(&format!("if ({condition}) {{"));
                self.line(statement);
                self.close("}");
            }
        }
    }

    /// Writes an action that may be a misuse. It is executed if the condition holds.
    pub(super) fn perform(&mut self, condition: &str, action: &Action) {
        let statement = self.statement_of(action);
        self.under(condition, &statement);
    }

    /// Returns one C statement that performs an action.
    fn statement_of(&mut self, action: &Action) -> String {
        let to = self.some_target().name;
        match action {
            Action::Access(pointer) => self.access(pointer, &to),
            Action::Free(pointer) => format!("free({pointer});"),
            Action::Divide(by) => {
                let operator = self.random.pick(&["/", "%", "/"]).to_owned();
                let dividend = self.some_number().name;
                format!("{to} = {};", binary(&operator, &dividend, by))
            }
            Action::Read(variable) => match self.random.below(3) {
                0 => format!("{to} = {};", read(variable)),
                1 => format!("{to} = {} > 1;", read(variable)),
                _ => format!("{to} = {} & {};", read(variable), self.some_number().name),
            },
            Action::ReadPointer(variable) => {
                let pointer = read(variable);
                format!("{to} = {pointer} != NULL;")
            }
            Action::Index(array, count, index) => {
                let place = element(array, *count, index);
                if self.random.one_in(2) { format!("{to} = {place};") } else { format!("{place} = 1;") }
            }
            Action::HeapIndex(pointer, index) => match self.random.below(2) {
                0 => format!("{to} = {};", load(pointer, index)),
                _ => format!("{};", store(pointer, index, "1")),
            },
        }
    }

    fn access(&mut self, pointer: &str, to: &str) -> String {
        let value = self.some_number().name;
        match self.random.below(8) {
            0..=2 => format!("{to} = {};", load(pointer, "0")),
            3 | 4 => format!("{};", store(pointer, "0", &value)),
            5 => format!("{to} = {};", call(&format!("get({pointer})"))),
            6 => call_statement(&format!("put({pointer}, {})", self.random.below(3))),
            _ => {
                let test = self.test();
                format!("{to} = ({test}) ? {} : 2;", load(pointer, "0"))
            }
        }
    }

    /// Writes a simple statement without a possible misuse.
    pub(super) fn assignment(&mut self) {
        let target = self.some_target().name;
        let line = match self.random.below(6) {
            0 => {
                let (is_up, is_before) = (self.random.one_in(2), self.random.one_in(2));
                format!("{};", step(&target, is_up, is_before))
            }
            1 | 2 => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^", "<<", ">>"]).to_owned();
                let value =
                    if operator.len() == 2 { self.random.below(4).to_string() } else { self.value(1) };
                format!("{};", compound(&target, &operator, &value))
            }
            _ => format!("{target} = {};", self.value(2)),
        };
        self.line(&line);
    }
}
