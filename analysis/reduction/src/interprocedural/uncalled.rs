//! Doubts about functions to which no run of the program comes.

use csieve_base::{library::Library, text::sentence};
use csieve_lowering::project::MayCall;
use csieve_reports::finding::{Consulted, Doubt, HintId, Looked};

use crate::consult::{Around, consulted};

/// Returns the doubt about all that happens in a function of the file in which runs begin: nothing in the checked files calls
/// it. Adds to `looked` on what the answer rests.
pub fn never_called(
    around: Around,
    name: &str,
    library: &Library,
    looked: &mut Vec<Consulted>,
) -> Option<Doubt> {
    let may_call = around.files.may_call(name, library)?;
    let rests = |name: &str, looked: Looked| consulted(around.files, around.summaries, (None, name), looked);
    match may_call {
        MayCall::Its => looked.push(rests(name, Looked::Callers)),
        MayCall::Program => {
            let finders = library.function_finders().iter().map(String::as_str);
            looked.extend(finders.chain([name]).map(|name| rests(name, Looked::Calls)));
        }
    }
    around
        .files
        .is_uncalled(name, may_call, library)
        .then(|| Doubt::new(HintId::NeverCalled, sentence!("nothing in the checked files calls `{}`", name)))
}
