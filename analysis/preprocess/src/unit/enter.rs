//! Expands macro invocations.

use std::sync::Arc;

use super::{Context, Job, Tokens, Unit};
use crate::macros::{Arguments, MacroKind, Parameters, Substitution};
use crate::{ExpansionId, NoteKind, Token, TokenKind};

impl Unit<'_> {
    /// Expands the macro that a token names. The name of a function-like macro that no `(` follows is put out
    /// unexpanded.
    pub(super) fn enter(&mut self, token: Token) {
        if token.expansion.is_none() && self.expander.contexts.is_empty() {
            self.start_outermost(token);
        } else if self.too_long() {
            self.give_up();
            return;
        }
        let Some(index) = self.state.macros.find(token.name) else { return };
        match &self.state.macros.get(index).kind {
            &MacroKind::Builtin(builtin) => self.builtin(token, builtin),
            MacroKind::Object => self.object(token, index),
            MacroKind::Function(parameters) => {
                let parameters = Arc::clone(parameters);
                self.function(token, index, parameters);
            }
        }
    }

    fn object(&mut self, token: Token, index: u32) {
        let expansion = self.begin(&token, None);
        let definition = self.state.macros.get(index);
        if definition.operators {
            self.substitute(token, index, expansion, &Arguments::default());
            return;
        }
        let (body, source) = (definition.body.clone(), definition.source);
        self.push(&token, Tokens::Body { at: body.start, end: body.end, source, expansion });
    }

    fn function(&mut self, token: Token, index: u32, parameters: Arc<Parameters>) {
        if let Err(passed) = self.open_parenthesis() {
            self.put(token);
            if let Some(padding) = passed {
                self.put(padding);
            }
            return;
        }
        let mut collected = self.collect(parameters.variadic.then_some(parameters.names.len()));
        match collected.check(&parameters, self.options.strict) {
            Ok(close) => {
                let expansion = self.begin(&token, Some(&close));
                let arguments = collected.arguments(expansion);
                let floor = self.expander.contexts.len();
                let job = Job { token, definition: index, parameters, expansion, arguments, done: 0, floor };
                self.expander.jobs.push(job);
                self.expand_arguments();
            }
            Err(message) => {
                let name = self.state.names.text(token.name);
                let message = format!("Macro '{name}' {message}");
                self.note(NoteKind::Invocation, token.spelling, message);
                self.put(token);
                self.replay_unchanged(collected);
            }
        }
    }

    /// Starts the expansion of the next argument of the innermost [`Job`], or substitutes the arguments in
    /// the macro's body if none is left to expand.
    fn expand_arguments(&mut self) {
        let Some(job) = self.expander.jobs.last_mut() else { return };
        while let Some(&parameter) = job.parameters.expanded.get(job.done) {
            let macros = &self.state.macros;
            let expands =
                |token: &Token| token.kind == TokenKind::Identifier && macros.is_defined(token.name);
            if job.arguments.raw(parameter).iter().any(expands) {
                let range = job.arguments.start_result(parameter);
                let tokens = Tokens::Argument { at: range.start, end: range.end };
                self.expander.contexts.push(Context { tokens, disabled: None });
                return;
            }
            job.done += 1;
        }
        let Some(job) = self.expander.jobs.pop() else { return };
        self.substitute(job.token, job.definition, job.expansion, &job.arguments);
        self.expander.spare.put_arguments(job.arguments);
    }

    /// Ends the expansion of an argument of the innermost [`Job`].
    pub(super) fn end_argument(&mut self) {
        let Some(job) = self.expander.jobs.last_mut() else { return };
        job.arguments.end_result();
        job.done += 1;
        self.expand_arguments();
    }

    fn substitute(&mut self, token: Token, index: u32, expansion: ExpansionId, arguments: &Arguments) {
        let tokens = self.expander.spare.list();
        let definition = self.state.macros.get(index);
        let body = self.state.macros.body(definition);
        let names = &mut self.state.names;
        let (budget, failed) = (self.options.limits.expansion, Vec::new());
        let mut substitution = Substitution { definition, body, arguments, names, expansion, budget, failed };
        let tokens = substitution.run(tokens);
        let cost = budget - substitution.budget;
        for (left, right) in substitution.failed {
            let (left, right) = (self.state.names.text(left), self.state.names.text(right));
            let message = format!("Joining '{left}' and '{right}' does not give a token");
            self.note(NoteKind::Paste, token.spelling, message);
        }
        self.count(cost);
        if cost == budget || self.too_long() {
            self.give_up();
            return;
        }
        self.push(&token, Tokens::List { tokens, at: 0 });
    }

    /// Makes `tokens`, the result of the invocation of the macro `token`, the next tokens to be read. The
    /// macro is not expanded inside the result.
    fn push(&mut self, token: &Token, tokens: Tokens) {
        self.state.macros.disable(token.name);
        self.pad(Some(token));
        self.expander.contexts.push(Context { tokens, disabled: Some(token.name) });
    }

    /// Makes a list of tokens the next tokens to be read.
    pub(super) fn push_list(&mut self, tokens: Vec<Token>) {
        self.expander.contexts.push(Context { tokens: Tokens::List { tokens, at: 0 }, disabled: None });
    }
}
