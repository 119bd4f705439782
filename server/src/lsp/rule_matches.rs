//! The events of a document that rules of a user have labels for.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use csieve_analysis::{
    cancel::{Cancel, Cancelled},
    library::Library,
    own::{Labelled, OwnRules, labelled},
    summarise::unit_summaries,
    summary::Summaries,
    unit::{TranslationUnit, UnitFunction, lowered},
};
use rayon::prelude::*;
use tokio::sync::oneshot;

use super::{
    epoch::{Epoch, Wanted},
    schedule::Scheduler,
    snapshot::{Basis, Snapshot},
};

/// A question for the events of a document.
#[derive(Debug)]
pub(crate) struct Question {
    /// The functions of the current text of the document.
    pub snapshot: Arc<Snapshot>,
    /// The rules.
    pub rules: Arc<OwnRules>,
    /// The channel for the answer: the events with their places in the document, in the order of these.
    pub reply: oneshot::Sender<Vec<Labelled>>,
}

impl Question {
    /// Answers the question, on the threads of the current pool. `epoch` ends when the text changes; then
    /// there is no answer.
    pub(super) fn answer(self, scheduler: &Scheduler, epoch: &Epoch) {
        let found = self.found(scheduler, &Wanted { epoch, reply: &self.reply });
        if let Ok(found) = found {
            drop(self.reply.send(found));
        }
    }

    fn found(&self, scheduler: &Scheduler, cancel: &(dyn Cancel + Sync)) -> Result<Vec<Labelled>, Cancelled> {
        let Some(Basis { unit, others, build, .. }) = &self.snapshot.basis else { return Ok(Vec::new()) };
        let options = self.snapshot.settings.options.of_build(build.flags.wrapv);
        let path = self.snapshot.uri.to_file_path().unwrap_or_default();
        let path = path.to_string_lossy();
        let shared = others.summaries_for(&path);
        let own = unit_summaries(unit, &shared, &options, &**scheduler.known(), cancel)?;
        let summaries = others.known_to(unit, &path, own);
        let library = options.library.with_rules(Arc::clone(&self.rules));
        let of_function = |function: &UnitFunction| {
            cancel.go_on()?;
            Ok(self.in_function(unit, &library, &summaries, function))
        };
        let found: Result<Vec<Vec<Labelled>>, Cancelled> =
            unit.functions.par_iter().map(of_function).collect();
        let mut found: Vec<Labelled> = found?.into_iter().flatten().collect();
        found.sort();
        Ok(found)
    }

    /// Returns the events of a function. There are none if it cannot be lowered.
    fn in_function(
        &self,
        unit: &TranslationUnit,
        library: &Library,
        summaries: &Summaries,
        function: &UnitFunction,
    ) -> Vec<Labelled> {
        let find = || {
            let cfg = lowered(&unit.context, library, summaries, function).ok()?;
            Some(labelled(&cfg, &self.rules))
        };
        let found = catch_unwind(AssertUnwindSafe(find)).unwrap_or_else(|_| {
            tracing::error!(function = function.text.name, "looking for events of rules panicked");
            None
        });
        let in_file = |one: Labelled| Labelled { span: one.span.shifted(function.start), ..one };
        found.unwrap_or_default().into_iter().map(in_file).collect()
    }
}
