//! Ways from an object to a scalar in it, by the names of members.

use super::{ExprArena, ExprId, ExprKind};

/// One step on the way from an object to a scalar in it: the name of a member, which is empty for the object
/// itself, and how many times the member is indexed.
pub type Level = (String, usize);

/// Returns the pointer from which a pointer was derived by members and elements, and the way from there.
pub fn way(exprs: &ExprArena, mut pointer: ExprId) -> (ExprId, Vec<Level>) {
    let (mut way, mut indices) = (Vec::<Level>::new(), 0);
    while let ExprKind::Inside { base, path, .. } = &exprs.get(pointer).kind {
        if path.is_empty() {
            indices += 1;
        } else {
            way.push((path.clone(), std::mem::take(&mut indices)));
        }
        pointer = *base;
    }
    way.push((String::new(), indices));
    way.reverse();
    (pointer, way)
}
