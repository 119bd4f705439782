//! Starts and ends the preprocessing of a unit.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Expander, Forced, Frame, Shared, State, Unit};
use crate::beginnings::Begun;
use crate::macros::Builtin;
use crate::predefined::predefined;
use crate::{Beginnings, Headers, Prefix, PreprocessOptions, Preprocessed, Source, SourceId};

/// Preprocesses a unit, from the end of `prefix` if given, which must fit (`Prefix::fits`). Returns the
/// result and a prefix for the next time.
pub(crate) fn run(
    prefix: Option<&Prefix>,
    beginnings: Option<&Beginnings>,
    main: Source,
    headers: &dyn Headers,
    options: &PreprocessOptions,
) -> (Preprocessed, Prefix) {
    let mut unit = match prefix {
        Some(prefix) => Unit::resume(prefix, main, headers, options),
        None => Unit::start(beginnings, main, headers, options),
    };
    let mut made = prefix.cloned();
    let resumed = made.is_some();
    unit.run(|unit| {
        if !resumed {
            unit.state.freeze();
            made = Some(unit.prefix());
        }
    });
    let made = made.unwrap_or_else(|| unit.prefix());
    (unit.state.finish(), made)
}

/// Preprocesses `excerpt`, a part of a main file. `state` has the macros in force before the part.
/// `first_line` is the line number, from 1, of the part's first line.
pub(crate) fn run_excerpt(
    state: State,
    excerpt: Source,
    first_line: u32,
    headers: &dyn Headers,
    options: &PreprocessOptions,
) -> Preprocessed {
    let mut file = Frame::new(SourceId::PART, Arc::clone(&excerpt.lexed));
    file.presumed = Some(Arc::clone(&excerpt.path));
    file.line_shift = i64::from(first_line) - 1;
    let state = State { sources: vec![excerpt], ..state };
    let (files, forced, expander) = (vec![file], VecDeque::new(), Expander::default());
    let mut unit = Unit { headers, options, state, files, forced, expander, shared: Shared::default() };
    unit.run(|_| {});
    unit.state.finish()
}

impl<'a> Unit<'a> {
    fn start(
        beginnings: Option<&'a Beginnings>,
        main: Source,
        headers: &'a dyn Headers,
        options: &'a PreprocessOptions,
    ) -> Self {
        let Begun { longest, wanted } = beginnings.map(|all| all.of(&main, options)).unwrap_or_default();
        let mut shared = Shared { beginnings, wanted: wanted.into(), now: None, names_main: false };
        if let Some(beginning) = longest {
            shared.now = Some(beginning.id());
            let (state, file) = beginning.within(main);
            let (files, forced, expander) = (vec![file], VecDeque::new(), Expander::default());
            return Self { headers, options, state, files, forced, expander, shared };
        }
        let mut state = State::default();
        for &(name, builtin) in Builtin::ALL {
            state.macros.define_builtin(name, builtin);
        }
        let forced = [
            Forced::Text("<built-in>", predefined(options).into()),
            Forced::Text("<command-line>", options.command_line()),
        ];
        let headers_first = options.includes.iter().cloned().map(Forced::Header);
        let forced = forced.into_iter().chain(headers_first).collect();
        let files = vec![Frame::new(SourceId::MAIN, Arc::clone(&main.lexed))];
        state.sources.push(main);
        Self { headers, options, state, files, forced, expander: Expander::default(), shared }
    }

    fn resume(
        prefix: &Prefix,
        main: Source,
        headers: &'a dyn Headers,
        options: &'a PreprocessOptions,
    ) -> Self {
        let mut state = prefix.state();
        let files = vec![prefix.file().with_text(Arc::clone(&main.lexed))];
        if let Some(first) = state.sources.first_mut() {
            *first = main;
        }
        let (forced, expander, shared) = (VecDeque::new(), prefix.expander(), Shared::default());
        Self { headers, options, state, files, forced, expander, shared }
    }

    fn prefix(&self) -> Prefix {
        let pending = (self.expander.spacing, self.expander.first);
        Prefix::new(self.options, self.state.clone(), self.file().clone(), pending, self.shared.now)
    }
}

impl State {
    /// Makes the present state cheap to clone.
    pub(crate) fn freeze(&mut self) {
        self.names.freeze();
        self.macros.freeze();
        self.tokens.freeze();
        self.expansions.freeze();
        self.requests.freeze();
        self.positional.clear();
    }

    /// Makes a state that is shared with others one that can go on.
    pub(super) fn thaw(&mut self) {
        self.names.thaw();
        self.macros.thaw();
        self.tokens.thaw();
        self.expansions.thaw();
        self.requests.thaw();
    }

    fn finish(self) -> Preprocessed {
        let Self { names, macros, tokens, expansions, sources, notes, inactive, .. } = self;
        let Self { positional, relined, saves_macros, steps, .. } = self;
        let requests = self.requests.list().clone();
        let packed = self.packing.ranges(tokens.len() as u32);
        Preprocessed {
            tokens,
            names,
            sources,
            expansions,
            notes,
            inactive,
            macros,
            requests,
            packed,
            linked: self.linked,
            positional,
            relined,
            saves_macros,
            steps,
        }
    }
}
