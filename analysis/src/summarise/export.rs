//! Summaries as other files may use them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    cfg::{Inside, InsideStep},
    summary::{Summaries, Summary},
    text::Span,
    unit::TranslationUnit,
};

/// The functions that other files can call, with their summaries as those may use them; `line` tells the one-based line of a place in
/// the file at `path`.
pub fn exported(
    unit: &TranslationUnit,
    summaries: &Summaries,
    path: &Arc<str>,
    line: &dyn Fn(u32) -> u32,
) -> Vec<(Arc<str>, Option<Arc<Summary>>)> {
    let starts: FxHashMap<&str, u32> =
        unit.functions.iter().map(|function| (function.text.name.as_str(), function.start)).collect();
    let place = |inside: &Inside, span: Span| Some(line(starts.get(&*inside.function)? + span.start));
    let mut all = Vec::new();
    for function in &unit.functions {
        let name = function.text.name.as_str();
        if unit.context.is_exported(name) {
            let summary = summaries.get(name).map(|summary| {
                let mut summary = Summary::clone(summary);
                summary.export(path, &place, &|global| unit.context.is_shared_variable(global));
                Arc::new(summary)
            });
            all.push((name.into(), summary));
        }
    }
    all
}

impl Summary {
    /// Makes it one that other files may use.
    fn export(
        &mut self,
        path: &Arc<str>,
        place: &dyn Fn(&Inside, Span) -> Option<u32>,
        is_shared: &dyn Fn(&str) -> bool,
    ) {
        // A variable that only this file can name may still be reached through pointers.
        let all_shared = self.globals.iter().all(|name| is_shared(name));
        self.globals.retain(|name| is_shared(name));
        let move_away = |inside: &mut Arc<Inside>| *inside = Arc::new(inside.elsewhere(path, place));
        for param in &mut self.params {
            param.dereferenced.iter_mut().for_each(move_away);
        }
        for case in &mut self.cases {
            case.writes_memory |= !all_shared;
            move_away(&mut case.inside);
            case.frees.iter_mut().for_each(|freed| move_away(&mut freed.inside));
            case.writes.iter_mut().filter_map(|written| written.inside.as_mut()).for_each(move_away);
        }
    }
}

impl Inside {
    /// The same as seen from another file.
    fn elsewhere(&self, path: &Arc<str>, place: &dyn Fn(&Self, Span) -> Option<u32>) -> Self {
        if self.file.is_some() {
            return self.clone();
        }
        let steps = self.steps.iter().map(|step| InsideStep {
            span: step.span,
            line: place(self, step.span),
            text: step.text.clone(),
            inside: step.inside.as_ref().map(|inner| Arc::new(inner.elsewhere(path, place))),
        });
        Self {
            function: Arc::clone(&self.function),
            file: Some(Arc::clone(path)),
            steps: steps.collect(),
            counted: self.counted,
            told: self.told,
            varies: self.varies,
        }
    }
}
