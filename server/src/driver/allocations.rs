//! Allocations that fail.

use super::{Impossible, Scene, replay::Does};
use csieve_analysis::library::Library;

/// Makes sure that all allocators are there when the driver is linked.
///
/// # Errors
/// If one is known from a table only.
pub(super) fn checked(scene: &Scene) -> Result<(), Impossible> {
    for (name, calls) in &scene.replay.seen.calls {
        let allocates = calls.iter().any(|does| matches!(does, Does::Allocate(_)));
        if allocates && !Library::built_in().is_function(name) {
            return Err(Impossible::new(format!("the allocator `{name}` has no definition to link with")));
        }
    }
    Ok(())
}

/// Whether a function is wrapped because one of its allocations fails.
pub(super) fn fails(calls: &[Does]) -> bool {
    calls.contains(&Does::Allocate(false))
}
