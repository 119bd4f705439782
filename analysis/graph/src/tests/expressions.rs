//! Tests of expressions: their identity, and their text.

use super::Built;
use crate::{BinaryOp, ExprKind, IntType, Type, UnaryOp, cell_text, condition_text};

#[test]
fn equal_expressions_have_one_id_but_two_unknown_values_have_two() {
    let mut of = Built::new();
    let (a, b) = (of.a, of.b);
    let sum = of.binary(a, BinaryOp::Add, b);
    assert_eq!(of.binary(a, BinaryOp::Add, b), sum);
    assert_ne!(of.binary(b, BinaryOp::Add, a), sum);
    let as_long = of.graph.exprs().binary(BinaryOp::Add, a, b, Type::Int(IntType::LONG));
    assert_ne!(as_long, sum);
    assert_ne!(of.graph.exprs().any(Type::INT), of.graph.exprs().any(Type::INT));
    assert!(of.cfg().exprs.operands(sum).all(|operand| operand < sum));
}

#[test]
fn parentheses_stand_only_where_c_needs_them() {
    let mut of = Built::new();
    let (a, b, c) = (of.a, of.b, of.c);
    let sum = of.binary(a, BinaryOp::Add, b);
    let product = of.binary(sum, BinaryOp::Mul, c);
    assert_eq!(of.text(product), "(a + b) * c");
    let left = of.binary(sum, BinaryOp::Sub, c);
    assert_eq!(of.text(left), "a + b - c");
    let right = of.binary(c, BinaryOp::Sub, sum);
    assert_eq!(of.text(right), "c - (a + b)");
    let less = of.binary(sum, BinaryOp::Lt, c);
    assert_eq!(of.text(less), "a + b < c");
    let not = of.unary(UnaryOp::Not, less);
    assert_eq!(of.text(not), "!(a + b < c)");
    // In C, `==` binds more tightly than `&`.
    let equal = of.binary(b, BinaryOp::Eq, c);
    let masks = of.binary(a, BinaryOp::BitAnd, equal);
    assert_eq!(of.text(masks), "a & b == c");
    let masked = of.binary(a, BinaryOp::BitAnd, b);
    let tested = of.binary(masked, BinaryOp::Eq, c);
    assert_eq!(of.text(tested), "(a & b) == c");
    let minus_one = of.number(-1);
    let subtracted = of.binary(a, BinaryOp::Sub, minus_one);
    assert_eq!(of.text(subtracted), "a - -1");
}

#[test]
fn a_negation_of_a_negation_is_no_decrement() {
    let mut of = Built::new();
    let negated = of.unary(UnaryOp::Neg, of.a);
    let twice = of.unary(UnaryOp::Neg, negated);
    assert_eq!(of.text(twice), "-(-a)");
}

#[test]
fn memory_is_named_as_c_names_it() {
    let mut of = Built::new();
    let (a, b, p) = (of.a, of.b, of.p);
    let shown = |of: &mut Built, address| {
        let value = of.load(address, Type::INT);
        (of.text(address), of.text(value))
    };
    let pair = |address: &str, value: &str| (address.to_owned(), value.to_owned());
    assert_eq!(shown(&mut of, p), pair("p", "*p"));
    let next = of.member(p, "next");
    assert_eq!(shown(&mut of, next), pair("&p->next", "p->next"));
    let next = of.load(next, Type::Pointer);
    let value = of.member(next, "value");
    assert_eq!(shown(&mut of, value), pair("&p->next->value", "p->next->value"));
    let target = of.load(p, Type::Pointer);
    let field = of.member(target, "field");
    assert_eq!(shown(&mut of, field), pair("&(*p)->field", "(*p)->field"));

    let element = of.element(p, a);
    assert_eq!(shown(&mut of, element), pair("p + a", "p[a]"));
    let negated = of.unary(UnaryOp::Neg, a);
    let before = of.element(p, negated);
    assert_eq!(of.text(before), "p - a");
    let items = of.member(p, "items");
    let row = of.element(items, a);
    let cell = of.element(row, b);
    let cell = of.load(cell, Type::INT);
    assert_eq!(of.text(cell), "p->items[a][b]");

    // The number tells apart two objects of one name; it is not for the reader.
    let object = of.object("pair#2");
    let second = of.member(object, "second");
    assert_eq!(shown(&mut of, second), pair("&pair.second", "pair.second"));
    assert_eq!(cell_text(of.cfg(), object), "pair");
    let literal = of.object("\"text\"");
    assert_eq!(of.text(literal), "\"text\"");
    let address = of.graph.exprs().add(ExprKind::AddressOf(Built::A), Type::Pointer);
    assert_eq!(shown(&mut of, address), pair("&a", "a"));
}

#[test]
fn conversions_are_not_shown_and_a_pointer_that_is_zero_is_null() {
    let mut of = Built::new();
    let long = of.graph.exprs().add(ExprKind::Cast(of.a), Type::Int(IntType::LONG));
    assert_eq!(of.text(long), "a");
    let seen = of.graph.exprs().add(ExprKind::Seen(of.p, "struct list *".to_owned()), Type::Pointer);
    assert_eq!(of.text(seen), "p");
    let null = of.graph.exprs().null();
    assert_eq!(of.text(null), "NULL");
    let any = of.graph.exprs().any(Type::INT);
    assert_eq!(of.text(any), "any value");
}

#[test]
fn a_very_deep_expression_is_cut() {
    let mut of = Built::new();
    let mut sum = of.a;
    for _ in 0..60 {
        sum = of.binary(sum, BinaryOp::Add, of.a);
    }
    assert_eq!(of.text(sum), format!("... + ...{}", " + a".repeat(40)));
}

#[test]
fn a_condition_that_is_false_is_shown_as_one_that_is_true() {
    let mut of = Built::new();
    let (a, b, p) = (of.a, of.b, of.p);
    let greater = of.binary(a, BinaryOp::Gt, b);
    assert_eq!(condition_text(of.cfg(), greater, true), "a > b");
    assert_eq!(condition_text(of.cfg(), greater, false), "a <= b");
    let not = of.unary(UnaryOp::Not, greater);
    assert_eq!(condition_text(of.cfg(), not, true), "a <= b");
    assert_eq!(condition_text(of.cfg(), a, false), "a == 0");
    assert_eq!(condition_text(of.cfg(), p, true), "p != NULL");
}

#[test]
fn a_conversion_keeps_the_low_bits_except_to_bool() {
    let char_type = IntType { bits: 8, signed: true };
    let byte_type = IntType { bits: 8, signed: false };
    assert_eq!([char_type.wrapped(200), char_type.wrapped(-128)], [-56, -128]);
    assert_eq!([byte_type.wrapped(300), byte_type.wrapped(-1)], [44, 255]);
    assert_eq!(IntType::UINT.wrapped(-1), 4_294_967_295);
    assert_eq!([0, 1, 2, 256].map(|value| IntType::BOOL.wrapped(value)), [0, 1, 1, 1]);
}
