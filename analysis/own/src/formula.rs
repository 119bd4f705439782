//! The automaton of a rule from a formula of CTL. It accepts the runs that break the formula.
//!
//! A state of the automaton is a part of the formula that the rest of the run still has to show, or to break:
//! what the witness search of [`csieve_modelcheck::ctl`] does on a structure, done once for all of them. Only
//! formulas that one run can break have such an automaton. `AF a` means: before the function returns.

use csieve_base::own::{Automaton, Guard, MAX_STATES, Source, State, Target, Transition};
use csieve_modelcheck::ctl::{Formula, FormulaId, Formulas, parse};

use crate::{labels::RETURN, states::of_label};

/// A formula that the rest of a run has to show (`holds`), or to break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Goal {
    formula: FormulaId,
    holds: bool,
}

/// The result of a mistake: the column in the formula, from 1, and the problem.
pub(crate) type WrongFormula = (usize, String);

/// Makes the automaton of the runs that break a formula.
pub(crate) fn automaton(text: &str, labels: &[(String, Source)]) -> Result<Automaton, WrongFormula> {
    let mut formulas = Formulas::default();
    let formula = read(&mut formulas, text, labels)?;
    let mut maker = Maker { formulas: &formulas, labels, goals: Vec::new() };
    let whole = |problem: &str| (1, problem.to_owned());
    let goal = maker.goal(Goal { formula, holds: false });
    if maker.is_plain(goal.formula) {
        return Err(whole("the formula has no operator of time, such as `AG`"));
    }
    maker.goals.push(goal);
    let mut states = Vec::new();
    while let Some(goal) = maker.goals.get(states.len()).copied() {
        let transitions = maker.expand(goal).map_err(whole)?;
        states.push(State { name: format!("{}", states.len()), transitions, stays: false });
        if maker.goals.len() > MAX_STATES {
            return Err(whole("the formula needs too many states"));
        }
    }
    Ok(Automaton { states })
}

/// Returns the condition on one event that a formula without operators of time is.
pub(crate) fn guard(text: &str, labels: &[(String, Source)]) -> Result<Guard, WrongFormula> {
    let mut formulas = Formulas::default();
    let formula = read(&mut formulas, text, labels)?;
    let maker = Maker { formulas: &formulas, labels, goals: Vec::new() };
    if !maker.is_plain(formula) {
        return Err((1, "what leads to a state is about one event, without operators of time".to_owned()));
    }
    Ok(maker.guard(formula, true))
}

/// Reads a formula over known labels.
fn read(formulas: &mut Formulas, text: &str, labels: &[(String, Source)]) -> Result<FormulaId, WrongFormula> {
    let formula =
        parse(formulas, text).map_err(|error| (error.column, format!("expected {}", error.expected)))?;
    for part in formulas.parts(formula) {
        if let Formula::Label(name) = formulas.get(part) {
            of_label(labels, name).map_err(|problem| (column(text, name), problem))?;
        }
    }
    Ok(formula)
}

/// Returns the column of a label in a formula, from 1.
fn column(text: &str, name: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let whole = |at: &usize| !text[..*at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word);
    let at = text.match_indices(name).map(|(at, _)| at).find(whole).unwrap_or(0);
    text[..at].chars().count() + 1
}

struct Maker<'a> {
    formulas: &'a Formulas,
    labels: &'a [(String, Source)],
    goals: Vec<Goal>,
}

impl Maker<'_> {
    /// Returns the same goal about a formula that is no negation.
    fn goal(&self, goal: Goal) -> Goal {
        match *self.formulas.get(goal.formula) {
            Formula::Not(formula) => Goal { formula, holds: !goal.holds },
            _ => goal,
        }
    }

    /// Returns whether the labels of one event decide a formula.
    fn is_plain(&self, formula: FormulaId) -> bool {
        let is_time = |part: &FormulaId| {
            matches!(self.formulas.get(*part), Formula::Ex(_) | Formula::Eu(..) | Formula::Eg(_))
        };
        !self.formulas.parts(formula).iter().any(is_time)
    }

    /// Returns the condition on an event that a plain formula holds.
    fn guard(&self, formula: FormulaId, holds: bool) -> Guard {
        let guard = match *self.formulas.get(formula) {
            Formula::Label(ref name) => {
                of_label(self.labels, name).unwrap_or(Guard::Not(Box::new(Guard::True)))
            }
            Formula::Not(inner) => return self.guard(inner, !holds),
            Formula::And(a, b) => Guard::All(vec![self.guard(a, true), self.guard(b, true)]),
            Formula::True | Formula::Ex(_) | Formula::Eu(..) | Formula::Eg(_) => Guard::True,
        };
        if holds { guard } else { Guard::Not(Box::new(guard)) }
    }

    /// Returns the state of a goal. A new goal is added.
    fn state(&mut self, goal: Goal) -> Target {
        let known = self.goals.iter().position(|known| *known == goal);
        Target::State(known.unwrap_or_else(|| {
            self.goals.push(goal);
            self.goals.len() - 1
        }))
    }

    /// Returns how an event can bring a goal nearer.
    fn expand(&mut self, goal: Goal) -> Result<Vec<Transition>, &'static str> {
        let Goal { formula, holds } = self.goal(goal);
        if self.is_plain(formula) {
            return Ok(vec![Transition { on: self.guard(formula, holds), to: Target::Misuse }]);
        }
        let same = |formula| Goal { formula, holds };
        match *self.formulas.get(formula) {
            Formula::And(a, b) if holds => match (self.is_plain(a), self.is_plain(b)) {
                (true, _) => Ok(under(&self.guard(a, true), self.expand(same(b))?)),
                (_, true) => Ok(under(&self.guard(b, true), self.expand(same(a))?)),
                _ => Err(ONE_RUN),
            },
            Formula::And(a, b) => {
                let mut either = self.expand(same(a))?;
                either.extend(self.expand(same(b))?);
                Ok(either)
            }
            Formula::Eu(before, end) if holds && self.is_plain(before) => {
                let mut ways = self.expand(Goal { formula: end, holds: true })?;
                let to = self.state(goal);
                ways.push(Transition { on: self.guard(before, true), to });
                Ok(ways)
            }
            Formula::Eg(always) if holds && self.is_plain(always) => {
                let on = self.guard(always, true);
                let returns = of_label(self.labels, RETURN).unwrap_or(Guard::True);
                let ends = Transition { on: Guard::All(vec![on.clone(), returns]), to: Target::Misuse };
                Ok(vec![ends, Transition { on, to: self.state(goal) }])
            }
            Formula::Ex(_) => Err("`EX` and `AX` have no meaning in a rule: no event is next to another"),
            _ => Err(ONE_RUN),
        }
    }
}

const ONE_RUN: &str = "no single run can break this formula: write it with `AG`, `AF` and `A[a U b]`, and `!EF` and `!E[a U b]`";

/// Adds a condition to transitions.
fn under(guard: &Guard, transitions: Vec<Transition>) -> Vec<Transition> {
    let narrowed = |one: Transition| Transition { on: Guard::All(vec![guard.clone(), one.on]), to: one.to };
    transitions.into_iter().map(narrowed).collect()
}
