//! Conflicts over bits as text for readers and as scripts for other solvers.

use rustc_hash::FxHashMap;

use csieve_domains::bits::{BinaryOp, Comparison, SymbolId, Term, TermId, Terms, UnaryOp, script};
use csieve_graph::{Cfg, expr_text};

use crate::CounterexamplePath;

use super::{
    BitClause, BitConflict,
    effects::SymbolSubject,
    embedding::{EmbeddingObserver, positions},
    facts::PathFacts,
};

/// The largest number of levels of an expression that are printed.
const MAX_DEPTH: u32 = 24;

/// Returns the printed form of an UNSAT core, which is given by the ascending indices of its facts.
pub(super) fn conflict(
    path: &CounterexamplePath,
    facts: &PathFacts,
    core: &[usize],
    observer: &EmbeddingObserver,
) -> BitConflict {
    let assertions: Vec<TermId> = core.iter().map(|fact| facts.facts[*fact].term).collect();
    let names = Names::new(path.function.cfg, facts, &assertions);
    let name = |symbol: SymbolId| names.of(symbol);
    let clauses = positions(facts, core).into_iter().enumerate().map(|(seen, position)| {
        let here = core.iter().map(|fact| facts.facts[*fact]).filter(|fact| fact.position == position);
        let says: Vec<String> =
            here.map(|fact| term_text(&facts.terms, fact.term, &name, MAX_DEPTH)).collect();
        let shared = observer.shared(seen).iter().map(|place| place_text(path.function.cfg, *place));
        BitClause { edge: path.word[position], says: says.join(", "), shared: shared.collect() }
    });
    let clauses = clauses.collect();
    BitConflict { clauses, script: script(&facts.terms, &assertions, &name) }
}

/// Returns the text of a place in the syntax of C.
pub(crate) fn place_text(cfg: &Cfg, place: SymbolSubject) -> String {
    match place {
        SymbolSubject::Var(var) => cfg.var(var).name.clone(),
        SymbolSubject::Value(expr) => expr_text(cfg, expr),
    }
}

/// The names of symbols: the text of the symbol's place with a number, `x#1`. The numbers of one place follow
/// the order in which the path introduces the symbols.
pub struct Names(FxHashMap<u32, String>);

impl Names {
    /// Names the symbols that occur in some terms of a path.
    pub fn new(cfg: &Cfg, facts: &PathFacts, terms: &[TermId]) -> Self {
        let mut names = FxHashMap::default();
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        for symbol in facts.terms.symbols_of(terms) {
            let base = match facts.version(symbol).place {
                Some(place) => place_text(cfg, place),
                None => "any".to_owned(),
            };
            let count = counts.entry(base.clone()).or_default();
            *count += 1;
            names.insert(symbol.0, format!("{base}#{count}"));
        }
        Self(names)
    }

    /// Returns the name of a symbol.
    pub fn of(&self, symbol: SymbolId) -> String {
        self.0.get(&symbol.0).cloned().unwrap_or_else(|| format!("s#{}", symbol.0))
    }
}

/// Returns the text of a term in a syntax like C. Constants are printed as unsigned numbers, except those
/// whose bits are a small negative number.
fn term_text(terms: &Terms, id: TermId, name: &dyn Fn(SymbolId) -> String, depth: u32) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
    let nested = |id: TermId| {
        let text = term_text(terms, id, name, depth);
        let is_plain = matches!(terms.get(id), Term::Const(_) | Term::Symbol(_));
        if is_plain || !text.contains(' ') { text } else { format!("({text})") }
    };
    match *terms.get(id) {
        Term::Const(value) => constant_text(value, terms.width(id)),
        Term::Symbol(symbol) => name(symbol),
        Term::Unary(UnaryOp::Not, inner) if terms.width(id) == 1 => negated_text(terms, inner, name, depth),
        Term::Unary(UnaryOp::Not, inner) => format!("~{}", nested(inner)),
        Term::Unary(UnaryOp::Neg, inner) => format!("-{}", nested(inner)),
        Term::Binary(op, a, b) => format!("{} {} {}", nested(a), operator(op), nested(b)),
        Term::Compare(op, a, b) => format!("{} {} {}", nested(a), comparison(op), nested(b)),
        Term::Ite(condition, yes, no) => {
            format!("{} ? {} : {}", nested(condition), nested(yes), nested(no))
        }
        Term::ZeroExtend(inner) | Term::SignExtend(inner) => term_text(terms, inner, name, depth),
        Term::Extract { of, low: 0 } => {
            format!("u{}({})", terms.width(id), term_text(terms, of, name, depth))
        }
        Term::Extract { of, low } => format!("u{}({} >> {low})", terms.width(id), nested(of)),
    }
}

fn negated_text(terms: &Terms, id: TermId, name: &dyn Fn(SymbolId) -> String, depth: u32) -> String {
    let text = |id: TermId| term_text(terms, id, name, depth);
    match *terms.get(id) {
        Term::Compare(Comparison::Eq, a, b) => format!("{} ≠ {}", text(a), text(b)),
        Term::Compare(Comparison::Ult | Comparison::Slt, a, b) => format!("{} ≥ {}", text(a), text(b)),
        Term::Compare(Comparison::Ule | Comparison::Sle, a, b) => format!("{} > {}", text(a), text(b)),
        Term::Const(_) | Term::Symbol(_) | Term::Unary(..) | Term::Binary(..) | Term::Ite(..) => {
            format!("not ({})", text(id))
        }
        Term::ZeroExtend(_) | Term::SignExtend(_) | Term::Extract { .. } => format!("not ({})", text(id)),
    }
}

fn constant_text(value: u128, width: u8) -> String {
    let modulus = 1_u128.checked_shl(u32::from(width)).unwrap_or(0);
    let negative = modulus.wrapping_sub(value);
    if width > 1 && value != 0 && negative <= 1 << 15 && value > negative {
        format!("-{negative}")
    } else {
        value.to_string()
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Udiv | BinaryOp::Sdiv => "/",
        BinaryOp::Urem | BinaryOp::Srem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Lshr | BinaryOp::Ashr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}

fn comparison(op: Comparison) -> &'static str {
    match op {
        Comparison::Eq => "=",
        Comparison::Ult | Comparison::Slt => "<",
        Comparison::Ule | Comparison::Sle => "≤",
    }
}
