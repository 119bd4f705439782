//! Misuses that a run reaches in another file.

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    watch::NoWatch,
};
use csieve_machine::Misuse;

use super::{File, Known, World, place, reached};

/// Returns whether the report of another file has a misuse already: runs that begin where this run entered the
/// other file reach it too, so it is not the fault of the caller.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn is_told_there(
    file: File,
    world: &World,
    misuse: &Misuse,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<bool, Cancelled> {
    let is_elsewhere = |name: &str| file.is_elsewhere(name);
    if !misuse.frames.last().is_some_and(|(name, _)| is_elsewhere(name)) {
        return Ok(false);
    }
    let frames = misuse.frames.iter().rev().take_while(|(name, _)| is_elsewhere(name));
    let Some((entered, _)) = frames.last() else { return Ok(false) };
    let there = World::new(world.graphs(), entered);
    let all = reached(file, &there, Known::default(), options, cancel, &NoWatch)?;
    let at = place(world, misuse);
    Ok(all.iter().any(|one| one.misuse.rule == misuse.rule && place(&there, &one.misuse) == at))
}
