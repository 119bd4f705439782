//! Writes random C expressions and conditions without unsequenced effects: a full expression has at most one
//! call or side effect, and does not read elsewhere what that effect may change.

use super::scope::{NUMBERS, POINTERS};
use crate::{
    random::Random,
    spelling::{Text, both, checked_only, spelled},
};

/// The state of writing one program.
pub(super) struct Writer {
    pub random: Random,
    pub text: Text,
    /// Conditions of the current function that may be used again later.
    pub conditions: Vec<String>,
    /// The number of labels and loop counters that have names so far.
    pub names: u32,
    /// The counters of the loops that are open.
    pub counters: Vec<String>,
    /// The return type of the current function.
    pub returns: &'static str,
    /// The labels further down in the current function, as targets of `goto`.
    pub labels: Vec<String>,
    /// The number of loops that are open.
    pub loops: u32,
}

impl Writer {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            text: Text::default(),
            conditions: Vec::new(),
            names: 0,
            counters: Vec::new(),
            returns: "int",
            labels: Vec::new(),
            loops: 0,
        }
    }

    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Returns a constant, which the checked spelling hides from the compiler. Otherwise the compiler drops
    /// the access in `*p > 2147483647`.
    pub(super) fn constant(&mut self) -> String {
        let small = self.random.below(3) > 0;
        let rare =
            ["255", "256", "-128", "0x80000000u", "65535", "2147483647", "'a'", "THIRD", "sizeof(int)", "~0"];
        let constant = self.random.pick(if small { &["0", "1", "2", "3", "-1", "SECOND"] } else { &rare });
        hidden(constant)
    }

    /// Returns a number expression without calls and side effects.
    pub(super) fn atom(&mut self) -> String {
        match self.random.below(20) {
            0..=5 => self.constant(),
            6 if !self.counters.is_empty() => {
                let at = self.random.below(self.counters.len() as u64) as usize;
                self.counters[at].clone()
            }
            7 => format!("table[{} & 3]", self.random.pick(&["a", "x", "u"])),
            8 => both("vol", "some_int()"),
            9 => both("w", "R(w)"),
            10 => self.random.pick(&["t.a", "t.b", "k.x", "k.y", "t.bits", "j"]).to_owned(),
            _ => self.random.pick(&NUMBERS).to_owned(),
        }
    }

    pub(super) fn value(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(3) {
            return self.atom();
        }
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        match self.random.below(14) {
            0 | 1 => hidden(&format!("({left} + {right})")),
            2 => hidden(&format!("({left} - {right})")),
            3 => hidden(&format!("({left} * {right})")),
            4 => format!("({left} & {})", self.random.pick(&["1", "3", "7", "0xf0", "~1", "255"])),
            5 => format!("({left} | {right})"),
            6 => format!("({left} ^ {right})"),
            7 => format!("({left} >> {})", self.random.below(5)),
            8 => format!("({left} << {})", self.random.below(4)),
            9 => format!("({left} % {})", self.random.pick(&["2", "3", "4u", "-3"])),
            10 => {
                let to = self.random.pick(&[
                    "unsigned char",
                    "signed char",
                    "short",
                    "unsigned short",
                    "unsigned",
                    "int",
                    "long long",
                    "unsigned long",
                    "_Bool",
                    "enum kind",
                ]);
                format!("({to}){left}")
            }
            11 => hidden(&format!("({} {left})", self.random.pick(&["-", "~", "!"]))),
            12 => format!("({} ? {left} : {right})", self.test()),
            _ => format!("({left} / {})", self.random.pick(&["2", "3", "4"])),
        }
    }

    /// Returns a condition without side effects.
    pub(super) fn test(&mut self) -> String {
        let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]).to_owned();
        match self.random.below(12) {
            0 => self.random.pick(&POINTERS).to_owned(),
            1 => format!("!{}", self.random.pick(&POINTERS)),
            2 => format!("p {} q", self.random.pick(&["==", "!="])),
            3 => format!("{} {} 0", self.random.pick(&POINTERS), self.random.pick(&["==", "!="])),
            4 => format!(
                "({} & {}) == {}",
                self.atom(),
                self.random.pick(&["1", "3", "6"]),
                self.random.below(3)
            ),
            5 => self.atom(),
            6 => format!("!{}", self.random.pick(&NUMBERS)),
            7 => format!("{} - {} {operator} {}", self.atom(), self.atom(), self.random.below(3)),
            8 | 9 => format!("{} {operator} {}", self.random.pick(&NUMBERS), self.constant()),
            10 => format!("{} {operator} {}", self.value(1), self.value(1)),
            _ => format!("{} {operator} {}", self.atom(), self.atom()),
        }
    }

    /// Returns a condition with a side effect, a call or an access.
    fn lively_test(&mut self) -> String {
        let operator = self.random.pick(&["<", ">", "==", "!="]).to_owned();
        let constant = self.constant();
        let var = self.random.pick(&["x", "y", "n", "u", "h", "a", "e", "s1"]).to_owned();
        match self.random.below(10) {
            0 => format!("{var}{} {operator} {constant}", self.random.pick(&["++", "--"])),
            1 => format!("{}{var} {operator} {constant}", self.random.pick(&["++", "--"])),
            2 => format!("({var} = {}) {operator} {constant}", self.random.pick(&["b", "c", "v", "g1"])),
            3 => format!("({var} = {}, {})", self.value(1), self.test()),
            4 => format!("{} {operator} {constant}", call("ext()")),
            5 => format!("{} {operator} {constant}", call(&format!("next({constant})"))),
            6 => call(&format!("is_set({})", self.random.pick(&POINTERS))),
            7 => format!("(q = malloc(16)) {} 0", self.random.pick(&["==", "!="])),
            8 => format!("*{} {operator} {constant}", self.random.pick(&["r", "p", "q", "pa", "s2"])),
            _ => format!(
                "({var} {} 1) {operator} {constant}",
                self.random.pick(&["+=", "-=", "|=", "^=", "<<="])
            ),
        }
    }

    /// Keeps a condition to use again. The condition names no loop counters, so that it is valid in the whole
    /// function.
    pub(super) fn keep_condition(&mut self) {
        let counters = std::mem::take(&mut self.counters);
        let condition = self.test();
        self.conditions.push(condition);
        self.counters = counters;
    }

    /// Returns any condition; often an earlier one, or the opposite of one.
    pub(super) fn condition(&mut self) -> String {
        let known = self.conditions.len() as u64;
        match self.random.below(12) {
            0..=5 if known > 0 => {
                let at = self.random.below(known) as usize;
                let again = self.conditions[at].clone();
                if self.random.one_in(2) { again } else { format!("!({again})") }
            }
            6 => self.operands("&&"),
            7 => self.operands("||"),
            8 => self.lively_test(),
            9 => format!("({}) ? {}", self.test(), self.operands(":")),
            _ => self.test(),
        }
    }

    /// Returns two conditions joined by an operator. At most one of them has effects, because findings are
    /// compared with runs by line.
    fn operands(&mut self, operator: &str) -> String {
        let is_first = self.random.one_in(2);
        format!("{} {operator} {}", self.operand(is_first), self.operand(!is_first))
    }

    fn operand(&mut self, may_be_lively: bool) -> String {
        let inside = match self.random.below(4) {
            0 if may_be_lively => self.lively_test(),
            1 if !self.conditions.is_empty() => {
                let at = self.random.below(self.conditions.len() as u64) as usize;
                self.conditions[at].clone()
            }
            _ => self.test(),
        };
        // A name in parentheses before `&&` would read as a cast.
        let is_name = spelled(&inside, 0).chars().all(char::is_alphanumeric);
        match self.random.below(4) {
            0 => format!("!({inside})"),
            _ if is_name => inside,
            _ => format!("({inside})"),
        }
    }
}

/// Returns an expression whose value and type the checked spelling hides from the compiler. Otherwise the
/// compiler folds it, or computes it in a narrower type without trapping overflow.
pub(super) fn hidden(text: &str) -> String {
    format!("{}{text}{}", checked_only("HIDDEN("), checked_only(")"))
}

/// Returns a call with a result. In the checked spelling, the line that the runtime records as current is the
/// caller's again after the call.
pub(super) fn call(text: &str) -> String {
    format!("{}{text}{}", checked_only("CALL("), checked_only(")"))
}

/// Returns a call without a result, as a statement.
pub(super) fn call_statement(text: &str) -> String {
    format!("{}{text}{};", checked_only("CALLV("), checked_only(")"))
}
