//! What all symbolic runs of a program share.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use csieve_domains::{
    bits::{TermId, Terms},
    bitwise,
};
use csieve_graph::{Cfg, Type};
use csieve_machine::Graphs;

use crate::{
    code::Code,
    path::Solver,
    question::{Property, Query},
    state::{Input, State},
    stop::{Followed, Stop},
    value::Value,
};

/// Follows symbolic runs.
pub(crate) struct Executor<'g> {
    /// The functions of the program.
    pub graphs: &'g dyn Graphs,
    /// The property that is checked.
    pub property: Property,
    /// The functions that no run may call.
    pub errors: Vec<String>,
    /// All terms.
    pub terms: Terms,
    /// Answers questions about conditions.
    pub solver: Solver,
    /// The prepared functions, by the addresses of their graphs.
    codes: FxHashMap<usize, Rc<Code<'g>>>,
    /// The numbers of names.
    names: FxHashMap<String, u32>,
    /// The symbols of inputs, by the number of the input in its run, the width, and whether it is invented.
    symbols: FxHashMap<(u32, u8, bool), TermId>,
    /// The values of the parts of the expression that is evaluated, by expression.
    pub scratch: Vec<Value>,
}

impl<'g> Executor<'g> {
    /// Creates the executor of a program.
    pub(crate) fn new(graphs: &'g dyn Graphs, query: &Query, solver: Solver) -> Self {
        Self {
            graphs,
            property: query.property,
            errors: query.errors.clone(),
            terms: Terms::default(),
            solver,
            codes: FxHashMap::default(),
            names: FxHashMap::default(),
            symbols: FxHashMap::default(),
            scratch: Vec::new(),
        }
    }

    /// Returns whether signed overflow wraps: it does unless it is what is looked for.
    pub(crate) fn wrapv(&self) -> bool {
        self.property != Property::NoOverflow
    }

    /// Returns the prepared form of a function.
    pub(crate) fn code(&mut self, cfg: &'g Cfg) -> Rc<Code<'g>> {
        let number = self.codes.len() as u32;
        let code = self.codes.entry(std::ptr::from_ref(cfg).addr());
        Rc::clone(code.or_insert_with(|| Rc::new(Code::new(cfg, number))))
    }

    /// Returns the number of a name.
    pub(crate) fn name(&mut self, name: &str) -> u32 {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let number = self.names.len() as u32;
        self.names.insert(name.to_owned(), number);
        number
    }

    /// Returns a constant of a type as a value.
    pub(crate) fn number(&mut self, number: i128, ty: Type) -> Value {
        match bitwise::width(ty) {
            Some(width) => Value::Bits(self.terms.constant(width, number as u128)),
            None => Value::Any,
        }
    }

    fn symbol(&mut self, number: u32, width: u8, invented: bool) -> TermId {
        if let Some(known) = self.symbols.get(&(number, width, invented)) {
            return *known;
        }
        let (_, term) = self.terms.symbol(width);
        self.symbols.insert((number, width, invented), term);
        term
    }

    /// Returns a number of which nothing is known, and that stays the same.
    pub(crate) fn invented(&mut self, state: &mut State<'g>, width: u8) -> TermId {
        state.invented += 1;
        self.symbol(state.invented - 1, width, true)
    }

    /// Returns the number that a function from outside returns.
    pub(crate) fn input(&mut self, state: &mut State<'g>, function: &str, ty: Type) -> Value {
        let Some(width) = bitwise::width(ty).filter(|_| ty != Type::Pointer) else { return Value::Any };
        let symbol = self.symbol(state.asked, width, false);
        state.asked += 1;
        let before = state.inputs.take();
        state.inputs = Some(Rc::new(Input { function: function.into(), symbol, before }));
        Value::Bits(symbol)
    }

    /// Returns a value that is a number even if nothing is known of it, so that it stays the same.
    pub(crate) fn fixed(&mut self, state: &mut State<'g>, value: Value, ty: Type) -> Value {
        match (value, ty, bitwise::width(ty)) {
            (Value::Any, Type::Int(_), Some(width)) => Value::Bits(self.invented(state, width)),
            _ => value,
        }
    }

    /// Returns whether a condition holds on a path. If the path does not decide it, the run is split.
    pub(crate) fn decide(&mut self, state: &State<'g>, condition: TermId) -> Followed<bool> {
        if let Some(known) = self.terms.as_constant(condition) {
            return Ok(known == 1);
        }
        let conditions = &state.path.conditions;
        if conditions.contains(&condition) {
            return Ok(true);
        }
        let opposite = self.terms.not(condition);
        if conditions.contains(&opposite) {
            return Ok(false);
        }
        Err(Stop::Split(condition))
    }

    /// Returns whether a value is not 0; `None` if any value is possible.
    pub(crate) fn truth(&mut self, state: &State<'g>, value: Value) -> Followed<Option<bool>> {
        match value {
            Value::Bits(term) => {
                let is_true = bitwise::is_true(&mut self.terms, term);
                self.decide(state, is_true).map(Some)
            }
            Value::Pointer { .. } => Ok(Some(true)),
            Value::Any => Ok(None),
        }
    }
}
