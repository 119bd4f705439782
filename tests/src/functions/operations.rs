//! Operations in both spellings: those that may be undefined or a misuse are macros of the runtime where they run.

use crate::spelling::{both, checked_only};

/// `left operator right`; what can overflow goes through the runtime.
pub(super) fn binary(operator: &str, left: &str, right: &str) -> String {
    match checker(operator) {
        Some(name) => {
            let start = checked_only(&format!("{name}("));
            format!("({start}{left}{}{right}{})", both(&format!(" {operator} "), ", "), checked_only(")"))
        }
        None => format!("({left} {operator} {right})"),
    }
}

/// The macro that does what an operator does.
fn checker(operator: &str) -> Option<&'static str> {
    match operator {
        "+" => Some("ADD"),
        "-" => Some("SUB"),
        "*" => Some("MUL"),
        "/" => Some("DIV"),
        "%" => Some("REM"),
        "<<" => Some("SHL"),
        ">>" => Some("SHR"),
        _ => None,
    }
}

/// `-value`.
pub(super) fn negated(value: &str) -> String {
    format!("{}{value}{}", both("(-", "SUB(0, "), ")")
}

/// `place operator= value` without the semicolon.
pub(super) fn compound(place: &str, operator: &str, value: &str) -> String {
    match checker(operator) {
        Some(name) => {
            let start = both(&format!("{place} {operator}= "), &format!("{place} = {name}({place}, "));
            format!("{start}{value}{}", checked_only(")"))
        }
        None => format!("{place} {operator}= {value}"),
    }
}

/// `++` or `--`, before or behind a variable.
pub(super) fn step(place: &str, is_up: bool, is_before: bool) -> String {
    let (sign, name) = if is_up { ("++", "ADD") } else { ("--", "SUB") };
    if is_before {
        both(&format!("{sign}{place}"), &format!("BEFORE({place}, {name})"))
    } else {
        both(&format!("{place}{sign}"), &format!("AFTER({place}, {name})"))
    }
}

/// `p[index]` as a value.
pub(super) fn load(pointer: &str, index: &str) -> String {
    let plain = if index == "0" { format!("*{pointer}") } else { format!("{pointer}[{index}]") };
    both(&plain, &format!("LOAD({pointer}, {index})"))
}

/// `p[index] = value` without the semicolon.
pub(super) fn store(pointer: &str, index: &str, value: &str) -> String {
    let plain = if index == "0" { format!("*{pointer}") } else { format!("{pointer}[{index}]") };
    format!(
        "{}{value}{}",
        both(&format!("{plain} = "), &format!("STORE({pointer}, {index}, ")),
        checked_only(")")
    )
}

/// An element of an array of that many elements.
pub(super) fn element(array: &str, count: u64, index: &str) -> String {
    format!("{array}[{}{index}{}]", checked_only("INDEX("), checked_only(&format!(", {count})")))
}

/// A variable that may have no value yet.
pub(super) fn read(variable: &str) -> String {
    both(variable, &format!("READ({variable})"))
}

/// Gives a variable that has no value yet one.
pub(super) fn setting(variable: &str, value: &str) -> String {
    format!("{{ {variable} = {value};{} }}", checked_only(&format!(" {variable}_set = 1;")))
}

/// A call that may give a variable its value and says whether it did.
pub(super) fn trying(variable: &str, argument: &str) -> String {
    let plain = format!("set_if(&{variable}, {argument})");
    both(&plain, &format!("TRY({variable}, {plain})"))
}

/// A call of a function of the file.
pub(super) fn call(text: &str) -> String {
    format!("{}{text}{}", checked_only("CALL("), checked_only(")"))
}

/// A call whose result nobody wants.
pub(super) fn call_statement(text: &str) -> String {
    format!("{}{text}{};", checked_only("CALL_VOID("), checked_only(")"))
}
