//! The variables of a function. All are declared at its top, so that a `goto` skips no declaration.

use super::types::Type;
use crate::spelling::checked_only;

/// A scalar variable.
#[derive(Clone)]
pub(super) struct Number {
    pub name: String,
    pub ty: Type,
}

/// What is in sight.
#[derive(Default)]
pub(super) struct Scope {
    /// Everything that can be read.
    pub numbers: Vec<Number>,
    /// What random statements may write.
    pub writable: Vec<Number>,
    /// Pointers to `int`; they always have a value.
    pub pointers: Vec<String>,
    /// `int` variables whose address may be taken.
    pub objects: Vec<String>,
    /// Arrays with the number of their elements.
    pub arrays: Vec<(String, u64)>,
    /// The declarations at the top.
    pub declarations: Vec<String>,
    names: u32,
}

impl Scope {
    /// A name that nothing else has.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn declare(&mut self, ty: &str, name: &str, value: &str) {
        self.declarations.push(format!("{ty} {name} = {value};"));
    }

    /// A variable that only its maker writes, and everybody may read.
    pub(super) fn reserved(&mut self, prefix: &str, ty: Type, value: &str) -> String {
        let name = self.name(prefix);
        self.declare(ty.name(), &name, value);
        self.numbers.push(Number { name: name.clone(), ty });
        name
    }

    /// A variable for everybody.
    pub(super) fn number(&mut self, prefix: &str, ty: Type, value: &str) {
        let name = self.reserved(prefix, ty, value);
        self.writable.push(Number { name, ty });
    }

    /// A variable without a value, and nobody else knows it.
    pub(super) fn unset(&mut self, ty: &str) -> String {
        let name = self.name("z");
        let set = checked_only(&format!(" char {name}_set = 0;"));
        let star = if ty.ends_with('*') { "" } else { " " };
        self.declarations.push(format!("{ty}{star}{name};{set}"));
        name
    }

    /// A pointer that only its maker writes.
    pub(super) fn pointer(&mut self) -> String {
        let name = self.name("p");
        self.declarations.push(format!("int *{name} = NULL;"));
        name
    }

    /// The address of some `int` variable.
    pub(super) fn object(&mut self) -> String {
        let name = self.name("o");
        self.declare("int", &name, "1");
        self.objects.push(name.clone());
        self.numbers.push(Number { name: name.clone(), ty: Type::Int });
        name
    }

    pub(super) fn array(&mut self, ty: Type, count: u64) {
        let name = self.name("t");
        let values: Vec<String> = (0..count).map(|at| (at * 3 % 5).to_string()).collect();
        self.declarations.push(format!("{} {name}[{count}] = {{{}}};", ty.name(), values.join(", ")));
        self.arrays.push((name, count));
    }
}
