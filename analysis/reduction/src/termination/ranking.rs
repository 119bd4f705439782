//! Ranking functions: sums that every round of a loop makes smaller. A sum has finitely many values, so it
//! cannot become smaller for ever ([Turing]). Several sums form a lexicographic ranking ([BMS]). A round that
//! no other round can follow is the last one: this is the finite unwinding of [IA159].

use rustc_hash::FxHashMap;

use csieve_base::{budget::Steps, cancel::Cancel, refuter_id::RefuterId};
use csieve_domains::{
    bits::{BinaryOp, Comparison, TermId, contradiction, script},
    bitwise::{is_signed, width},
};
use csieve_graph::{Type, VarId};
use csieve_modelcheck::model::Function;
use csieve_refuters::{Budget, ProofForm, Turn, declare_refuter};
pub(super) use csieve_refuters::{Encoder, Names, SymbolSubject};

use super::{effect::Effect, rounds::RoundWord, slice::KeptEdge};

declare_refuter! {
    /// Looks for a sum of variables that every round of the loop makes smaller, or for several that do so one
    /// after the other (a lexicographic ranking function). The sums have finitely many bits, so that this
    /// cannot go on for ever.
    ///
    /// ```c
    /// # int example(const int *a, int n)
    /// # {
    ///     int lo = 0, hi = n - 1;
    ///     while (lo < hi) {
    ///         if (a[lo] < a[hi])
    ///             lo++;
    ///         else
    ///             hi--;
    ///     }
    ///     return lo;
    /// # }
    /// ```
    ///
    /// Every round makes `hi - lo` smaller.
    Ranking {
        id: RefuterId::Ranking,
        title: "A ranking function of a loop",
        turn: Turn::Loop,
        budget: Budget::Steps(LOOP_STEPS),
        proves: "Every round makes a sum of variables smaller, so the loop ends.",
        proof: ProofForm::Rounds,
        papers: &["[Turing]", "[BMS]"],
    }
}

declare_refuter! {
    /// Orders the kinds of rounds of the loop so that none can follow the ones behind it: the loop has
    /// finitely many rounds.
    ///
    /// ```c
    /// # int example(int n)
    /// # {
    ///     int again = 1;
    ///     while (again) {
    ///         again = 0;
    ///         if (n > 3)
    ///             n = 0;
    ///     }
    ///     return n;
    /// # }
    /// ```
    ///
    /// No round can follow one that sets `again` to 0.
    Unwinding {
        id: RefuterId::Unwinding,
        title: "A loop that has finitely many rounds",
        turn: Turn::Loop,
        budget: Budget::Steps(LOOP_STEPS),
        proves: "Each kind of round can be followed by fewer kinds, so the loop ends.",
        proof: ProofForm::Rounds,
        papers: &["[IA159]"],
    }
}

/// The largest number of steps of the SAT solver for one loop.
pub(super) const LOOP_STEPS: u32 = 3_000;

/// The largest number of steps of the SAT solver for one question.
const STEPS: u32 = 600;

/// A sum of variables, each with the factor 1 or -1.
pub(super) type Sum = Vec<(VarId, i64)>;

/// The reason why some rounds of a loop are taken only finitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Each of these rounds makes the sum smaller, and no other round without an argument so far makes it
    /// greater.
    Falls(Sum),
    /// No round without an argument so far can follow the round, the round itself included.
    Last,
}

/// A proof that some of the rounds of a loop are taken only finitely often.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    /// The rounds, as indices into the words of all rounds of the loop.
    pub rounds: Vec<usize>,
    /// The reason why these rounds are taken only finitely often.
    pub why: Why,
    /// The unsatisfiable scripts in SMT-LIB 2 that prove the reason.
    pub scripts: Vec<String>,
}

/// Finds arguments until every round of the loop has one. `None` if no argument is found for some round, or if `cancel`
/// asks to stop. With `wrapv`, signed overflow wraps.
pub(super) fn ranked(
    function: &Function,
    wrapv: bool,
    words: &[RoundWord],
    sums: &[Sum],
    budget: &mut Steps,
    cancel: &dyn Cancel,
) -> Option<Vec<Argument>> {
    let mut left: Vec<usize> = (0..words.len()).collect();
    let mut arguments = Vec::new();
    let mut asker = Asker { function, wrapv, words, sums, answers: FxHashMap::default(), budget, cancel };
    while !left.is_empty() {
        let falls = (0..sums.len()).find_map(|sum| asker.falls(sum, &left));
        let argument = falls.or_else(|| asker.last(&left))?;
        left.retain(|round| !argument.rounds.contains(round));
        arguments.push(argument);
    }
    Some(arguments)
}

/// A question about rounds, which are indices into the words of all rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    /// Is the sum with this index, after the round, in this relation to its value before?
    Compared { round: usize, sum: usize, relation: Comparison },
    /// Does no run take the round `next` right after `round`?
    Excluded { round: usize, next: usize },
}

struct Asker<'a> {
    function: &'a Function<'a>,
    wrapv: bool,
    words: &'a [RoundWord],
    sums: &'a [Sum],
    /// What was asked: each argument that is found makes the same questions come up about the rounds that are left.
    answers: FxHashMap<Question, Option<String>>,
    budget: &'a mut Steps,
    cancel: &'a dyn Cancel,
}

