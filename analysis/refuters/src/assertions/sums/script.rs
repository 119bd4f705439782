//! Contradictions over linear sums as scripts in SMT-LIB 2.

use std::fmt::Write;

use csieve_domains::relations::{Integer, Linear};
use csieve_graph::Cfg;

use crate::bits::{SymbolSubject, place_text};

/// Prints the script for sums that cannot all be at most 0, each with its multiplier ([Farkas]) in a comment.
/// A symbol is a place, and whether its value after the edge is meant (true) or before it.
pub(super) fn script(
    cfg: &Cfg,
    symbols: &[(SymbolSubject, bool)],
    used: &[(&super::Row, Integer)],
) -> String {
    let names = names(cfg, symbols);
    let mut text = "(set-logic QF_LIA)\n".to_owned();
    let is_used = |index: u32| used.iter().any(|((row, _), _)| !row.coefficient(index).is_zero());
    for (name, _) in names.iter().zip(0..).filter(|(_, index)| is_used(*index)) {
        let _ = writeln!(text, "(declare-const {name} Int)");
    }
    for ((row, _), number) in used {
        let _ = writeln!(text, "(assert (<= {} 0)) ; {number}", sum(row, &names));
    }
    text + "(check-sat)\n"
}

fn sum(row: &Linear, names: &[String]) -> String {
    let product = |(index, by): &(u32, Integer)| format!("(* {} {})", signed(by), names[*index as usize]);
    let mut products: Vec<String> = row.terms().iter().map(product).collect();
    if products.is_empty() {
        products.push("0".to_owned());
    }
    format!("(+ {} {})", products.join(" "), signed(row.offset()))
}

/// Returns a unique name for every symbol: the name of its place with a number, which counts the symbols of
/// that name.
fn names(cfg: &Cfg, symbols: &[(SymbolSubject, bool)]) -> Vec<String> {
    let plain = |(place, _): &(SymbolSubject, bool)| -> String {
        let text = place_text(cfg, *place);
        let named: String =
            text.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
        format!("v_{named}")
    };
    let bases: Vec<String> = symbols.iter().map(plain).collect();
    let count = |index: usize| bases[..=index].iter().filter(|base| **base == bases[index]).count();
    (0..bases.len()).map(|index| format!("{}.{}", bases[index], count(index))).collect()
}

/// Prints a number in the syntax of SMT-LIB.
fn signed(number: &Integer) -> String {
    if number.is_negative() { format!("(- {})", number.abs()) } else { number.to_string() }
}
