//! Quick forms of calls and returns of functions that have a graph.

use std::cell::OnceCell;

use super::{
    arithmetic::Range,
    compile::{expression, range, variable},
    expression::{Expression, Registers, View, cast},
    slots::Variable,
    word::Word,
};
use crate::{
    code::Code,
    inputs::{Callee, Host},
    object::Object,
    state::{Frame, Machine},
    value::Value,
};
use csieve_graph::{Cfg, ExprId, Type, VarId};

/// A call of a function by its name.
pub(crate) struct Call<'g> {
    name: &'g str,
    args: Box<[(Expression, Type)]>,
    pub result: Option<VarId>,
    /// The callee; `None` if a call of it has no quick form.
    callee: OnceCell<Option<Entered<'g>>>,
}

/// A function that is called.
struct Entered<'g> {
    cfg: &'g Cfg,
    /// The conversions of arguments to the types of their parameters.
    conversions: Box<[Option<(Type, Range)>]>,
}

impl<'g> Call<'g> {
    /// Makes the quick form of a call; `None` if it has none.
    pub(crate) fn new(
        code: &Code<'g>,
        name: &'g str,
        args: &[ExprId],
        result: Option<VarId>,
    ) -> Option<Self> {
        let args = args.iter().map(|arg| Some((expression(code, *arg)?, code.cfg.expr(*arg).ty)));
        Some(Self { name, args: args.collect::<Option<_>>()?, result, callee: OnceCell::new() })
    }

    /// Finds the values of the arguments in the types of the parameters, and returns the graph of the callee.
    /// `None` if the general form has to do that.
    pub(crate) fn passes<S: Copy + Default>(
        &self,
        view: &mut View<'_, 'g, S>,
        registers: &mut Registers,
        words: &mut Vec<Word>,
    ) -> Option<&'g Cfg> {
        words.clear();
        for (arg, _) in &self.args {
            words.push(arg.value(view, registers)?);
        }
        let entered = self.callee.get_or_init(|| self.entered(view.code)).as_ref()?;
        for (conversion, word) in entered.conversions.iter().zip(words) {
            if let Some((to, range)) = conversion {
                *word = cast(*to, range, *word)?;
            }
        }
        Some(entered.cfg)
    }

    fn entered(&self, code: &Code<'g>) -> Option<Entered<'g>> {
        let Callee::Graph(cfg) = code.graphs.graph(self.name) else { return None };
        let params = cfg.params.as_ref()?;
        if params.len() != self.args.len() || cfg.concrete.params.iter().any(Option::is_some) {
            return None;
        }
        let conversions = params.iter().zip(&self.args).map(|(param, (_, from))| {
            let to = cfg.var((*param)?).ty;
            let range = range(to)?;
            Some((*from != to).then_some((to, range)))
        });
        Some(Entered { cfg, conversions: conversions.collect::<Option<_>>()? })
    }
}

/// What a return does to the variable of the caller that receives the result.
#[derive(Clone, Copy)]
pub(crate) enum Received {
    Nothing,
    Value(Variable, Word),
}

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Enters a function with the words as arguments.
    pub(super) fn enter_quickly(&mut self, cfg: &'g Cfg, result: Option<VarId>) {
        self.settle();
        self.push(cfg, result);
        let params = cfg.params.iter().flatten().copied().flatten();
        let words = std::mem::take(&mut self.words);
        for (var, word) in params.zip(&words) {
            match variable(&self.frame().code, var) {
                Some(variable) if variable.has_slot => self.receive(variable, *word),
                _ => self.set(var, Value::plain(word.known())),
            }
        }
        self.words = words;
    }

    /// Returns what a return does to the caller's variable for the result; `None` if the return has no quick
    /// form.
    pub(super) fn received(&self, value: Option<(Word, Type)>) -> Option<Received> {
        let [.., caller, frame] = self.frames.as_slice() else { return None };
        if self.memory.owes() || !frame.returned.is_empty() || !frame.older.is_empty() {
            return None;
        }
        let Some(var) = frame.result else { return Some(Received::Nothing) };
        let (word, from) = value?;
        let var = variable(&caller.code, var)?;
        let word = if from == var.ty { word } else { cast(var.ty, &range(var.ty)?, word)? };
        (var.has_slot || caller.vars[var.id.index()].is_some()).then_some(Received::Value(var, word))
    }

    /// Returns from the innermost call to its caller.
    pub(super) fn return_quickly(&mut self, received: Received) {
        let Some(frame) = self.frames.pop() else { return };
        for (id, var) in frame.vars.iter().zip(&frame.cfg.vars) {
            let Some(id) = *id else { continue };
            // Nothing leads to an object of the call.
            if !var.exposed || self.memory.get(id).is_of_call() {
                self.memory.remove(id);
            }
        }
        self.spare.push(frame);
        if let Received::Value(var, word) = received {
            self.receive(var, word);
        }
        if let Some(Frame { cfg, at, edge, .. }) = self.frames.last_mut() {
            *at = cfg.edge(*edge).to;
        }
        self.may_lose = false;
    }

    /// Gives a variable of the innermost call a value. The variable has a slot or an object.
    fn receive(&mut self, var: Variable, word: Word) {
        let Some(Frame { code, vars, slots, .. }) = self.frames.last_mut() else { return };
        match vars[var.id.index()] {
            Some(_) if slots.get(var.id).is_some() => {
                slots.write(var.id, word);
            }
            Some(id) => {
                self.memory.get_mut(id).cells.set(Value::plain(word.known()), var.ty, code.cfg.model);
            }
            None => {
                vars[var.id.index()] = Some(self.memory.add(Object::local(
                    code.name(var.id),
                    code.cfg.var(var.id),
                    code.cfg.model,
                )));
                slots.start(var.id, word);
            }
        }
    }
}
