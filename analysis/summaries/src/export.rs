//! Summaries in the form in which other files may use them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use csieve_base::text::Span;
use csieve_graph::{Inside, InsideStep};
use csieve_lowering::{
    summary::{Summaries, Summary},
    unit::TranslationUnit,
};

/// Returns the functions that other files can call, with their summaries for those files. `line` gives the
/// line, from 1, of an offset in the file at `path`.
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
                export(&mut summary, path, &place, &|global| unit.context.is_shared_variable(global));
                Arc::new(summary)
            });
            all.push((name.into(), summary));
        }
    }
    all
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
