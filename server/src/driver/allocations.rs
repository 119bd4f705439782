//! Allocations that must fail when a driver is run.

use super::{Impossible, Scene, replay::Does};
use csieve_analysis::library::Library;

/// Checks that all allocators that the replayed run calls exist when the driver is linked.
///
/// # Errors
/// If an allocator that the run calls is only known from a user's table of library functions.
pub(super) fn checked(scene: &Scene) -> Result<(), Impossible> {
    for (name, calls) in &scene.replay.seen.calls {
        let allocates = calls.iter().any(|does| matches!(does, Does::Allocate(_)));
        if allocates && !Library::built_in().is_function(name) {
            return Err(Impossible::new(format!("the allocator `{name}` has no definition to link with")));
        }
    }
    Ok(())
}

/// Returns whether an allocator needs a stub because one of its calls fails.
pub(super) fn fails(calls: &[Does]) -> bool {
    calls.contains(&Does::Allocate(false))
}
