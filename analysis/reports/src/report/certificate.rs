//! Prints interval conflicts as certificates. The crate `csieve_proof` checks them, and its documentation
//! describes their form.

use std::fmt::Write;

use csieve_base::text::{Line, Sentence, sentence};
use csieve_dataflow::automaton::{Automaton, Op, Program, QuantityId, Slot, Update, quantity_text};
use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, Cfg, IntType, operator_text};
use csieve_refuters::IntervalConflict;

use csieve_graph::edge_text;

/// The greatest length in bytes of the right-hand side of an equation. A longer one is of no use as a proof.
const LONGEST: usize = 100_000;

/// Returns the certificate of a conflict. None if the right-hand side of an equation is longer than
/// [`LONGEST`].
pub(super) fn certificate(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    found: &IntervalConflict,
) -> Option<Sentence> {
    let mut free = Free { quantities: Vec::new() };
    let mut lines = Sentence::default();
    for (index, (equation, value)) in found.equations.iter().zip(&found.values).enumerate() {
        let update = automaton.update(equation.update);
        let mut sides: Vec<String> = Vec::new();
        for sources in &equation.occurrences {
            let side = side(update, sources, &mut free)?;
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        let target = quantity_text(cfg, automaton, update.target);
        let edge = cfg.edge(update.edge);
        let number = index + 1;
        let place = Line(edge.span.start);
        let said = edge_text(cfg, function_text, update.edge);
        let (target, said) = (on_one_line(&target), on_one_line(&said));
        let row = sentence!(
            "x{} in {} <- {} ; {}: line {}: {}\n",
            number,
            interval(*value),
            sides.join(" or "),
            target,
            place,
            said
        );
        lines.push(&row);
    }
    let empty = found.values.iter().rposition(|value| value.is_empty())?;
    let mut text = String::from("csieve intervals 1\n");
    for (index, quantity) in free.quantities.iter().enumerate() {
        let name = on_one_line(&quantity_text(cfg, automaton, *quantity));
        let _ = writeln!(text, "q{} in {} ; {name}", index + 1, interval(automaton.range(*quantity)));
    }
    Some(sentence!("{}{}empty x{}\n", text, lines, empty + 1))
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The quantities that equations read although no equation gives them a value, in the order of first use.
struct Free {
    quantities: Vec<QuantityId>,
}

impl Free {
    fn name(&mut self, quantity: QuantityId) -> String {
        let known = self.quantities.iter().position(|known| *known == quantity);
        let index = known.unwrap_or_else(|| {
            self.quantities.push(quantity);
            self.quantities.len() - 1
        });
        format!("q{}", index + 1)
    }
}

/// A part of an expression that is still to be printed.
enum Rest {
    Slot(Slot),
    Text(String),
}

/// Returns the right-hand side of an equation for one occurrence of its update. A part that is used several
/// times is printed once, as `(t1= …)`, and then as `t1`. None if the text is too long.
fn side(update: &Update, sources: &[Option<u32>], free: &mut Free) -> Option<String> {
    let ops = update.program.ops();
    let uses = uses(&update.program);
    let mut names: Vec<Option<String>> = vec![None; ops.len()];
    let mut named = 0;
    let mut out = String::new();
    let mut open =
        vec![update.program.last().map_or_else(|| Rest::Text(interval(Interval::TOP)), Rest::Slot)];
    while let Some(rest) = open.pop() {
        if out.len() > LONGEST {
            return None;
        }
        let slot = match rest {
            Rest::Text(text) => {
                out.push_str(&text);
                continue;
            }
            Rest::Slot(slot) => slot as usize,
        };
        match &ops[slot] {
            _ if names[slot].is_some() => out.push_str(names[slot].as_deref().unwrap_or_default()),
            Op::Const(value) => out.push_str(&interval(*value)),
            Op::Read(quantity) => {
                let at = update.reads.iter().position(|read| read == quantity);
                match at.and_then(|at| sources[at]) {
                    Some(source) => {
                        let _ = write!(out, "x{}", source + 1);
                    }
                    None => out.push_str(&free.name(*quantity)),
                }
            }
            op => {
                let (name, operands, numbers) = written(op);
                if uses[slot] > 1 && !name.is_empty() {
                    named += 1;
                    let _ = write!(out, "(t{named}= ");
                    names[slot] = Some(format!("t{named}"));
                    open.push(Rest::Text(")".to_owned()));
                }
                if name.is_empty() {
                    open.extend(operands.into_iter().map(Rest::Slot));
                    continue;
                }
                let _ = write!(out, "({name}");
                open.push(Rest::Text(format!("{numbers})")));
                for operand in operands.into_iter().rev() {
                    open.push(Rest::Slot(operand));
                    open.push(Rest::Text(" ".to_owned()));
                }
            }
        }
    }
    Some(out)
}

/// Returns the printed name of an operator, its operands, and the text of constants to print after the
/// operands. An operator without a name prints as its operand.
fn written(op: &Op) -> (String, Vec<Slot>, String) {
    let plain = |name: &str, operands: &[Slot]| (name.to_owned(), operands.to_vec(), String::new());
    let typed = |ty: IntType| format!("{}{}", if ty.signed { "i" } else { "u" }, ty.bits);
    match op {
        Op::Const(_) | Op::Read(_) => plain("", &[]),
        Op::Binary(op, a, b) => plain(operator_text(*op), &[*a, *b]),
        Op::Shift(op, a, b, bits) => (operator_text(*op).to_owned(), vec![*a, *b], format!(" {bits}")),
        Op::Scale(a, factor) => (operator_text(BinaryOp::Mul).to_owned(), vec![*a], format!(" {factor}")),
        Op::BitNot(a) => plain("~", &[*a]),
        Op::Wrap(a, IntType::WIDE) => plain("", &[*a]),
        Op::Wrap(a, IntType::BOOL) => plain("bool", &[*a]),
        Op::Wrap(a, ty) => plain(&typed(*ty), &[*a]),
        Op::Meet(a, b) => plain("meet", &[*a, *b]),
        Op::Trim(a, excluded) => {
            let numbers: Vec<String> = excluded.iter().map(ToString::to_string).collect();
            ("without".to_owned(), vec![*a], format!(" {}", numbers.join(" ")))
        }
        Op::DivideInward(a, divisor) => ("inward".to_owned(), vec![*a], format!(" {divisor}")),
        Op::Derived(a) => plain("inside", &[*a]),
        Op::Obscure(a) => plain("any", &[*a]),
        // The wide type has no range, so conversion to the wide type changes no value.
        Op::WithinType { value, ty: IntType::WIDE, image } => plain("meet", &[*value, *image]),
        Op::WithinType { value, ty, image } => plain(&format!("within-{}", typed(*ty)), &[*value, *image]),
    }
}

/// Returns for each operator of an interval program how often its result is used. Uses that do not matter for
/// the result of the program do not count.
fn uses(program: &Program) -> Vec<u32> {
    let mut uses: Vec<u32> = vec![0; program.ops().len()];
    if let Some(last) = uses.last_mut() {
        *last = 1;
    }
    for (index, op) in program.ops().iter().enumerate().rev() {
        let (name, operands, _) = written(op);
        let more = if name.is_empty() { uses[index] } else { uses[index].min(1) };
        for slot in operands {
            uses[slot as usize] = uses[slot as usize].saturating_add(more);
        }
    }
    uses
}

fn interval(value: Interval) -> String {
    let bound = |bound: i128| match bound {
        Interval::NEG_INFINITY => "-inf".to_owned(),
        Interval::POS_INFINITY => "inf".to_owned(),
        number => number.to_string(),
    };
    match (value.bounds(), value.as_point()) {
        (None, _) => "empty".to_owned(),
        (_, Some(number)) => number.to_string(),
        (Some((low, high)), None) => format!("[{},{}]", bound(low), bound(high)),
    }
}
