//! Random loops over two small numbers: their C code, and an interpreter for them.

use std::fmt::Write;

use csieve_tests::random::Random;

/// The number of values that a variable may have: 0 to 15.
pub(crate) const NUMBERS: u8 = 16;

/// The values of the variables `a` and `b`.
pub(crate) type State = [u8; 2];

/// A comparison of a variable with the other variable or with a number.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    var: usize,
    op: &'static str,
    with: Option<u8>,
}

/// A statement in the body of a loop.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// The variable `var` becomes `from` plus `by`, modulo 16.
    Assign {
        /// The index of the variable that is written.
        var: usize,
        /// The index of the variable that is read.
        from: usize,
        /// The number that is added to `from`.
        by: u8,
    },
    /// The variable with this index is halved.
    Halve(usize),
    /// An `if` statement: its condition and its two branches.
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A `continue` statement.
    Continue,
    /// A `break` statement.
    Break,
}

/// A loop `while (condition) body`.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    condition: Condition,
    body: Vec<Statement>,
}

/// The continuation after a statement: the next statement, the next round of the loop, or the end of the
/// loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    On,
    Round,
    Out,
}

impl Condition {
    fn random(random: &mut Random) -> Self {
        let with = (!random.one_in(3)).then(|| random.below(u64::from(NUMBERS)) as u8);
        let op = random.choose(&["<", ">", "<=", ">=", "==", "!=", "!="]);
        Self { var: random.below(2) as usize, op, with }
    }

    fn holds(&self, state: State) -> bool {
        let (left, right) = (state[self.var], self.with.unwrap_or(state[1 - self.var]));
        match self.op {
            "<" => left < right,
            ">" => left > right,
            "<=" => left <= right,
            ">=" => left >= right,
            "==" => left == right,
            _ => left != right,
        }
    }

    fn text(&self) -> String {
        let right = self.with.map_or_else(|| name(1 - self.var).to_owned(), |number| number.to_string());
        format!("{} {} {right}", name(self.var), self.op)
    }
}

fn name(var: usize) -> &'static str {
    ["a", "b"][var]
}

impl Statement {
    fn random(random: &mut Random, depth: u32) -> Self {
        let var = random.below(2) as usize;
        match random.below(if depth == 0 { 5 } else { 9 }) {
            0..=3 => {
                let from = if random.one_in(4) { 1 - var } else { var };
                Self::Assign { var, from, by: random.choose(&[1, 1, 2, 3, NUMBERS - 1, NUMBERS - 1, 0]) }
            }
            4 => Self::Halve(var),
            5..=7 => Self::If(
                Condition::random(random),
                block(random, depth - 1),
                if random.one_in(2) { block(random, depth - 1) } else { Vec::new() },
            ),
            _ => random.choose(&[Self::Continue, Self::Continue, Self::Break]),
        }
    }

    fn run(&self, state: &mut State) -> Goes {
        match self {
            Self::Assign { var, from, by } => state[*var] = (state[*from] + by) % NUMBERS,
            Self::Halve(var) => state[*var] /= 2,
            Self::If(condition, yes, no) => {
                return run(if condition.holds(*state) { yes } else { no }, state);
            }
            Self::Continue => return Goes::Round,
            Self::Break => return Goes::Out,
        }
        Goes::On
    }

    fn write(&self, out: &mut String, indent: usize) {
        let pad = "    ".repeat(indent);
        let _ = match self {
            Self::Assign { var, from, by } => {
                writeln!(out, "{pad}{} = ({} + {by}) & {};", name(*var), name(*from), NUMBERS - 1)
            }
            Self::Halve(var) => writeln!(out, "{pad}{0} = {0} / 2;", name(*var)),
            Self::If(condition, yes, no) => {
                let _ = writeln!(out, "{pad}if ({}) {{", condition.text());
                for one in yes {
                    one.write(out, indent + 1);
                }
                let _ = writeln!(out, "{pad}}} else {{");
                for one in no {
                    one.write(out, indent + 1);
                }
                writeln!(out, "{pad}}}")
            }
            Self::Continue => writeln!(out, "{pad}continue;"),
            Self::Break => writeln!(out, "{pad}break;"),
        };
    }
}

fn block(random: &mut Random, depth: u32) -> Vec<Statement> {
    let mut block: Vec<Statement> = Vec::new();
    for _ in 0..=random.below(2) {
        block.push(Statement::random(random, depth));
        // Statements after a jump are left out, because they would be unreachable.
        if matches!(block.last(), Some(Statement::Continue | Statement::Break)) {
            break;
        }
    }
    block
}

fn run(block: &[Statement], state: &mut State) -> Goes {
    block.iter().map(|one| one.run(state)).find(|goes| *goes != Goes::On).unwrap_or(Goes::On)
}

impl Loop {
    /// Makes a random loop that depends only on the generator.
    pub(crate) fn random(random: &mut Random) -> Self {
        let condition = Condition::random(random);
        let mut body = block(random, 2);
        body.extend(block(random, 2));
        Self { condition, body }
    }

    /// Returns whether the loop ends if it starts in a state. If it does not end within as many rounds as
    /// there are states, some state repeats, so that it never ends.
    pub(crate) fn ends(&self, mut state: State) -> bool {
        let rounds = usize::from(NUMBERS) * usize::from(NUMBERS);
        (0..=rounds).any(|_| !self.condition.holds(state) || run(&self.body, &mut state) == Goes::Out)
    }

    /// Returns the C code of a function of two numbers that contains only the loop.
    pub(crate) fn function(&self, name: &str) -> String {
        let mask = NUMBERS - 1;
        let mut text =
            format!("unsigned {name}(unsigned a, unsigned b)\n{{\n    a &= {mask};\n    b &= {mask};\n");
        let _ = writeln!(text, "    while ({}) {{", self.condition.text());
        for one in &self.body {
            one.write(&mut text, 2);
        }
        text.push_str("    }\n    return a + b;\n}\n");
        text
    }
}
