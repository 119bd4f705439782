//! Reads `compile_flags.txt`, which has one argument per line.

use std::path::Path;

use super::Problem;
use crate::{build::flags, project};

/// Returns the arguments in a `compile_flags.txt`, without a compiler. Relative paths in them start at the
/// folder of the file.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<String>, Problem> {
    let text = project::read(path).map_err(|error| Problem::new(path, &error))?.text;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let arguments: Vec<String> = lines.map(str::to_owned).collect();
    Ok(flags::expand(&arguments, path.parent().unwrap_or(Path::new("/"))))
}
