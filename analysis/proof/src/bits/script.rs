//! Reads scripts in SMT-LIB 2: declarations, definitions, assertions.

use std::collections::HashMap;

use super::{
    gates::{Gates, Lit},
    words::{Word, WordGates, inverted, sign},
};
use crate::expression::{Meaning, Tokens, evaluate};

/// The largest number of clauses that a script may become.
const MOST_CLAUSES: usize = 1_000_000;

/// A script as clauses, which are satisfiable if and only if all its assertions can hold.
pub(crate) struct Asserted {
    /// The clauses of all assertions and gates.
    pub clauses: Vec<Vec<Lit>>,
    /// The number of bits in the clauses.
    pub bits: usize,
    /// The declared symbols with their bits, in order.
    #[cfg(test)]
    pub symbols: Vec<(String, Word)>,
}

/// The value of an expression in a script.
#[derive(Clone)]
enum ScriptValue {
    Truth(Lit),
    Word(Word),
}

/// The sort of an expression: None for `Bool`, else the width in bits.
type Sort = Option<usize>;

impl ScriptValue {
    fn sort(&self) -> Sort {
        match self {
            Self::Truth(_) => None,
            Self::Word(word) => Some(word.len()),
        }
    }
}

/// Reads a script. The error says what is not understood.
pub(crate) fn read(text: &str) -> Result<Asserted, String> {
    let mut tokens = Tokens::of(text);
    let mut reader = Reader { words: WordGates::new(), named: HashMap::new() };
    let equals = equals(text);
    #[cfg(test)]
    let mut symbols = Vec::new();
    let mut asks = false;
    while tokens.accepts("(") {
        if asks {
            return Err("nothing may follow `check-sat`".to_owned());
        }
        match tokens.word()? {
            "set-logic" => tokens.expect("QF_BV")?,
            "declare-const" => {
                let name = tokens.word()?;
                let width = sort(&mut tokens)?.ok_or("only bit-vectors are declared")?;
                let word = match reader.known(equals.get(name), width) {
                    Some(word) => word,
                    None => reader.words.fresh(width),
                };
                #[cfg(test)]
                symbols.push((name.to_owned(), word.clone()));
                reader.name(name, ScriptValue::Word(word))?;
            }
            "define-fun" => {
                let name = tokens.word()?;
                tokens.expect("(")?;
                tokens.expect(")")?;
                let sort = sort(&mut tokens)?;
                let value = evaluate(&mut tokens, &mut reader)?;
                if value.sort() != sort {
                    return Err(format!("`{name}` has another sort than it says"));
                }
                reader.name(name, value)?;
            }
            "assert" => {
                let ScriptValue::Truth(holds) = evaluate(&mut tokens, &mut reader)? else {
                    return Err("an assertion is not of sort `Bool`".to_owned());
                };
                reader.words.gates.clause(&[holds]);
            }
            "check-sat" => asks = true,
            other => return Err(format!("`{other}` is no command")),
        }
        tokens.expect(")")?;
    }
    match tokens.next() {
        Some(token) => Err(format!("`{token}` is no command")),
        None if !asks => Err("`(check-sat)` is missing".to_owned()),
        None => {
            let gates = reader.words.gates;
            Ok(Asserted {
                bits: gates.bits(),
                clauses: gates.into_clauses(),
                #[cfg(test)]
                symbols,
            })
        }
    }
}

/// Returns, for every symbol, the symbols that an assertion on a line of its own declares equal to it. Equal
/// symbols share one word: it is hard for a search to find out that equal expressions over two equal words
/// are equal.
fn equals(text: &str) -> HashMap<&str, Vec<&str>> {
    let is_symbol = |name: &str| !name.contains(['(', ')', '#', ' ']);
    let mut equals: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in text.lines() {
        let sides =
            line.strip_prefix("(assert (= ").and_then(|rest| rest.strip_suffix("))")?.split_once(' '));
        if let Some((a, b)) = sides.filter(|(a, b)| is_symbol(a) && is_symbol(b)) {
            equals.entry(a).or_default().push(b);
            equals.entry(b).or_default().push(a);
        }
    }
    equals
}

/// Reads a sort: `Bool`, or `(_ BitVec 32)`.
fn sort(tokens: &mut Tokens) -> Result<Sort, String> {
    if tokens.accepts("Bool") {
        return Ok(None);
    }
    for token in ["(", "_", "BitVec"] {
        tokens.expect(token)?;
    }
    let width = number(tokens.word()?)?;
    tokens.expect(")")?;
    if (1..=128).contains(&width) { Ok(Some(width)) } else { Err(format!("no bit-vector has {width} bits")) }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number of bits"))
}

struct Reader<'t> {
    words: WordGates,
    named: HashMap<&'t str, ScriptValue>,
}

impl<'t> Reader<'t> {
    /// Returns the word of the first of several names that stands for a word of this width.
    fn known(&self, names: Option<&Vec<&str>>, width: usize) -> Option<Word> {
        names?.iter().find_map(|name| match self.named.get(name) {
            Some(ScriptValue::Word(word)) if word.len() == width => Some(word.clone()),
            _ => None,
        })
    }

    fn name(&mut self, name: &'t str, value: ScriptValue) -> Result<(), String> {
        let is_taken = name == "true" || name == "false" || name.starts_with('#');
        if is_taken || self.named.insert(name, value).is_some() {
            return Err(format!("`{name}` has a meaning already"));
        }
        Ok(())
    }
}

