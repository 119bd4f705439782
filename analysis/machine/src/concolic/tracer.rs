//! The host of concolic execution: it carries terms along with the values of a run.

use rustc_hash::FxHashMap;

use csieve_base::library::Library;
use csieve_domains::{
    bits::TermId,
    bitwise::{self, Meaning, is_between, is_one_of, is_true, number, width},
};
use csieve_graph::{BinaryOp, Cfg, EdgeId, Tests, Type, UnaryOp};

use crate::{Chosen, Host, InputObject, Known, OperatorTypes, Run, Source, Value};

use super::{
    choices::{Assignment, Choices},
    decision::{Decision, Guard},
    freedom::{Freedom, Given},
    record::Record,
    trace::Trace,
};

/// The term of a value; `None` if the value does not depend on inputs.
type Shadow = Option<TermId>;

/// Builds the terms of a run and records its trace.
pub(super) struct Tracer<'a> {
    choices: &'a mut Choices,
    assignment: &'a Assignment,
    freedom: Freedom,
    library: &'a Library,
    /// The graph of the function that is run first.
    first: Option<&'a Cfg>,
    wrapv: bool,
    /// The numbers of input objects ([`InputObject::Fresh`]), by the bits of the pointers that lead to them.
    objects: FxHashMap<u128, u32>,
    record: Record,
    decisions: Vec<Decision>,
}

impl<'a> Tracer<'a> {
    /// Creates the host of a run that takes the inputs of `assignment`.
    pub(super) fn new(
        choices: &'a mut Choices,
        assignment: &'a Assignment,
        freedom: Freedom,
        (library, first): (&'a Library, Option<&'a Cfg>),
        wrapv: bool,
    ) -> Self {
        Self {
            choices,
            assignment,
            freedom,
            library,
            first,
            wrapv,
            objects: FxHashMap::default(),
            record: Record::default(),
            decisions: Vec::new(),
        }
    }

    /// Returns the trace of the run after its end.
    pub(super) fn finish(self, run: Run) -> Trace {
        self.record.finish(run, self.decisions)
    }

    /// Returns the term of a value in a type; `None` if the value is unknown or the type has no width.
    fn term(&mut self, value: &Value<Shadow>, ty: Type) -> Option<TermId> {
        let width = width(ty)?;
        let term = match (value.shadow, value.known) {
            (Some(term), _) => term,
            (None, Known::Number(number)) => self.choices.terms.constant(width, number as u128),
            (None, _) => return None,
        };
        (self.choices.terms.width(term) == width).then_some(term)
    }

    fn decide(&mut self, guard: Guard, holds: Option<TermId>) {
        let holds = holds.filter(|term| self.choices.terms.as_constant(*term).is_none());
        self.decisions.push(Decision { guard, holds });
    }

    /// Returns the value of an operator's result as a term. Records the conditions without which the result
    /// is undefined as decisions.
    fn meant(&mut self, meaning: Meaning) -> TermId {
        for condition in [meaning.requires, meaning.defined].into_iter().flatten() {
            self.decide(Guard::Defined, Some(condition));
        }
        meaning.value
    }

    /// Returns a pointer to an object to which no other input leads, even if the values that were chosen for
    /// the inputs ask for a shared object.
    fn own_object(&mut self, source: &Source) -> Chosen {
        let symbol = self.choices.symbol(source, 64);
        let fresh = self.objects.len() as u32;
        let object = InputObject::Fresh(*self.objects.entry(self.choices.object(symbol)).or_insert(fresh));
        Chosen::Object { object, offset: 0 }
    }