impl Asker<'_> {
    /// Returns the argument about the rounds that make a sum smaller. `None` if there is no such round, or if
    /// another round may make the sum greater.
    fn falls(&mut self, sum: usize, left: &[usize]) -> Option<Argument> {
        let all = &self.sums[sum];
        let mut argument = Argument { rounds: Vec::new(), why: Why::Falls(all.clone()), scripts: Vec::new() };
        let effects = left.iter().map(|round| Effect::of(self.function, &self.words[*round], all));
        let effects: Vec<Effect> = effects.collect();
        if !effects.iter().all(|effect| effect.may_keep()) || !effects.iter().any(|effect| effect.may_lower())
        {
            return None;
        }
        for (&round, effect) in left.iter().zip(effects) {
            let compared = |relation| Question::Compared { round, sum, relation };
            let lowers = effect.may_lower().then(|| self.answer(compared(Comparison::Slt)));
            if let Some(script) = lowers.flatten() {
                argument.rounds.push(round);
                argument.scripts.push(script);
            } else {
                argument.scripts.push(self.answer(compared(Comparison::Sle))?);
            }
        }
        (!argument.rounds.is_empty()).then_some(argument)
    }

    /// Returns the argument about the first round that none of the rounds in `left` can follow.
    fn last(&mut self, left: &[usize]) -> Option<Argument> {
        left.iter().find_map(|&round| {
            // Most rounds can follow themselves.
            self.answer(Question::Excluded { round, next: round })?;
            let others = left.iter().map(|&next| self.answer(Question::Excluded { round, next }));
            let scripts: Option<Vec<String>> = others.collect();
            Some(Argument { rounds: vec![round], why: Why::Last, scripts: scripts? })
        })
    }

    /// Returns the script that proves the answer "yes" to a question. `None` if no proof is found.
    fn answer(&mut self, question: Question) -> Option<String> {
        if let Some(known) = self.answers.get(&question) {
            return known.clone();
        }
        let answer = match question {
            Question::Compared { round, sum, relation } => self.compares(round, &self.sums[sum], relation),
            Question::Excluded { round, next } => self.excludes(round, next),
        };
        self.answers.entry(question).or_insert(answer).clone()
    }

    /// Returns the script that proves that the value of a sum after a round is in this relation to its value
    /// before the round. `None` if no proof is found.
    fn compares(&mut self, round: usize, sum: &Sum, relation: Comparison) -> Option<String> {
        let mut encoder = Encoder::new(self.function, self.wrapv);
        let before = value(&mut encoder, sum)?;
        follow(&mut encoder, &self.words[round]);
        let after = value(&mut encoder, sum)?;
        let compared = encoder.terms().compare(relation, after, before);
        let goal = encoder.terms().not(compared);
        self.refuted(encoder, Some(goal))
    }

    /// Returns the script that proves that no run takes the round `next` right after the round `round`.
    /// `None` if no proof is found.
    fn excludes(&mut self, round: usize, next: usize) -> Option<String> {
        let mut encoder = Encoder::new(self.function, self.wrapv);
        follow(&mut encoder, &self.words[round]);
        follow(&mut encoder, &self.words[next]);
        self.refuted(encoder, None)
    }

    /// Returns the script of the encoder's facts and the goal if these cannot all hold. `None` if they can
    /// all hold, if the budget runs out, or if nobody wants the answer any more.
    fn refuted(&mut self, encoder: Encoder, goal: Option<TermId>) -> Option<String> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let assertions: Vec<TermId> = encoder.facts().chain(goal).collect();
        let facts = encoder.finish();
        let mut own = Steps::new(STEPS.min(self.budget.left()));
        let given = own.left();
        let core = contradiction(&facts.terms, &assertions, &mut own);
        self.budget.take_many(given - own.left());
        let core: Vec<TermId> = core?.into_iter().map(|index| assertions[index]).collect();
        let names = Names::new(self.function.cfg, &facts, &core);
        Some(script(&facts.terms, &core, &|symbol| names.of(symbol)))
    }
}

fn follow(encoder: &mut Encoder, word: &RoundWord) {
    for kept in word {
        match kept {
            KeptEdge::Whole(edge) => encoder.edge(*edge),
            KeptEdge::Write(edge) => encoder.forget(*edge),
        }
    }
}

/// Encodes the current value of a sum with so many bits that nothing wraps. `None` if the type of a variable
/// has no bits.
fn value(encoder: &mut Encoder, sum: &Sum) -> Option<TermId> {
    let types: Vec<Type> = sum.iter().map(|(var, _)| encoder.cfg().var(*var).ty).collect();
    let widest = types.iter().map(|ty| width(*ty)).collect::<Option<Vec<u8>>>()?.into_iter().max()?;
    let bits = widest + 2;
    let mut total = encoder.terms().constant(bits, 0);
    for ((var, factor), ty) in sum.iter().zip(types) {
        let term = encoder.place(SymbolSubject::Var(*var), width(ty)?);
        let term = encoder.terms().extend(term, bits, is_signed(ty));
        let op = if *factor > 0 { BinaryOp::Add } else { BinaryOp::Sub };
        total = encoder.terms().binary(op, total, term);
    }
    Some(total)
}
