//! A project whose findings need two files: wrappers of `free`, of an allocation, and of a lock, and a getter,
//! the callers of which test its result, but for one.

use crate::lsp::Project;

/// Returns the project, in the folder `src`.
pub fn wrapped() -> Project {
    Project::new(&[
        ("src/buffer.h", include_str!("../fixtures/projects/wrapped/buffer.h")),
        ("src/make.c", include_str!("../fixtures/projects/wrapped/make.c")),
        ("src/drop.c", include_str!("../fixtures/projects/wrapped/drop.c")),
        ("src/lock.c", include_str!("../fixtures/projects/wrapped/lock.c")),
        ("src/table.c", include_str!("../fixtures/projects/wrapped/table.c")),
        ("src/held.c", include_str!("../fixtures/projects/wrapped/held.c")),
        ("src/use.c", include_str!("../fixtures/projects/wrapped/use.c")),
    ])
}
