//! Prints quantities and interval expressions for the reader.

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, Cfg, expr_text, operator_text};

use super::{Automaton, Op, Program, Quantity, QuantityId, Slot, said::pure_call};

const INT_RANGE: &str = "[-2147483648, 2147483647]";
const LONG_RANGE: &str = "[-9223372036854775808, 9223372036854775807]";

/// Returns a quantity as the source writes it: `x`, `a - b`, `p->n`.
pub fn quantity_text(cfg: &Cfg, automaton: &Automaton, id: QuantityId) -> String {
    match automaton.quantities.get(id) {
        Quantity::Var(var) => cfg.var(*var).name.clone(),
        Quantity::Test => "the test".to_owned(),
        Quantity::Value(expr) => expr_text(cfg, *expr),
        Quantity::Said(edge) => {
            let (callee, args) = pure_call(cfg, *edge).unwrap_or_default();
            let args: Vec<String> = args.iter().map(|arg| expr_text(cfg, *arg)).collect();
            format!("{callee}({})", args.join(", "))
        }
        Quantity::Sum(terms) => sum_text(cfg, automaton, terms, Interval::ZERO),
        Quantity::IsZero(sum) => {
            let negated: Vec<_> = sum.terms.iter().map(|&(quantity, factor)| (quantity, -factor)).collect();
            let (left, right) = match sum.offset.as_point() {
                Some(offset) => (sum_text(cfg, automaton, &sum.terms, Interval::ZERO), (-offset).to_string()),
                None => (
                    sum_text(cfg, automaton, &[], sum.offset),
                    sum_text(cfg, automaton, &negated, Interval::ZERO),
                ),
            };
            format!("({left} == {right})")
        }
        Quantity::Truth(op, a, b) => {
            format!("({} {} {})", expr_text(cfg, *a), operator_text(*op), expr_text(cfg, *b))
        }
    }
}

fn sum_text(cfg: &Cfg, automaton: &Automaton, terms: &[(QuantityId, i128)], offset: Interval) -> String {
    let mut text = String::new();
    for &(quantity, factor) in terms {
        let name = quantity_text(cfg, automaton, quantity);
        let scaled = if factor.abs() == 1 { name } else { format!("{}*{name}", factor.abs()) };
        match (text.is_empty(), factor < 0) {
            (true, false) => text = scaled,
            (true, true) => text = format!("-{scaled}"),
            (false, false) => text = format!("{text} + {scaled}"),
            (false, true) => text = format!("{text} - {scaled}"),
        }
    }
    match (text.is_empty(), offset == Interval::ZERO) {
        (true, _) => offset.to_string(),
        (false, true) => text,
        (false, false) => format!("{text} + {offset}"),
    }
}

/// Returns an interval expression as text. `read` names the quantities that the expression reads.
pub fn program_text(program: &Program, read: &dyn Fn(QuantityId) -> String) -> String {
    let mut texts: Vec<String> = Vec::with_capacity(program.ops().len());
    // What a meet meets, so that meets of meets list each part once.
    let mut parts: Vec<Vec<String>> = Vec::with_capacity(program.ops().len());
    for op in program.ops() {
        let at = |slot: &Slot| texts[*slot as usize].clone();
        let nested = |slot: &Slot| nested(&texts[*slot as usize]);
        let meet = |a: &Slot, b: &Slot| {
            let mut all = parts[*a as usize].clone();
            all.extend(parts[*b as usize].iter().filter(|part| !parts[*a as usize].contains(part)).cloned());
            all
        };
        let mut met = None;
        // Operators that bind less than `+` need parentheses in a sum.
        let summand = |slot: &Slot| {
            use BinaryOp::{Add, Div, Mul, Rem};
            let op = &program.ops()[*slot as usize];
            let is_plain = matches!(op, Op::Read(_) | Op::Scale(..) | Op::Meet(..))
                || matches!(op, Op::Binary(Add | Mul | Div | Rem, ..));
            if is_plain { at(slot) } else { nested(slot) }
        };
        let text = match op {
            Op::Const(value) => value.to_string(),
            Op::Read(quantity) => read(*quantity),
            // A sum starts from the constant 0, which is not printed.
            Op::Binary(BinaryOp::Add, a, b) if texts[*a as usize] == "0" => at(b),
            Op::Binary(BinaryOp::Add, a, b) => match texts[*b as usize].strip_prefix('-') {
                Some(positive) => format!("{} - {positive}", summand(a)),
                None => format!("{} + {}", summand(a), summand(b)),
            },
            Op::Binary(op, a, b) | Op::Shift(op, a, b, _) => {
                format!("{} {} {}", nested(a), operator_text(*op), nested(b))
            }
            Op::Scale(a, -1) if at(a).starts_with('-') => format!("-({})", at(a)),
            Op::Scale(a, -1) => format!("-{}", nested(a)),
            Op::Scale(a, factor) => format!("{factor}·{}", nested(a)),
            Op::BitNot(a) => format!("~{}", nested(a)),
            Op::Wrap(a, ty) => {
                format!("{}{}({})", if ty.signed { 'i' } else { 'u' }, ty.bits, at(a))
            }
            // A meet with the range of a type is not printed: it tells the reader nothing.
            Op::Meet(a, b) if texts[*b as usize] == INT_RANGE || texts[*b as usize] == LONG_RANGE => {
                met = Some(parts[*a as usize].clone()).filter(|parts| parts.len() > 1);
                at(a)
            }
            Op::Meet(a, b) => met.insert(meet(a, b)).join(" ⊓ "),
            Op::Trim(a, excluded) => {
                let values: Vec<String> = excluded.iter().map(ToString::to_string).collect();
                format!("{} without {}", nested(a), values.join(", "))
            }
            Op::DivideInward(a, 1) => at(a),
            Op::DivideInward(a, divisor) => format!("{} / {divisor}", nested(a)),
            Op::Derived(a) => format!("inside({})", at(a)),
            Op::Obscure(a) => format!("any({})", at(a)),
            Op::WithinType { value, image, .. } => met.insert(meet(value, image)).join(" ⊓ "),
        };
        parts.push(met.unwrap_or_else(|| vec![self::nested(&text)]));
        texts.push(text);
    }
    texts.pop().unwrap_or_else(|| Interval::TOP.to_string())
}

/// Returns the text of an expression as a part of another one, in parentheses if it needs them: if there is a space outside
/// of parentheses and brackets.
fn nested(text: &str) -> String {
    let mut depth = 0_usize;
    let is_open = text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && byte == b' '
    });
    if is_open { format!("({text})") } else { text.to_owned() }
}
