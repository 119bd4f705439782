//! Assertions as a script in SMT-LIB 2 (logic `QF_BV`), for people and for other solvers.
//!
//! A term that is used once is printed in place. A term with several uses gets a definition `$id`. A term of
//! width 1 is printed with sort `Bool` where SMT-LIB expects one.

use std::{collections::BTreeSet, fmt::Write};

use super::{BinaryOp, Comparison, SymbolId, Term, TermId, Terms, UnaryOp};

/// The longest text in bytes that is printed in place. A longer one gets a definition even if it is used
/// once, which bounds the length of lines.
const LONGEST: usize = 300;
/// The reserved words of SMT-LIB that could be names in a program. No symbol gets such a name.
const RESERVED: [&str; 24] = [
    "_",
    "and",
    "as",
    "assert",
    "concat",
    "distinct",
    "exists",
    "exit",
    "extract",
    "false",
    "forall",
    "ite",
    "let",
    "match",
    "not",
    "or",
    "par",
    "pop",
    "push",
    "repeat",
    "rotate_left",
    "rotate_right",
    "true",
    "xor",
];

/// Returns the script that asks whether all assertions can be true at once. `name` gives the names of
/// symbols. Characters that SMT-LIB does not allow become `_`, and a name that is already taken gets a `!` at
/// its end.
pub fn script(terms: &Terms, assertions: &[TermId], name: &dyn Fn(SymbolId) -> String) -> String {
    let parts = terms.parts_of(assertions);
    let mut printer = Printer::new(terms, &parts, assertions);
    printer.declare(&terms.symbols_of(assertions), name);
    for &id in &parts {
        printer.term(id);
    }
    for &assertion in assertions {
        let line = format!("(assert {})\n", printer.truth(assertion));
        printer.out.push_str(&line);
    }
    printer.out.push_str("(check-sat)\n");
    printer.out
}

/// The printed form of a term.
#[derive(Clone, Default)]
struct Printed {
    text: String,
    /// Whether the text has sort `Bool`; otherwise it is a bit-vector.
    is_truth: bool,
}

struct Printer<'a> {
    terms: &'a Terms,
    out: String,
    /// The number of uses of each term, indexed by term.
    uses: Vec<u32>,
    printed: Vec<Printed>,
}

impl<'a> Printer<'a> {
    fn new(terms: &'a Terms, parts: &[TermId], assertions: &[TermId]) -> Self {
        let places = parts.last().map_or(0, |last| last.index() + 1);
        let mut uses = vec![0; places];
        let operands = parts.iter().flat_map(|&id| terms.get(id).operands());
        operands.chain(assertions.iter().copied()).for_each(|id| uses[id.index()] += 1);
        let out = String::from("(set-logic QF_BV)\n");
        Self { terms, out, uses, printed: vec![Printed::default(); places] }
    }

    fn declare(&mut self, symbols: &[SymbolId], name: &dyn Fn(SymbolId) -> String) {
        let mut taken: BTreeSet<String> = RESERVED.iter().map(|&word| word.to_owned()).collect();
        for &symbol in symbols {
            let mut text = allowed(&name(symbol));
            while !taken.insert(text.clone()) {
                text.push('!');
            }
            let id = self.terms.symbol_term(symbol);
            let _ = writeln!(self.out, "(declare-const {text} (_ BitVec {}))", self.terms.width(id));
            self.printed[id.index()].text = text;
        }
    }

    /// Prints a term whose operands are printed already.
    fn term(&mut self, id: TermId) {
        let term = *self.terms.get(id);
        if matches!(term, Term::Symbol(_)) {
            return;
        }
        let mut printed = self.operator(id, term);
        let shared = self.uses[id.index()] > 1 && !matches!(term, Term::Const(_));
        if shared || printed.text.len() > LONGEST {
            let sort =
                if printed.is_truth { "Bool".into() } else { format!("(_ BitVec {})", self.terms.width(id)) };
            let _ = writeln!(self.out, "(define-fun ${} () {sort} {})", id.0, printed.text);
            printed.text = format!("${}", id.0);
        }
        self.printed[id.index()] = printed;
    }

