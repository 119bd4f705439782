//! The variables of a generated function. All are declared at its start, so that a `goto` skips no
//! declaration.

use super::types::Type;
use crate::spelling::checked_only;

/// A scalar variable with its type.
#[derive(Clone)]
pub(super) struct Number {
    pub name: String,
    pub ty: Type,
}

/// The variables of a generated function by what random statements may do with them.
#[derive(Default)]
pub(super) struct Scope {
    /// The number variables that any statement may read.
    pub numbers: Vec<Number>,
    /// The number variables that random statements may write.
    pub writable: Vec<Number>,
    /// The pointers to `int` that random statements may use. They always have a value.
    pub pointers: Vec<String>,
    /// The `int` variables whose address may be taken.
    pub objects: Vec<String>,
    /// The arrays, each with its number of elements.
    pub arrays: Vec<(String, u64)>,
    /// The declarations at the start of the function.
    pub declarations: Vec<String>,
    names: u32,
}

impl Scope {
    /// Returns a new name with a prefix.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn declare(&mut self, ty: &str, name: &str, value: &str) {
        self.declarations.push(format!("{ty} {name} = {value};"));
    }

    /// Declares a number that any statement may read, but only the code that declared it writes.
    pub(super) fn reserved(&mut self, prefix: &str, ty: Type, value: &str) -> String {
        let name = self.name(prefix);
        self.declare(ty.name(), &name, value);
        self.numbers.push(Number { name: name.clone(), ty });
        name
    }

    /// Declares a number that any statement may read and write.
    pub(super) fn number(&mut self, prefix: &str, ty: Type, value: &str) {
        let name = self.reserved(prefix, ty, value);
        self.writable.push(Number { name, ty });
    }

    /// Declares a variable without a value that only the code that declared it uses.
    pub(super) fn unset(&mut self, ty: &str) -> String {
        let name = self.name("z");
        let set = checked_only(&format!(" char {name}_set = 0;"));
        let star = if ty.ends_with('*') { "" } else { " " };
        self.declarations.push(format!("{ty}{star}{name};{set}"));
        name
    }

    /// Declares a pointer that only the code that declared it writes.
    pub(super) fn pointer(&mut self) -> String {
        let name = self.name("p");
        self.declarations.push(format!("int *{name} = NULL;"));
        name
    }

    /// Declares an `int` variable whose address may be taken. Returns its name.
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