impl Meaning for Reader<'_> {
    type Value = ScriptValue;

    fn word(&mut self, word: &str) -> Result<ScriptValue, String> {
        match word {
            "true" => return Ok(ScriptValue::Truth(Lit::TRUE)),
            "false" => return Ok(ScriptValue::Truth(Lit::FALSE)),
            _ => {}
        }
        if let Some(digits) = word.strip_prefix('#') {
            return constant(digits).map(ScriptValue::Word).ok_or_else(|| format!("`{word}` is no constant"));
        }
        self.named.get(word).cloned().ok_or_else(|| format!("`{word}` has no meaning"))
    }

    fn apply(&mut self, head: &[&str], operands: Vec<ScriptValue>) -> Result<ScriptValue, String> {
        let value = match (&operands[..], head) {
            ([ScriptValue::Word(of)], [name, numbers @ ..]) => part(&mut self.words, name, numbers, of),
            ([ScriptValue::Word(a), ScriptValue::Word(b)], [name]) if a.len() == b.len() => {
                words(&mut self.words, name, a, b)
            }
            ([ScriptValue::Truth(condition), ScriptValue::Word(yes), ScriptValue::Word(no)], ["ite"])
                if yes.len() == no.len() =>
            {
                Some(ScriptValue::Word(self.words.chosen(*condition, yes, no)))
            }
            ([ScriptValue::Truth(of)], ["not"]) => Some(ScriptValue::Truth(!*of)),
            ([ScriptValue::Truth(a), ScriptValue::Truth(b)], [name]) => {
                truths(&mut self.words.gates, name, *a, *b)
            }
            _ => None,
        };
        if self.words.gates.len() > MOST_CLAUSES {
            return Err("the script is too large".to_owned());
        }
        value.ok_or_else(|| format!("`{}` is no operator on what it is given", head.join(" ")))
    }
}

/// Returns the bits of a constant, given without its `#`. None if it is malformed or has more than 128 bits.
fn constant(digits: &str) -> Option<Word> {
    let (radix, each, digits) = match digits.get(..1)? {
        "x" => (16, 4, &digits[1..]),
        "b" => (2, 1, &digits[1..]),
        _ => return None,
    };
    let width = digits.len() * each;
    let is_number = (1..=128).contains(&width) && digits.chars().all(|digit| digit.is_digit(radix));
    let value = u128::from_str_radix(digits, radix).ok().filter(|_| is_number)?;
    Some((0..width).map(|place| Lit::known(value >> place & 1 == 1)).collect())
}

/// Applies an operator to one bit-vector. `numbers` are those of the operator, 7 and 0 in `(_ extract 7 0)`.
/// None if there is no such operator.
fn part(words: &mut WordGates, name: &str, numbers: &[&str], of: &Word) -> Option<ScriptValue> {
    let numbers: Vec<usize> = numbers.iter().map(|text| number(text).ok()).collect::<Option<_>>()?;
    let extended = |more: usize, with: Lit| {
        let width = of.len().checked_add(more).filter(|width| *width <= 128)?;
        Some(of.iter().copied().chain(std::iter::repeat(with)).take(width).collect())
    };
    let word = match (name, &numbers[..]) {
        ("bvnot", []) => Some(inverted(of)),
        ("bvneg", []) => Some(words.negated(of)),
        ("zero_extend", [more]) => extended(*more, Lit::FALSE),
        ("sign_extend", [more]) => extended(*more, sign(of)),
        ("extract", [high, low]) if low <= high => of.get(*low..=*high).map(<[Lit]>::to_vec),
        _ => None,
    };
    word.map(ScriptValue::Word)
}

/// Applies an operator to two bit-vectors of the same width. None if there is no such operator.
fn words(words: &mut WordGates, name: &str, a: &Word, b: &Word) -> Option<ScriptValue> {
    let truth = match name {
        "=" => Some(words.is_equal(a, b)),
        "bvult" => Some(words.is_less(a, b)),
        "bvule" => Some(!words.is_less(b, a)),
        "bvslt" => Some(words.is_less_signed(a, b)),
        "bvsle" => Some(!words.is_less_signed(b, a)),
        _ => None,
    };
    if let Some(truth) = truth {
        return Some(ScriptValue::Truth(truth));
    }
    let word = match name {
        "bvand" => words.each(a, b, Gates::and),
        "bvor" => words.each(a, b, Gates::or),
        "bvxor" => words.each(a, b, Gates::xor),
        "bvadd" => words.plus(a, b),
        "bvsub" => words.minus(a, b),
        "bvmul" => words.times(a, b),
        "bvudiv" => words.divided(a, b).0,
        "bvurem" => words.divided(a, b).1,
        "bvsdiv" => words.divided_signed(a, b).0,
        "bvsrem" => words.divided_signed(a, b).1,
        "bvshl" => words.shifted_up(a, b),
        "bvlshr" => words.shifted_down(a, b, Lit::FALSE),
        "bvashr" => words.shifted_down(a, b, sign(a)),
        _ => return None,
    };
    Some(ScriptValue::Word(word))
}

/// Applies an operator to two truth values. None if there is no such operator.
fn truths(gates: &mut Gates, name: &str, a: Lit, b: Lit) -> Option<ScriptValue> {
    let truth = match name {
        "and" => gates.and(a, b),
        "or" => gates.or(a, b),
        "xor" => gates.xor(a, b),
        _ => return None,
    };
    Some(ScriptValue::Truth(truth))
}
