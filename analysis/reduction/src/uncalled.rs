//! The doubt about functions that nothing calls.

use csieve_base::text::sentence;
use csieve_reports::finding::{Consulted, Doubt, Finding, HintId, Looked, Verdict};

use crate::{consult::consulted, interprocedural::Subject};

/// Makes the findings of a function doubtful if nothing in the checked files calls the function, and nothing makes it
/// known to code that might. Returns on what the report then rests.
pub fn doubt_uncalled(subject: Subject, findings: &mut [Finding]) -> Vec<Consulted> {
    let name = subject.cfg.function.as_str();
    let files = subject.around.files;
    let is_open = |finding: &&mut Finding| !finding.is_refuted() && finding.doubt().is_none();
    let mut open = findings.iter_mut().filter(is_open).peekable();
    if open.peek().is_none() || !files.unit().context.is_exported(name) {
        return Vec::new();
    }
    if files.is_never_called(name, Some(subject.file_text)) {
        for finding in open {
            let sentence =
                sentence!("nothing in the checked files calls `{}`, and no header declares it", name);
            let doubt = Some(Doubt { hint: HintId::NeverCalled, sentence });
            match &mut finding.verdict {
                Verdict::Unrefuted(candidate) => candidate.doubt = doubt,
                Verdict::Confirmed(run) => run.doubt = doubt,
                Verdict::Refuted(_) => {}
            }
        }
    }
    let looked = [Looked::Callers, Looked::Uncalled];
    looked.map(|looked| consulted(files, subject.around.summaries, (None, name), looked)).into()
}