    /// Chooses the value of an input of `width` bits: that of the assignment, or an ordinary one. Returns the
    /// value with the symbol of the input.
    fn chosen(&mut self, source: &Source, ty: Type, width: u8) -> (Chosen, TermId) {
        let symbol = self.choices.symbol(source, width);
        let is_outcome = source.is_outcome();
        let ordinary = if ty == Type::Pointer && !is_outcome {
            self.choices.object(symbol)
        } else {
            self.freedom.ordinary(source) as u128
        };
        let named = self.named(source);
        let ordinary = match named {
            Some(named) if !named.contains(&(ordinary as i128)) => named[0] as u128,
            _ => ordinary,
        };
        let bits = self.assignment.get(source).copied().unwrap_or(ordinary);
        let chosen = match ty {
            Type::Pointer if bits == 0 => Chosen::Null,
            Type::Pointer => {
                let fresh = self.objects.len() as u32;
                let object = InputObject::Fresh(*self.objects.entry(bits).or_insert(fresh));
                Chosen::Object { object, offset: 0 }
            }
            Type::Int(_) | Type::Float(_) | Type::Unknown | Type::Void => Chosen::Number(number(bits, ty)),
        };
        if is_outcome {
            let mut holds = is_true(&mut self.choices.terms, symbol);
            if bits == 0 {
                holds = self.choices.terms.not(holds);
            }
            self.decide(Guard::Outcome, Some(holds));
        }
        if let (Some((least, most)), Type::Int(_)) = (self.freedom.limits(source), ty) {
            let is_possible = is_between(&mut self.choices.terms, symbol, ty, least, most);
            self.decide(Guard::Defined, Some(is_possible));
        }
        if let Some(named) = named {
            let is_possible = is_one_of(&mut self.choices.terms, symbol, named);
            self.decide(Guard::Defined, Some(is_possible));
        }
        (chosen, symbol)
    }

    /// Returns the values that the enumeration of a parameter names, if callers choose it.
    fn named(&self, source: &Source) -> Option<&'a [i128]> {
        let Source::Param(index) = source else { return None };
        // A test of the function may pass another value, too.
        let of = self.first.filter(|_| self.freedom.is_of_caller());
        of?.concrete.enumerators.get(index).map(|values| &**values)
    }
}

impl Host for Tracer<'_> {
    type Shadow = Shadow;

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, Shadow) {
        let width = if source.is_outcome() { Some(1) } else { width(ty) };
        let (chosen, shadow) = match (width, self.freedom.given(source, ty, self.library)) {
            (Some(width), Given::Choice) => {
                let (chosen, symbol) = self.chosen(source, ty, width);
                (chosen, Some(symbol))
            }
            (Some(_), Given::Object) => (self.own_object(source), None),
            (None, _) | (_, Given::Nothing) => (Chosen::Nothing, None),
        };
        self.record.ask(source, ty, &chosen);
        (chosen, shadow)
    }

    fn unary(&mut self, op: UnaryOp, ty: Type, operand: &Value<Shadow>, _result: i128) -> Shadow {
        let term = operand.shadow?;
        let meaning = bitwise::unary(&mut self.choices.terms, op, term, ty, self.wrapv)?;
        Some(self.meant(meaning))
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        types: OperatorTypes,
        operands: [&Value<Shadow>; 2],
        _result: i128,
    ) -> Shadow {
        let [left, right] = operands;
        left.shadow.or(right.shadow)?;
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let left = self.term(left, types.operands)?;
        let (right, right_ty) = match right.shadow {
            // Only shifts have a right operand whose type may differ from the left operand's.
            Some(term) if is_shift => (term, Type::INT),
            _ => (self.term(right, types.operands)?, types.operands),
        };
        let operands = [(left, types.operands), (right, right_ty)];
        let meaning = bitwise::binary(&mut self.choices.terms, op, operands, types.result, self.wrapv)?;
        Some(self.meant(meaning))
    }

    fn cast(&mut self, from: Type, to: Type, operand: &Value<Shadow>, _result: i128) -> Shadow {
        bitwise::cast(&mut self.choices.terms, operand.shadow?, from, to)
    }

    fn branch(&mut self, function: &Cfg, edge: EdgeId, depth: usize, value: &Value<Shadow>, holds: bool) {
        let terms = &mut self.choices.terms;
        let condition = value.shadow.map(|term| {
            let (holds_if, holds) = match function.edge(edge).effects().tests {
                Tests::NoneOf { cases, .. } => {
                    let one = is_one_of(terms, term, cases);
                    (terms.not(one), holds)
                }
                Tests::Within { value, low, high } => {
                    (is_between(terms, term, function.expr(value).ty, low, high), holds)
                }
                Tests::Nothing
                | Tests::Condition { .. }
                | Tests::Misuse { .. }
                | Tests::Pointer { .. }
                | Tests::Handle { .. } => (is_true(terms, term), value.known.truth().unwrap_or(holds)),
            };
            if holds { holds_if } else { terms.not(holds_if) }
        });
        self.decide(Guard::Edge { edge, depth }, condition);
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        self.record.visit(function, edge, depth, self.decisions.len());
    }
}
