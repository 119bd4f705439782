//! Summaries in the form in which other files may use them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use csieve_base::text::Span;
use csieve_graph::{Inside, InsideStep};
use csieve_lowering::{summary::Summary, unit::TranslationUnit};

/// Changes summaries of a file's functions so that other files may use them.
pub(crate) struct Exporter<'a> {
    unit: &'a TranslationUnit,
    path: Arc<str>,
    /// Returns the line, from 1, of an offset in the file.
    line: &'a (dyn Fn(u32) -> u32 + Sync),
    /// The offsets at which functions start, by name.
    starts: FxHashMap<&'a str, u32>,
}

impl<'a> Exporter<'a> {
    pub(crate) fn new(unit: &'a TranslationUnit, path: &str, line: &'a (dyn Fn(u32) -> u32 + Sync)) -> Self {
        let starts =
            unit.functions.iter().map(|function| (function.text.name.as_str(), function.start)).collect();
        Self { unit, path: path.into(), line, starts }
    }

    /// Returns the summary of a function for other files.
    pub(crate) fn exported(&self, summary: &Summary) -> Arc<Summary> {
        let place =
            |inside: &Inside, span: Span| Some((self.line)(self.starts.get(&*inside.function)? + span.start));
        let mut summary = summary.clone();
        export(&mut summary, &self.path, &place, &|global| self.unit.context.is_shared_variable(global));
        Arc::new(summary)
    }
}

/// Changes a summary so that other files may use it: they cannot name variables that only this file knows.
fn export(
    summary: &mut Summary,
    path: &Arc<str>,
    place: &dyn Fn(&Inside, Span) -> Option<u32>,
    is_shared: &dyn Fn(&str) -> bool,
) {
    // Other files cannot name a variable that only this file knows, but pointers may lead to it.
    let all_shared = summary.globals.iter().all(|name| is_shared(name));
    summary.globals.retain(|name| is_shared(name));
    let move_away = |inside: &mut Arc<Inside>| *inside = Arc::new(elsewhere(inside, path, place));
    for param in &mut summary.params {
        param.dereferenced.iter_mut().for_each(move_away);
    }
    for case in &mut summary.cases {
        case.writes_memory |= !all_shared;
        move_away(&mut case.inside);
        case.frees.iter_mut().for_each(|freed| move_away(&mut freed.inside));
        case.writes.iter_mut().filter_map(|written| written.inside.as_mut()).for_each(move_away);
    }
}

/// Returns the description of what a function does, with the file and lines for readers in another file.
fn elsewhere(inside: &Inside, path: &Arc<str>, place: &dyn Fn(&Inside, Span) -> Option<u32>) -> Inside {
    if inside.file.is_some() {
        return inside.clone();
    }
    let steps = inside.steps.iter().map(|step| InsideStep {
        span: step.span,
        line: place(inside, step.span),
        text: step.text.clone(),
        inside: step.inside.as_ref().map(|inner| Arc::new(elsewhere(inner, path, place))),
    });
    Inside {
        function: Arc::clone(&inside.function),
        file: Some(Arc::clone(path)),
        steps: steps.collect(),
        when: inside.when,
        varies: inside.varies,
        may_end: inside.may_end,
    }
}
