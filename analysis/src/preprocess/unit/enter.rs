//! Invocations.

use super::{Context, Job, Tokens, Unit};
use crate::preprocess::macros::{Arguments, MacroKind, Substitution};
use crate::preprocess::{Expansion, ExpansionId, NoteKind, Place, Token, TokenKind};
use crate::text::Span;

/// The invocation in a file that expansion started with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outermost {
    /// The macro's name.
    token: Token,
    /// Tokens of the unit before it.
    tokens: usize,
    /// Steps before it.
    steps: u64,
    /// The file and its next token, to go back to.
    file: usize,
    at: u32,
    directive: u32,
}

impl Unit<'_> {
    /// Expands the macro that a token names, if it is an invocation.
    pub(super) fn enter(&mut self, token: Token) {
        if token.expansion.is_none() && self.expander.contexts.is_empty() {
            let file = self.file();
            self.expander.outermost = Some(Outermost {
                token,
                tokens: self.state.tokens.len(),
                steps: self.state.steps,
                file: self.files.len(),
                at: file.at,
                directive: file.directive,
            });
        } else if self.too_long() {
            self.give_up();
            return;
        }
        let Some(index) = self.state.macros.find(token.name) else { return };
        match self.state.macros.get(index).kind {
            MacroKind::Builtin(builtin) => self.builtin(token, builtin),
            MacroKind::Object => self.object(token, index),
            MacroKind::Function(_) => self.function(token, index),
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
        let tokens = Tokens::Body { at: body.start, end: body.end, source, expansion };
        self.push(token, tokens);
    }

    fn function(&mut self, token: Token, index: u32) {
        if let Err(passed) = self.open_parenthesis() {
            self.put(token);
            if let Some(padding) = passed {
                self.put(padding);
            }
            return;
        }
        let parameters = self.state.macros.get(index).parameters().cloned().unwrap_or_default();
        let collected = self.collect(parameters.variadic.then_some(parameters.names.len()));
        match collected.arguments(&parameters, self.options.strict) {
            Ok((mut arguments, close)) => {
                let expansion = self.begin(&token, Some(&close));
                for argument in &mut arguments.tokens {
                    argument.expansion = Some(expansion);
                }
                let floor = self.expander.contexts.len();
                let output = Vec::new();
                let job = Job { token, definition: index, expansion, arguments, done: 0, output, floor };
                self.prepare(job, &parameters.expanded);
            }
            Err((message, tokens)) => {
                let name = self.state.names.text(token.name);
                let message = format!("Macro '{name}' {message}");
                self.note(NoteKind::Invocation, token.spelling, message);
                self.put(token);
                let tokens = Tokens::List { tokens, at: 0 };
                self.expander.contexts.push(Context { tokens, disabled: None });
            }
        }
    }

    /// Expands the next argument that needs it, or finishes the invocation.
    fn prepare(&mut self, mut job: Job, order: &[u16]) {
        while let Some(&parameter) = order.get(job.done) {
            if job.arguments.raw(parameter).iter().any(|token| self.may_expand(token)) {
                let range = job.arguments.ranges[usize::from(parameter)].clone();
                let index = self.expander.jobs.len();
                let tokens = Tokens::Argument { job: index, at: range.start, end: range.end };
                self.expander.jobs.push(job);
                self.expander.contexts.push(Context { tokens, disabled: None });
                return;
            }
            job.done += 1;
        }
        self.substitute(job.token, job.definition, job.expansion, &job.arguments);
    }

    fn may_expand(&self, token: &Token) -> bool {
        token.kind == TokenKind::Identifier && self.state.macros.is_defined(token.name)
    }

    /// The innermost job has expanded an argument.
    pub(super) fn end_argument(&mut self) {
        let Some(mut job) = self.expander.jobs.pop() else { return };
        let order = match self.state.macros.get(job.definition).parameters() {
            Some(parameters) => parameters.expanded.clone(),
            None => Vec::new(),
        };
        if let Some(&parameter) = order.get(job.done) {
            let output = std::mem::take(&mut job.output);
            let expanded = &mut job.arguments.expanded;
            expanded.resize(expanded.len().max(usize::from(parameter) + 1), None);
            expanded[usize::from(parameter)] = Some(output);
        }
        job.done += 1;
        self.prepare(job, &order);
    }

    fn substitute(&mut self, token: Token, index: u32, expansion: ExpansionId, arguments: &Arguments) {
        let definition = self.state.macros.get(index);
        let body = self.state.macros.body(definition);
        let names = &mut self.state.names;
        let mut substitution =
            Substitution { definition, body, arguments, names, expansion, failed: Vec::new() };
        let tokens = substitution.run();
        for (left, right) in substitution.failed {
            let (left, right) = (self.state.names.text(left), self.state.names.text(right));
            let message = format!("Joining '{left}' and '{right}' does not give a token");
            self.note(NoteKind::Paste, token.spelling, message);
        }
        self.count(tokens.len() as u64);
        self.push(token, Tokens::List { tokens, at: 0 });
    }

    /// The result of an invocation is read next; the macro is not expanded within.
    fn push(&mut self, token: Token, tokens: Tokens) {
        self.state.macros.disable(token.name);
        self.pad(Some(&token));
        self.expander.contexts.push(Context { tokens, disabled: Some(token.name) });
    }

    /// Records an invocation that ends with `close`.
    pub(super) fn begin(&mut self, token: &Token, close: Option<&Token>) -> ExpansionId {
        let id = ExpansionId(self.state.expansions.len() as u32);
        let parent = token.expansion;
        let above = parent.and_then(|parent| self.state.expansions.get(parent.0 as usize)).copied();
        let close = close.unwrap_or(token);
        let outermost = above.map_or(id, |above| above.outermost);
        if close.expansion.is_none() && above.is_some() {
            self.stretch_call(outermost, close);
        }
        let call = match self.state.expansions.get(outermost.0 as usize) {
            Some(outer) => inner_call(outer.call, token.spelling, close.spelling),
            None if close.expansion.is_none() => join(token.spelling, close.spelling),
            None => token.spelling,
        };
        self.state.expansions.push(Expansion { name: token.name, call, parent, outermost });
        id
    }

    /// The arguments of a macro in another's result stand in the file: the outermost invocation goes on to there.
    fn stretch_call(&mut self, outermost: ExpansionId, close: &Token) {
        if let Some(outer) = self.state.expansions.get_mut(outermost.0 as usize)
            && outer.call.source == close.spelling.source
        {
            outer.call.span.end = outer.call.span.end.max(close.spelling.span.end);
        }
    }

    fn too_long(&self) -> bool {
        let before = self.expander.outermost.map_or(0, |outermost| outermost.steps);
        self.state.steps - before > self.options.limits.expansion
    }

    /// Ends an expansion that is too long: the outermost invocation is left as it stands in its file.
    fn give_up(&mut self) {
        while let Some(context) = self.expander.contexts.pop() {
            if let Some(name) = context.disabled {
                self.state.macros.enable(name);
            }
        }
        self.expander.jobs.clear();
        let Some(outermost) = self.expander.outermost.take() else { return };
        let name = self.state.names.text(outermost.token.name);
        let message = format!("The expansion of '{name}' is too long; it is left as it is");
        self.note(NoteKind::Limit, outermost.token.spelling, message);
        if let Some(line) = &mut self.expander.line {
            line.at = line.end;
            return;
        }
        self.state.tokens.truncate(outermost.tokens);
        let files = self.files.len();
        let file = self.file_mut();
        if files == outermost.file && file.directive == outermost.directive {
            file.at = outermost.at;
        }
        self.put(Token { painted: true, ..outermost.token });
    }
}

/// The range of an invocation inside another one.
fn inner_call(outer: Place, name: Place, close: Place) -> Place {
    let inside = |place: Place| {
        place.source == outer.source
            && outer.span.start <= place.span.start
            && place.span.end <= outer.span.end
    };
    if inside(name) && inside(close) { join(name, close) } else { outer }
}

fn join(first: Place, last: Place) -> Place {
    if first.source != last.source || last.span.end < first.span.end {
        return first;
    }
    Place { source: first.source, span: Span { start: first.span.start, end: last.span.end } }
}
