//! The answers of gcc 12 to `__has_attribute`, `__has_c_attribute` and `__has_builtin`.

use memchr::memmem;

use crate::Target;

const ATTRIBUTES: &str = include_str!("attributes.txt");
const ATTRIBUTES_X86_64: &str = include_str!("attributes-x86_64.txt");
const ATTRIBUTES_AARCH64: &str = include_str!("attributes-aarch64.txt");
const BUILTINS: &str = include_str!("builtins.txt");
const BUILTINS_X86_64: &str = include_str!("builtins-x86_64.txt");
const BUILTINS_AARCH64: &str = include_str!("builtins-aarch64.txt");

/// Returns the value of `__has_attribute(name)` in gcc 12 for a target machine.
pub(crate) fn attribute(name: &str, target: Target) -> i64 {
    match name.split_once("::") {
        Some((scope, name)) => i64::from(plain(scope) == "gnu" && gnu_attribute(name, target)),
        None => standard_attribute(name).unwrap_or_else(|| i64::from(gnu_attribute(name, target))),
    }
}

/// Returns the value of `__has_c_attribute(name)` in gcc 12 for a target machine.
pub(crate) fn c_attribute(name: &str, target: Target) -> i64 {
    if name.contains("::") { attribute(name, target) } else { standard_attribute(name).unwrap_or(0) }
}

/// Returns whether `__has_builtin(name)` is true in gcc 12 for a target machine.
pub(crate) fn builtin(name: &str, target: Target) -> bool {
    let own = match target {
        Target::X86_64Linux => BUILTINS_X86_64,
        Target::Aarch64Linux => BUILTINS_AARCH64,
    };
    lists(BUILTINS, name) || lists(own, name)
}

/// Returns the value of `__has_c_attribute` for an attribute of the C standard, or `None` for any other
/// attribute. The value is the year and month of the attribute's introduction: 201904.
fn standard_attribute(name: &str) -> Option<i64> {
    match plain(name) {
        "deprecated" | "fallthrough" | "maybe_unused" => Some(201_904),
        "nodiscard" => Some(202_003),
        _ => None,
    }
}

fn gnu_attribute(name: &str, target: Target) -> bool {
    let own = match target {
        Target::X86_64Linux => ATTRIBUTES_X86_64,
        Target::Aarch64Linux => ATTRIBUTES_AARCH64,
    };
    lists(ATTRIBUTES, plain(name)) || lists(own, plain(name))
}

/// Returns `name` for `__name__`, and every other name unchanged.
fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}

/// Returns whether a name is a line of the text `list`, which must start with an empty line.
fn lists(list: &str, name: &str) -> bool {
    let line = format!("\n{name}\n");
    line.len() > 2 && memmem::find(list.as_bytes(), line.as_bytes()).is_some()
}
