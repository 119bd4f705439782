//! Other inputs for a part of a run.

use csieve_base::budget::Steps;
use csieve_domains::{
    bits::{Answer, Comparison, TermId, solve},
    bitwise::width,
};
use csieve_graph::Type;

use crate::{Chosen, Source};

use super::{Asked, Assignment, Decision, Explorer, Trace, conditions::Conditions};

/// The numbers for inputs that nothing restricts: small ones, and one that hardly any code expects.
const OPEN: [u128; 3] = [0, 1, 0x5a5b_5c5d];

/// The largest number of restricted inputs for which other numbers are looked for.
const MOST: usize = 8;

/// An input with a number, or a pointer that is NULL.
struct Input<'a> {
    source: &'a Source,
    symbol: TermId,
    width: u8,
    is_signed: bool,
    is_null: bool,
}

impl Explorer<'_> {
    /// Returns inputs with which some of the decisions of `trace` stay as they are, but with other numbers. Some
    /// assignments change all inputs that these decisions leave open, and each of the others gives one input the
    /// smallest or the largest number that the decisions allow. Outcomes of operations stay. `None` if there
    /// are too many inputs, or if the solver needs more than `steps` steps for one of them.
    pub fn others(
        &mut self,
        trace: &Trace,
        assignment: &Assignment,
        decisions: &[Decision],
        steps: u32,
    ) -> Option<Vec<Assignment>> {
        let holds: Vec<TermId> = decisions.iter().filter_map(|decision| decision.holds).collect();
        let restricted = self.choices.terms.symbols_of(&holds);
        let met = holds.into_iter().map(|holds| (0, holds));
        let conditions = Conditions::of(&mut self.known, &self.choices.terms, met);
        let mut open = OPEN.map(|_| assignment.clone());
        let mut others = Vec::new();
        for asked in &trace.asked {
            let Some(input) = self.input(asked) else { continue };
            let symbols = self.choices.terms.symbols_of(&[input.symbol]);
            if symbols.iter().any(|symbol| restricted.contains(symbol)) {
                if others.len() == 2 * MOST {
                    return None;
                }
                for is_largest in [false, true] {
                    others.push(self.extreme(&input, is_largest, &conditions, assignment, steps)?);
                }
                continue;
            }
            for (open, number) in open.iter_mut().zip(OPEN) {
                if input.is_null {
                    open.remove(input.source);
                } else {
                    open.insert(input.source.clone(), number);
                }
            }
        }
        others.extend(open);
        Some(others)
    }

    /// Returns an input for which other numbers may be looked for.
    fn input<'t>(&mut self, asked: &'t Asked) -> Option<Input<'t>> {
        let Asked { source, ty, chosen, .. } = asked;
        let is_null = *chosen == Chosen::Null;
        let is_number = is_null || matches!(chosen, Chosen::Number(_));
        let width = width(*ty).filter(|_| is_number && !source.is_outcome())?;
        let is_signed = matches!(ty, Type::Int(int) if int.signed);
        Some(Input { source, symbol: self.choices.symbol(source, width), width, is_signed, is_null })
    }

    /// Returns the assignment with the smallest or the largest number of an input with which some conditions
    /// hold. `None` if the solver needs more than `steps` steps.
    fn extreme(
        &mut self,
        input: &Input,
        is_largest: bool,
        holds: &Conditions,
        assignment: &Assignment,
        steps: u32,
    ) -> Option<Assignment> {
        let all = u128::MAX >> (128 - u32::from(input.width));
        // With its highest bit turned, a signed number is ordered like an unsigned one.
        let turned = if input.is_signed { 1 << (input.width - 1) } else { 0 };
        let (mut low, mut high) = (0, all);
        let mut best = assignment.clone();
        while low <= high {
            let middle = low + (high - low) / 2;
            let bound = self.choices.terms.constant(input.width, (middle ^ turned) & all);
            let comparison = if input.is_signed { Comparison::Sle } else { Comparison::Ule };
            let sides = if is_largest { [bound, input.symbol] } else { [input.symbol, bound] };
            let within = self.choices.terms.compare(comparison, sides[0], sides[1]);
            let symbols = self.known.symbols(&self.choices.terms, within);
            let conditions = holds.related(within, &symbols, usize::MAX);
            match solve(&self.choices.terms, &conditions, &mut Steps::new(steps)) {
                Answer::Sat(model) => {
                    best = self.changed(assignment, &conditions, &model);
                    if is_largest {
                        low = middle + 1;
                    } else if middle == 0 {
                        break;
                    } else {
                        high = middle - 1;
                    }
                }
                Answer::Unsat(_) if is_largest && middle == 0 => break,
                Answer::Unsat(_) if is_largest => high = middle - 1,
                Answer::Unsat(_) => low = middle + 1,
                Answer::Unknown => return None,
            }
        }
        Some(best)
    }
}
