//! Doubts about losses of functions after which every caller ends the program: `if (read_config() != OK) exit(1);`.

use csieve_base::{
    cancel::Cancelled,
    text::{Sentence, sentence},
};
use csieve_domains::interval::Interval;
use csieve_modelcheck::checks::declaration;
use csieve_reports::finding::{Doubt, Finding, HintId};

use super::{
    Subject,
    calling::{Shown, calling},
    is_open,
    notebook::Notebook,
    returning::{Behind, all_callers, returned},
    within::Within,
};

/// Makes findings doubtful that lose something where the function returns, if all callers end the program then. The system takes
/// back what the program holds when it ends.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    let mut asked: Vec<(Interval, Option<Sentence>)> = Vec::new();
    for finding in findings.iter_mut().filter(|one| is_open(one) && declaration(one.rule).is_loss()) {
        let Some(returned) = returned(subject.cfg, finding.span) else { continue };
        if !asked.iter().any(|(known, _)| *known == returned) {
            subject.cancel.go_on()?;
            asked.push((returned, ends(subject, (own, returned), notebook)));
        }
        let known = asked.iter().find(|(known, _)| *known == returned);
        if let Some(sentence) = known.and_then(|(_, sentence)| sentence.clone()) {
            finding.verdict.set_doubt(Doubt::new(HintId::ProgramEnds, sentence));
        }
    }
    Ok(())
}

/// Returns the words for a function behind whose calls the program ends, if they return one of these values. `None` if a caller may
/// go on, or if others may call the function.
fn ends<'a>(
    subject: Subject<'a>,
    (own, returned): (Within<'a>, Interval),
    notebook: &mut Notebook,
) -> Option<Sentence> {
    // A loop may go on for as long as the program runs.
    let ends = |behind: &Behind| {
        !behind.may_return() && behind.cfg.loops_of(|id| behind.taken.contains(id.index())).is_empty()
    };
    let calling = calling(subject, (own.file, own.name()), notebook)?;
    // Graphs of callers are only worth making if they are all.
    if calling.show(subject, own) != Shown::Everything
        || !all_callers(subject, &calling, (own, returned), notebook, &|_, _| false, &ends)
    {
        return None;
    }
    let callers = if calling.calls(own.name()) == 1 { "the only caller ends" } else { "all callers end" };
    Some(sentence!("{} the program right after, and the system takes everything back", callers))
}
