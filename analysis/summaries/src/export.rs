//! Summaries in the form in which other files may use them.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHasher};

use csieve_base::text::Span;
use csieve_graph::{Inside, InsideStep};
use csieve_lowering::{project::ProjectFile, summary::Summary, unit::HeaderPlace};

use super::unit::Cache;

/// Changes summaries of a file's functions so that other files may use them.
pub(crate) struct Exporter<'a> {
    file: &'a ProjectFile,
    /// The offsets at which functions start, by name.
    starts: FxHashMap<&'a str, u32>,
    cache: &'a (dyn Cache + Sync),
}

impl<'a> Exporter<'a> {
    pub(crate) fn new(file: &'a ProjectFile, cache: &'a (dyn Cache + Sync)) -> Self {
        let functions = file.outline.functions.iter();
        let starts = functions.map(|function| (&*function.name, function.span.start)).collect();
        Self { file, starts, cache }
    }

    /// Returns the summary of a function for other files. `None` if it is not known any more.
    pub(crate) fn exported(&self, summary: &Summary) -> Option<Arc<Summary>> {
        let mut hasher = FxHasher::default();
        let outline = &self.file.outline;
        (&self.file.path, outline.text_hash, outline.context_hash, summary).hash(&mut hasher);
        let key = hasher.finish();
        self.cache.get(key).unwrap_or_else(|| {
            let exported = self.made(summary);
            self.cache.put(key, exported.clone());
            exported
        })
    }

    fn made(&self, summary: &Summary) -> Option<Arc<Summary>> {
        let (unit, lines) = (self.file.unit(), self.file.source().lines());
        if unit.functions.is_empty() {
            return None;
        }
        let place = |inside: &Inside, span: Span| {
            Some(lines.line_number(self.starts.get(&*inside.function)? + span.start))
        };
        let mut summary = summary.clone();
        export(&mut summary, &self.file.path, &place, &|global| unit.context.is_shared_variable(global));
        Some(Arc::new(summary))
    }
}

/// Returns the summary of a function that a header defines, for readers of the file that includes it.
pub(crate) fn in_header(summary: &Summary, header: &HeaderPlace) -> Arc<Summary> {
    let mut summary = summary.clone();
    export(&mut summary, &header.path, &|_, span| Some(header.line(span.start)), &|_| true);
    Arc::new(summary)
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
    // A name that no object of another file has.
    let rename = |object: &mut Option<Arc<str>>| {
        if let Some(object) = object.as_mut().filter(|object| !is_shared(object)) {
            let file = path.rsplit_once('/').map_or(&**path, |(_, file)| file);
            *object = format!("{object} of {file}").into();
        }
    };
    for locked in &mut summary.locks {
        move_away(&mut locked.inside);
        rename(&mut locked.object);
    }
    for event in &mut summary.events {
        move_away(&mut event.inside);
        event.object.iter_mut().for_each(|reached| rename(&mut reached.object));
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
