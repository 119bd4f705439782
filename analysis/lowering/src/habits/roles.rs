//! What an expression is used for, by what stands around it.

use csieve_base::hints::is_assertion;
use csieve_frontend::syntax::{Field, Kind, Node};

/// What an expression of a pointer is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role<'t> {
    /// It is compared with NULL.
    Test,
    /// It is compared with NULL by an assertion, or at the end of a loop: neither says that NULL is to be expected.
    Habitual,
    /// What it points to is accessed.
    Access,
    /// It is written.
    Written,
    /// It becomes the value of something else: it is returned, stored, or its address is taken.
    Given,
    /// It is the value that an assignment or a declaration stores.
    Stored(Node<'t>),
    /// It is an argument of a call. The result of the call is not used if `is_statement`.
    Passed { call: Node<'t>, is_statement: bool },
    /// Nothing that matters.
    Other,
}

/// The nodes around a node, outermost first, without parentheses.
pub(super) type Around<'s, 't> = &'s [Node<'t>];

/// The longest text of a branch in which an assertion is looked for, in bytes.
const MAX_BRANCH: usize = 400;

/// Returns what an expression is used for.
pub(super) fn role<'t>(node: Node<'t>, around: Around<'_, 't>, text: &str) -> Role<'t> {
    let Some((&parent, further)) = around.split_last() else { return Role::Other };
    let is_in = |field: Field| parent.field(field).is_some_and(|part| contains(part, node));
    match parent.kind() {
        Kind::CastExpression => role(parent, further, text),
        Kind::CommaExpression if is_in(Field::Right) => role(parent, further, text),
        Kind::FieldExpression if parent.operator() == Kind::Arrow => Role::Access,
        Kind::SubscriptExpression if is_in(Field::Argument) => Role::Access,
        Kind::PointerExpression if parent.operator() == Kind::Star => Role::Access,
        Kind::PointerExpression | Kind::ReturnStatement | Kind::InitializerList | Kind::InitializerPair => {
            Role::Given
        }
        Kind::UnaryExpression if parent.operator() == Kind::Bang => tested(parent, further, text),
        Kind::BinaryExpression => match parent.operator() {
            Kind::AmpersandAmpersand | Kind::BarBar => tested(parent, further, text),
            Kind::EqualEqual | Kind::BangEqual => {
                let other = if is_in(Field::Left) { Field::Right } else { Field::Left };
                match parent.field(other) {
                    Some(other) if is_null(other, text) => tested(parent, further, text),
                    _ => Role::Other,
                }
            }
            _ => Role::Other,
        },
        Kind::ConditionalExpression if !is_in(Field::Condition) => role(parent, further, text),
        Kind::AssignmentExpression if is_in(Field::Left) => Role::Written,
        Kind::AssignmentExpression if parent.operator() == Kind::Equal => Role::Stored(parent),
        Kind::InitDeclarator if is_in(Field::Value) => Role::Stored(parent),
        Kind::AssignmentExpression | Kind::UpdateExpression => Role::Given,
        Kind::ArgumentList => passed(further, text),
        _ => tested_by(node, parent, text).unwrap_or(Role::Other),
    }
}

/// Returns the role of an expression that is an argument. `around` ends with the call.
fn passed<'t>(around: Around<'_, 't>, text: &str) -> Role<'t> {
    let Some((&call, further)) = around.split_last() else { return Role::Other };
    let function = call.field(Field::Function).map(|name| &text[name.byte_range()]);
    if function == Some("__builtin_expect") {
        return role(call, further, text);
    }
    let is_statement = further.last().is_some_and(|parent| parent.kind() == Kind::ExpressionStatement);
    Role::Passed { call, is_statement }
}

/// Returns the role of a pointer of which `node` is the truth, or a condition that has it as a part.
fn tested<'t>(mut node: Node<'t>, mut around: Around<'_, 't>, text: &str) -> Role<'t> {
    while let Some((&parent, further)) = around.split_last() {
        if let Some(role) = tested_by(node, parent, text) {
            return role;
        }
        let goes_on = matches!(
            parent.kind(),
            Kind::UnaryExpression | Kind::BinaryExpression | Kind::CommaExpression | Kind::ArgumentList
        );
        let is_expected = parent.kind() == Kind::CallExpression
            && parent
                .field(Field::Function)
                .is_some_and(|name| &text[name.byte_range()] == "__builtin_expect");
        if !goes_on && !is_expected {
            break;
        }
        (node, around) = (parent, further);
    }
    Role::Test
}

/// Returns the role of a condition in a statement or a conditional expression that decides by it.
fn tested_by<'t>(node: Node<'t>, parent: Node<'t>, text: &str) -> Option<Role<'t>> {
    let is_condition = parent.field(Field::Condition).is_some_and(|part| contains(part, node));
    match parent.kind() {
        _ if !is_condition => None,
        Kind::WhileStatement | Kind::DoStatement | Kind::ForStatement => Some(Role::Habitual),
        Kind::IfStatement | Kind::ConditionalExpression => {
            let branches = [Field::Consequence, Field::Alternative];
            let mut branches = branches.into_iter().filter_map(|branch| parent.field(branch));
            let asserts = branches.any(|branch| {
                let branch = &text[branch.byte_range()];
                branch.len() <= MAX_BRANCH && is_assertion(branch)
            });
            Some(if asserts { Role::Habitual } else { Role::Test })
        }
        _ => None,
    }
}

/// Returns whether an expression is a null pointer constant as programs write it after preprocessing.
fn is_null(node: Node<'_>, text: &str) -> bool {
    let spelled = &text[node.byte_range()];
    let digits = spelled.trim_matches(|c: char| c == '(' || c == ')' || c == ' ');
    match node.kind() {
        Kind::Null => true,
        Kind::NumberLiteral | Kind::ParenthesizedExpression if digits == "0" => true,
        Kind::ParenthesizedExpression | Kind::CastExpression => {
            let last = spelled.trim_end_matches([')', ' ']).rsplit([')', ' ']).next();
            spelled.contains('*') && last.is_some_and(|last| last.trim_start_matches('(') == "0")
        }
        _ => false,
    }
}

fn contains(outer: Node<'_>, inner: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}
