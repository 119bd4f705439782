//! Recognises, by their paths, files that a project brings along but does not write itself.

/// Names of folders with code of others, in small letters.
pub const FOREIGN_FOLDERS: [&str; 13] = [
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "3rd_party",
    "vendor",
    "vendored",
    "bundled",
    "external",
    "extern",
    "deps",
    "subprojects",
    "node_modules",
];

/// Ends of names of files that programs write.
const GENERATED: &[&str] = &[".pb-c.c", ".tab.c", ".yy.c"];

/// Returns whether a file, given by its path below the checked project, is code of others, or one that a program wrote. Its
/// mistakes are not mended here.
pub fn is_foreign(path: &str) -> bool {
    let mut folders = path.split(['/', '\\']).rev();
    let name = folders.next().unwrap_or_default().to_ascii_lowercase();
    let is_generated = name.starts_with("lex.yy") || GENERATED.iter().any(|end| name.ends_with(end));
    is_generated || folders.any(|folder| FOREIGN_FOLDERS.contains(&folder.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_foreign;

    #[test]
    fn folders_and_generated_files_are_recognised() {
        assert!(
            is_foreign("./vendor/lua/lgc.c")
                && is_foreign("src/Third_Party/a.c")
                && is_foreign("parse.tab.c")
        );
        assert!(!is_foreign("src/vendor.c") && !is_foreign("external.c") && !is_foreign("lib/table.c"));
    }
}
