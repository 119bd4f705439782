//! Writes random C statements.

use super::{
    operations::{binary, call},
    writer::{Action, Site, Writer},
};

impl Writer {
    /// Writes one random statement, or a few that belong together. Statements are nested at most `depth`
    /// deep.
    pub(super) fn step(&mut self, depth: u32) {
        match self.random.below(20) {
            0..=4 => self.assignment(),
            5..=7 => self.scene(),
            8 => self.rounds(),
            9..=12 if !self.sites.is_empty() => self.site(),
            13 => self.pointer_statement(),
            14 => self.candidate(),
            15 if depth > 0 => self.any_loop(depth - 1),
            16 if depth > 0 => self.switch(depth - 1),
            17 if depth > 0 => self.branch(depth - 1),
            18 if depth > 0 && self.random.one_in(2) => self.again(depth - 1),
            18 if depth > 0 => self.over(depth - 1),
            19 => self.jump(),
            _ => self.assignment(),
        }
    }

    /// Writes one or two random steps and an assignment.
    pub(super) fn block(&mut self, depth: u32) {
        for _ in 0..=self.random.below(2) {
            if self.left > 0 {
                self.step(depth);
            }
        }
        self.assignment();
    }

    /// Writes a statement that may be a misuse, chosen at random from the rest of `sites`.
    pub(super) fn site(&mut self) {
        let at = self.random.below(self.sites.len() as u64) as usize;
        let Site { condition, action } = self.sites.remove(at);
        self.conditions.push(condition.clone());
        self.perform(&condition, &action);
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        self.open(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.random.one_in(2) {
            self.close("} else {");
            self.text.open();
            self.block(depth);
        }
        self.close("}");
    }

    fn pointer_statement(&mut self) {
        if self.scope.pointers.is_empty() {
            return self.assignment();
        }
        let to = self.random.choose(&self.scope.pointers);
        let from = self.random.choose(&self.scope.pointers);
        let object = self.scope.object();
        let line = match self.random.below(7) {
            0 => format!("{to} = {from};"),
            1 => format!("{to} = &{object};"),
            2 => format!("{to} = NULL;"),
            3 => format!("{to} = malloc(sizeof(int));"),
            4 => format!("{to} = ({}) ? {from} : &{object};", self.test()),
            5 => format!("{to} = {};", call(&format!("choose({from}, {to}, ({}) != 0)", self.test()))),
            _ => {
                self.line(&format!("if ({from}) {from} = NULL;"));
                format!("{to} = ({}) ? NULL : {to};", self.test())
            }
        };
        self.line(&line);
    }

    /// Writes a possible misuse of existing variables, without preparation.
    fn candidate(&mut self) {
        let condition = self.condition();
        let action = match self.random.below(5) {
            0 | 1 if !self.scope.pointers.is_empty() => {
                let pointer = self.random.choose(&self.scope.pointers);
                let condition =
                    if self.percent(60) { format!("{pointer} && ({condition})") } else { condition };
                let is_access = self.percent(70);
                let action = if is_access { Action::Access(pointer) } else { Action::Free(pointer) };
                return self.perform(&condition, &action);
            }
            2 => {
                let (v, w) = (self.some_number().name, self.some_number().name);
                let by = if self.random.one_in(2) { v.clone() } else { binary("-", &v, &w) };
                let (asked, to) = (self.random.below(2), self.some_target().name);
                self.line(&format!("if ({v} == {asked}) {to} = 1;"));
                return self.perform(&format!("{v} != {w}"), &Action::Divide(by));
            }
            _ => {
                let (array, count) = self.random.choose(&self.scope.arrays);
                let index = self.some_number().name;
                let (condition, index) = match self.random.below(5) {
                    0 => (format!("{index} < {count}"), index),
                    1 => (format!("{index} >= 0 && {index} <= {count}"), index),
                    2 => (format!("{} < {count}u", binary("-", &index, "1u")), binary("-", &index, "1")),
                    3 => (format!("(unsigned){index} < {count}"), index),
                    _ => (format!("{index} > 0 && {index} < {}", count + 1), binary("-", &index, "1")),
                };
                (condition, Action::Index(array, count, index))
            }
        };
        self.perform(&action.0, &action.1);
    }
}
