//! Types as expanded text spells them.

use super::lowered;

#[test]
fn a_dollar_marks_a_type_name() {
    let text = "typedef unsigned char byte; typedef struct $byte octet;\n\
                int f(int x) { struct $octet b = 300; return (struct $byte)x == (unsigned char)x && b; }";
    assert!(lowered(text).contains("b = 44\n"), "{}", lowered(text));
    let unknown = lowered("int f(struct $away x) { struct $away y = x; return y; }");
    assert!(unknown.contains("y = x\n"), "{unknown}");
    let library = lowered("int f(void) { struct $size_t n = -1; return n > 0; }");
    assert!(library.contains("n = 18446744073709551615\n"), "{library}");
}
