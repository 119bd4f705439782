//! The mark of drivers, so that nobody analyses them.

/// What the comment in the first line of a driver says.
pub const MARK: &str = "csieve: driver";

/// The number of bytes at the start of a file that show whether it is a driver.
pub(super) const MARK_BYTES: u64 = 64;

/// Why a driver is not analysed, as a plain sentence without a full stop.
pub const IS_DRIVER: &str = "it is a driver that csieve wrote";

/// Returns whether a text is a driver.
pub fn is_driver(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let said = first.strip_prefix("/*").or_else(|| first.strip_prefix("//"));
    said.is_some_and(|said| said.trim_end_matches("*/").trim() == MARK)
}

#[cfg(test)]
mod tests {
    use super::is_driver;

    #[test]
    fn the_first_line_alone_marks_a_driver() {
        assert!(is_driver("/* csieve: driver\n * Triggers a leak. */\n"));
        assert!(is_driver("// csieve: driver\r\nint x;\n"));
        assert!(!is_driver("int x; /* csieve: driver */\n"));
        assert!(!is_driver("\n/* csieve: driver */\n"));
        assert!(!is_driver(""));
    }
}
