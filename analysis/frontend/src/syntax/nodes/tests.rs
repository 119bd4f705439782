//! Nodes and cursors beside those of tree-sitter.

use std::num::NonZeroU16;

use super::{Node, generated::FIELDS, ids};
use crate::syntax::{Unit, parser};

const TEXT: &str = "typedef struct s { int a : 3, *b[2]; union { char c; } u; } S; enum e { X = 1, Y };
    static int (*table[3])(void) = { [1] = f, .x = 2 }; // a comment
    int f(int n, ...) { for (int i = 0; i < n; i++) { switch (i) { case 1: break; default: goto end; } }
    if (n) return g((S *)p, &(S){ 1, 2 })->b[n ? 1 : 2]; else do n--; while (n > 0 && !sizeof(int));
    end: return \"a\" \"b\"[0] + 'c' }
    int broken( { if (x } ; ) int h(a, b) int a; { asm(\"nop\" : : \"r\"(a)); return }";

/// Compares a node and all below it with what tree-sitter says.
fn compare(node: Node<'_>, of: tree_sitter::Node<'_>) {
    let said = |node: Node<'_>| (node.kind_id(), node.byte_range(), node.is_named());
    let meant = |node: tree_sitter::Node<'_>| (node.kind_id(), node.byte_range(), node.is_named());
    assert_eq!(said(node), meant(of));
    assert_eq!(
        (node.is_error(), node.is_missing(), node.has_error()),
        (of.is_error(), of.is_missing(), of.has_error())
    );
    assert_eq!(node.parent().map(said), of.parent().map(meant));
    assert_eq!(node.next_sibling().map(said), of.next_sibling().map(meant));
    assert_eq!(node.prev_sibling().map(said), of.prev_sibling().map(meant));
    assert_eq!(node.next_named_sibling().map(said), of.next_named_sibling().map(meant));
    assert_eq!(node.prev_named_sibling().map(said), of.prev_named_sibling().map(meant));
    assert_eq!(node.child_count(), of.child_count());
    assert_eq!(node.named_child_count(), of.named_child_count());
    for (_, field) in FIELDS {
        let id = NonZeroU16::from(std::num::NonZeroU8::new(ids::field(field)).expect("there is a field"));
        assert_eq!(node.field(field).map(said), of.child_by_field_id(id.get()).map(meant), "{field:?}");
        let mut cursor = of.walk();
        let all = of.children_by_field_id(id, &mut cursor).map(meant);
        assert_eq!(node.fields(field).map(said).collect::<Vec<_>>(), all.collect::<Vec<_>>(), "{field:?}");
    }
    let mut cursor = of.walk();
    for (node, of) in node.children().zip(of.children(&mut cursor)) {
        compare(node, of);
    }
}

#[test]
fn nodes_are_those_of_tree_sitter() {
    let tree = parser().parse(TEXT, None).expect("nothing cancels");
    let unit = Unit::parse(TEXT);
    compare(unit.root(), tree.root_node());
    for start in 0..TEXT.len() {
        for end in [start, start + 1, start + 3, start + 20] {
            let found = unit.root().descendant_for_byte_range(start, end).map(Node::byte_range);
            let meant = tree.root_node().descendant_for_byte_range(start, end);
            assert_eq!(found, meant.map(|node| node.byte_range()), "{start} {end}");
        }
    }
}

#[test]
fn what_is_around_a_range_leads_to_the_root() {
    let unit = Unit::parse(TEXT);
    for length in [1, 2, 3, 7, 20] {
        for start in 0..TEXT.len() - length {
            let found =
                unit.root().descendant_for_byte_range(start, start + length).expect("the root is around it");
            let path: Vec<Node<'_>> = std::iter::once(found).chain(found.around()).collect();
            assert_eq!(path.last().copied(), Some(unit.root()));
            for inner in path.windows(2) {
                assert_eq!(inner[0].parent(), Some(inner[1]));
            }
        }
    }
}

#[test]
fn cursors_go_where_those_of_tree_sitter_go() {
    let tree = parser().parse(TEXT, None).expect("nothing cancels");
    let unit = Unit::parse(TEXT);
    for byte in 0..TEXT.len() {
        let (mut cursor, mut of) = (unit.root().walk(), tree.walk());
        loop {
            let goes = of.goto_first_child_for_byte(byte).is_some();
            assert_eq!(cursor.goto_first_child_for_byte(byte), goes);
            assert_eq!(cursor.node().byte_range(), of.node().byte_range(), "{byte}");
            if !goes {
                break;
            }
        }
    }
}
