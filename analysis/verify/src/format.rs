//! Calls that print.

use csieve_base::library::Library;
use csieve_graph::Type;

use crate::{
    executor::Executor,
    object::{Blank, Kind},
    question::Property,
    state::State,
    value::Value,
};

impl<'g> Executor<'g> {
    /// Returns whether a call writes nothing that the program can read, because its format is a literal
    /// without `%n`. What it reads may be no memory, so that says nothing about the safety of memory.
    pub(crate) fn only_prints(&self, state: &State<'g>, name: &str, args: &[(Value, Type)]) -> bool {
        let format = Library::built_in().writes_by_format(name).and_then(|at| args.get(at));
        let Some((Value::Pointer { object, .. }, _)) = format else { return false };
        let object = state.object(*object);
        let Blank::Bytes(bytes) = &object.blank else { return false };
        object.kind == Kind::Literal && self.property != Property::ValidMemsafety && !may_store(bytes)
    }
}

/// Returns whether a format may have the conversion `%n`: whether only flags, widths and sizes stand between
/// a `%` and an `n`. Wherever the format begins in these bytes, it has no other conversions.
fn may_store(format: &[u8]) -> bool {
    let is_before = |byte: &&u8| byte.is_ascii_digit() || b"-+ #.*$'hlLqjztI".contains(*byte);
    let mut conversions = format.split(|byte| *byte == b'%').skip(1);
    conversions.any(|behind| behind.iter().find(|byte| !is_before(byte)) == Some(&b'n'))
}

#[cfg(test)]
mod tests {
    use super::may_store;

    #[test]
    fn only_a_conversion_stores() {
        assert!(!may_store(b"bob: %d\n") && !may_store(b"%s name\n") && !may_store(b"n"));
        assert!(may_store(b"%d %n") && may_store(b"%*.3hhn") && may_store(b"%1$ln"));
    }
}
