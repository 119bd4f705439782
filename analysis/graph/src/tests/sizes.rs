//! Tests of the objects that an access must stay inside of.

use super::Built;
use crate::{ExprId, Reach, Sizes, cell_text, outermost, reaches};

/// Returns a reach as text: the object, its size, the distance, the bytes that are touched.
fn shown(of: &Built, reach: &Reach) -> String {
    let size = reach.extent.map_or("?".to_owned(), |extent| extent.to_string());
    let parts = reach.parts.iter().map(|(index, size)| format!(" + {size}*{}", of.text(*index)));
    let parts: String = parts.collect();
    format!(
        "{} of {size} bytes: {} at {}{parts}",
        cell_text(of.cfg(), reach.base),
        reach.width,
        reach.constant
    )
}

/// Returns the address of `s.rows[a][b]` in `struct { int count; int rows[4][8]; } s`, with all sizes.
fn cell(of: &mut Built) -> (ExprId, Sizes) {
    let object = of.object("s");
    let rows = of.member(object, "rows");
    let row = of.element(rows, of.a);
    let cell = of.element(row, of.b);
    let mut sizes = Sizes::default();
    for (address, bytes) in [(object, 132), (rows, 128), (row, 32)] {
        sizes.set_extent(address, bytes);
    }
    for (address, bytes) in [(rows, 4), (row, 32), (cell, 4)] {
        sizes.set_stride(address, bytes);
    }
    (cell, sizes)
}

#[test]
fn an_access_must_stay_inside_its_row_its_array_and_its_structure() {
    let mut of = Built::new();
    let (cell, sizes) = cell(&mut of);
    let found = reaches(&of.cfg().exprs, &sizes, cell, 4);
    let shown: Vec<String> = found.iter().map(|reach| shown(&of, reach)).collect();
    let expected = [
        "s.rows[a] of 32 bytes: 4 at 0 + 4*b",
        "s.rows of 128 bytes: 32 at 0 + 32*a",
        "s of 132 bytes: 128 at 4",
    ];
    assert_eq!(shown, expected);
    assert_eq!(found.iter().map(Reach::is_inside).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn the_distance_from_the_whole_object_adds_up_all_steps_inside() {
    let mut of = Built::new();
    let (cell, sizes) = cell(&mut of);
    let whole = outermost(&of.cfg().exprs, &sizes, cell).expect("all sizes are known");
    assert_eq!(shown(&of, &whole), "s of 132 bytes: 0 at 4 + 32*a + 4*b");
    let without = Sizes::default();
    assert_eq!(outermost(&of.cfg().exprs, &without, cell), None);
}

#[test]
fn an_array_at_the_end_of_a_structure_may_be_longer_than_declared() {
    let mut of = Built::new();
    let (cell, mut sizes) = cell(&mut of);
    let object = of.object("s");
    let rows = of.member(object, "rows");
    sizes.flexible.insert(rows);
    let found = reaches(&of.cfg().exprs, &sizes, cell, 4);
    let shown: Vec<String> = found.iter().map(|reach| shown(&of, reach)).collect();
    assert_eq!(shown, ["s.rows[a] of 32 bytes: 4 at 0 + 4*b"]);
}

#[test]
fn a_size_that_is_recorded_in_two_ways_is_unknown() {
    let mut of = Built::new();
    let object = of.object("s");
    let mut sizes = Sizes::default();
    sizes.set_extent(object, 8);
    sizes.set_extent(object, 8);
    assert_eq!(sizes.extent(object), Some(8));
    sizes.set_extent(object, 16);
    assert_eq!(sizes.extent(object), None);
    sizes.set_extent(object, 8);
    assert_eq!(sizes.extent(object), None);
}