    fn operator(&self, id: TermId, term: Term) -> Printed {
        let width = self.terms.width(id);
        let truth = |text| Printed { text, is_truth: true };
        let vector = |text| Printed { text, is_truth: false };
        let more = |of: TermId| width - self.terms.width(of);
        match term {
            Term::Const(value) => vector(constant(width, value)),
            Term::Symbol(_) => self.printed[id.index()].clone(),
            Term::Unary(UnaryOp::Not, of) if self.is_truth(of) => truth(format!("(not {})", self.truth(of))),
            Term::Unary(op, of) => vector(format!("({} {})", unary(op), self.vector(of))),
            Term::Binary(op, left, right) => match connective(op) {
                Some(word) if self.is_truth(left) || self.is_truth(right) => {
                    truth(format!("({word} {} {})", self.truth(left), self.truth(right)))
                }
                _ => vector(format!("({} {} {})", binary(op), self.vector(left), self.vector(right))),
            },
            Term::Compare(comparison, left, right) => {
                truth(format!("({} {} {})", compare(comparison), self.vector(left), self.vector(right)))
            }
            Term::Ite(condition, yes, no) => {
                let condition = self.truth(condition);
                vector(format!("(ite {condition} {} {})", self.vector(yes), self.vector(no)))
            }
            Term::ZeroExtend(of) => vector(format!("((_ zero_extend {}) {})", more(of), self.vector(of))),
            Term::SignExtend(of) => vector(format!("((_ sign_extend {}) {})", more(of), self.vector(of))),
            Term::Extract { of, low } => {
                vector(format!("((_ extract {} {low}) {})", low + (width - 1), self.vector(of)))
            }
        }
    }

    fn is_truth(&self, id: TermId) -> bool {
        self.printed[id.index()].is_truth
    }

    /// Returns the text of a printed term of width 1, with sort `Bool`.
    fn truth(&self, id: TermId) -> String {
        let Printed { text, is_truth } = &self.printed[id.index()];
        match self.terms.as_constant(id) {
            Some(value) => (value == 1).to_string(),
            None if *is_truth => text.clone(),
            None => format!("(= {text} #b1)"),
        }
    }

    /// Returns the text of a printed term, as a bit-vector.
    fn vector(&self, id: TermId) -> String {
        let Printed { text, is_truth } = &self.printed[id.index()];
        if *is_truth { format!("(ite {text} #b1 #b0)") } else { text.clone() }
    }
}

/// Returns a name in characters that SMT-LIB allows. It never looks like an operator on bit-vectors (`bv...`)
/// or a definition (`$...`).
fn allowed(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() || "_.-<>".contains(c) { c } else { '_' };
    let text: String = name.chars().map(letter).collect();
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !text.starts_with("bv");
    if starts { text } else { format!("_{text}") }
}

/// Prints a constant, in hexadecimal digits if the width is a multiple of 4, otherwise in binary ones.
fn constant(width: u8, value: u128) -> String {
    let digits = usize::from(width);
    if width.is_multiple_of(4) {
        format!("#x{value:0width$x}", width = digits / 4)
    } else {
        format!("#b{value:0digits$b}")
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "bvnot",
        UnaryOp::Neg => "bvneg",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::Udiv => "bvudiv",
        BinaryOp::Urem => "bvurem",
        BinaryOp::Sdiv => "bvsdiv",
        BinaryOp::Srem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::Lshr => "bvlshr",
        BinaryOp::Ashr => "bvashr",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
    }
}

/// Returns the connective of sort `Bool` that means the same as an operator on bit-vectors of width 1, if
/// there is one.
fn connective(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::And => Some("and"),
        BinaryOp::Or => Some("or"),
        BinaryOp::Xor => Some("xor"),
        _ => None,
    }
}

fn compare(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "=",
        Comparison::Ult => "bvult",
        Comparison::Ule => "bvule",
        Comparison::Slt => "bvslt",
        Comparison::Sle => "bvsle",
    }
}
