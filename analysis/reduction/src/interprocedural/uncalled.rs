//! Doubts about functions to which no run of the program comes.

use csieve_base::{library::Library, text::sentence};
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
    let mut asked = Vec::new();
    let is_uncalled = around.files.is_uncalled((None, name), library, &mut asked);
    if asked.is_empty() {
        return None;
    }
    let rests =
        |of: (Option<u32>, &str), looked: Looked| consulted(around.files, around.summaries, of, looked);
    for (file, name) in &asked {
        looked.push(rests((*file, name), Looked::Callers));
        looked.push(rests((None, name), Looked::Calls));
    }
    looked.extend(library.function_finders().iter().map(|finder| rests((None, finder), Looked::Calls)));
    is_uncalled
        .then(|| Doubt::new(HintId::NeverCalled, sentence!("nothing in the checked files calls `{}`", name)))
}
