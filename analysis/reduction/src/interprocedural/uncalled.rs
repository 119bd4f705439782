//! Doubts about functions to which no run of the program comes.

use csieve_base::{library::Library, text::sentence};
use csieve_lowering::project::Uncalled;
use csieve_reports::finding::{Consulted, Doubt, HintId, Looked};

use crate::consult::{Around, consulted};

/// Returns the doubt about all that happens in a function of the file in which runs begin: nothing in the checked files calls
/// it. Adds to `looked` on what this rests.
pub fn never_called(
    around: Around,
    name: &str,
    library: &Library,
    looked: &mut Vec<Consulted>,
) -> Option<Doubt> {
    let found = around.files.uncalled(name, library)?;
    let rests = |name: &str| consulted(around.files, around.summaries, (None, name), Looked::Calls);
    looked.push(rests(name));
    if found == Uncalled::OfProgram {
        looked.extend(library.function_finders().iter().map(|finder| rests(finder)));
    }
    Some(Doubt::new(HintId::NeverCalled, sentence!("nothing in the checked files calls `{}`", name)))
}
