//! Findings in functions to which no run of the program comes.

use std::cell::OnceCell;

use csieve_base::{library::Library, options::Options, rule::Rule};
use csieve_reduction::{consult::Around, interprocedural::never_called};
use csieve_reports::finding::{Consulted, Doubt, Finding};

/// The question whether nothing calls a function. It is asked when the function has findings that this may make doubtful.
pub(crate) struct Uncalled<'a> {
    around: Around<'a>,
    function: &'a str,
    library: &'a Library,
    /// The answer, once it was asked.
    doubt: OnceCell<Option<Doubt>>,
}

impl<'a> Uncalled<'a> {
    pub(crate) fn new(around: Around<'a>, function: &'a str, options: &'a Options) -> Self {
        Self { around, function, library: &options.library, doubt: OnceCell::new() }
    }

    /// Returns whether it is known that nothing calls the function.
    pub(crate) fn is_known(&self) -> bool {
        self.doubt.get().is_some_and(Option::is_some)
    }

    /// Makes findings doubtful if nothing calls the function. Adds to `consulted` on what this rests.
    pub(crate) fn doubt(&self, findings: &mut [Finding], consulted: &mut Vec<Consulted>) {
        if !findings.iter().any(may_be_doubted) {
            return;
        }
        let ask = || never_called(self.around, self.function, self.library, consulted);
        if let Some(doubt) = self.doubt.get_or_init(ask) {
            findings.iter_mut().filter(|finding| may_be_doubted(finding)).for_each(|finding| {
                finding.verdict.set_doubt(doubt.clone());
            });
        }
    }
}

/// Returns whether a finding says that something happens, with no doubt so far. That code is unreachable holds in any case.
fn may_be_doubted(finding: &Finding) -> bool {
    let is_open = finding.verdict.candidate().is_some() || finding.is_confirmed();
    is_open && finding.rule != Rule::UnreachableCode && finding.doubt().is_none()
}
