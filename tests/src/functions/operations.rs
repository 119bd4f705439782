//! C operations in both spellings. In the checked spelling, operations that may be undefined or a misuse are
//! macros of the test's runtime (`runtime.h`).

use crate::spelling::{both, checked_only};

/// Returns `left operator right`. In the checked spelling, an operator that can go wrong is a macro of
/// `runtime.h`.
pub(super) fn binary(operator: &str, left: &str, right: &str) -> String {
    match checker(operator) {
        Some(name) => {
            let start = checked_only(&format!("{name}("));
            format!("({start}{left}{}{right}{})", both(&format!(" {operator} "), ", "), checked_only(")"))
        }
        None => format!("({left} {operator} {right})"),
    }
}

/// Returns the macro of `runtime.h` for an operator; `None` if the operator cannot go wrong.
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

/// Returns the negation `-value`.
pub(super) fn negated(value: &str) -> String {
    format!("{}{value}{}", both("(-", "SUB(0, "), ")")
}

/// Returns the compound assignment `place operator= value`, without a semicolon.
pub(super) fn compound(place: &str, operator: &str, value: &str) -> String {
    match checker(operator) {
        Some(name) => {
            let start = both(&format!("{place} {operator}= "), &format!("{place} = {name}({place}, "));
            format!("{start}{value}{}", checked_only(")"))
        }
        None => format!("{place} {operator}= {value}"),
    }
}

/// Returns `++` or `--` applied to a variable, as a prefix or a postfix.
pub(super) fn step(place: &str, is_up: bool, is_before: bool) -> String {
    let (sign, name) = if is_up { ("++", "ADD") } else { ("--", "SUB") };
    if is_before {
        both(&format!("{sign}{place}"), &format!("BEFORE({place}, {name})"))
    } else {
        both(&format!("{place}{sign}"), &format!("AFTER({place}, {name})"))
    }
}

/// Returns the value `p[index]`.
pub(super) fn load(pointer: &str, index: &str) -> String {
    let plain = if index == "0" { format!("*{pointer}") } else { format!("{pointer}[{index}]") };
    both(&plain, &format!("LOAD({pointer}, {index})"))
}

/// Returns the assignment `p[index] = value`, without a semicolon.
pub(super) fn store(pointer: &str, index: &str, value: &str) -> String {
    let plain = if index == "0" { format!("*{pointer}") } else { format!("{pointer}[{index}]") };
    format!(
        "{}{value}{}",
        both(&format!("{plain} = "), &format!("STORE({pointer}, {index}, ")),
        checked_only(")")
    )
}

/// Returns an element of an array that has `count` elements.
pub(super) fn element(array: &str, count: u64, index: &str) -> String {
    format!("{array}[{}{index}{}]", checked_only("INDEX("), checked_only(&format!(", {count})")))
}

/// Returns a read of a variable that may be uninitialised.
pub(super) fn read(variable: &str) -> String {
    both(variable, &format!("READ({variable})"))
}

/// Returns a C block that initialises a variable. In the checked spelling, the block records that the
/// variable has a value.
pub(super) fn setting(variable: &str, value: &str) -> String {
    format!("{{ {variable} = {value};{} }}", checked_only(&format!(" {variable}_set = 1;")))
}

/// Returns a C call that may initialise a variable. The call's result says whether the variable has a value
/// now.
pub(super) fn trying(variable: &str, argument: &str) -> String {
    let plain = format!("set_if(&{variable}, {argument})");
    both(&plain, &format!("TRY({variable}, {plain})"))
}

/// Returns a call of a function of the file, as an expression.
pub(super) fn call(text: &str) -> String {
    format!("{}{text}{}", checked_only("CALL("), checked_only(")"))
}

/// Returns a call whose result is ignored, as a statement.
pub(super) fn call_statement(text: &str) -> String {
    format!("{}{text}{};", checked_only("CALL_VOID("), checked_only(")"))
}
