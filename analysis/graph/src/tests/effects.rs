//! The effects of each action, as a table.

use std::sync::Arc;

use csieve_base::library::Resource;

use crate::{
    Access, Action, Assigns, CallTarget, Calls, ExprId, Freeing, Frees, MisuseKind, Tests, VarId, Writes,
};

const P: ExprId = ExprId(7);
const V: ExprId = ExprId(8);
const X: VarId = VarId(3);

/// Returns what an action should do: reads, test, writes, assignment, what it frees, call. There is no `_`: an action
/// that is added needs a line here.
#[allow(clippy::too_many_lines, reason = "a table")]
fn table(action: &Action) -> (Vec<ExprId>, Tests<'_>, Writes<'_>, Assigns, Frees, Calls<'_>) {
    let none =
        (Vec::new(), Tests::Nothing, Writes::Nothing, Assigns::Nothing, Frees::Nothing, Calls::Nothing);
    let (_, idle, dry, keeps, holds, calls) = none.clone();
    let valid = Tests::Pointer { pointer: P, is_null: false };
    let makes = |callee| Calls::Maker { callee };
    match action {
        Action::Skip
        | Action::Return(None)
        | Action::Lock { .. }
        | Action::LockFail { .. }
        | Action::Unlock { .. } => none,
        Action::Return(Some(value)) => (vec![*value], idle, dry, keeps, holds, calls),
        Action::Declare(var) => (vec![], idle, dry, Assigns::Undefined { var: *var }, holds, calls),
        Action::Assign { .. } => (vec![V], idle, dry, Assigns::Value { var: X, value: V }, holds, calls),
        Action::Assume { holds: truth, .. } => {
            (vec![], Tests::Condition { cond: V, holds: *truth }, dry, keeps, holds, calls)
        }
        Action::Learn { .. } => {
            (vec![], Tests::Within { value: V, low: -1, high: 4 }, dry, keeps, holds, calls)
        }
        Action::AssumeNone { .. } => {
            (vec![], Tests::NoneOf { value: V, cases: &[1, 2] }, dry, keeps, holds, calls)
        }
        Action::Deref { .. } => (vec![], valid, dry, keeps, holds, calls),
        Action::Store { .. } => {
            (vec![P, V], idle, Writes::Object { pointer: P, value: V }, keeps, holds, calls)
        }
        Action::Alloc { .. } => (vec![], idle, dry, Assigns::Fresh { var: X }, holds, makes("malloc")),
        Action::AllocFail { .. } => (vec![], idle, dry, Assigns::Null { var: X }, holds, calls),
        Action::Free { freeing, .. } => {
            let frees = Frees::Object { pointer: P, freeing: *freeing };
            (vec![], valid, dry, keeps, frees, calls)
        }
        Action::FreeNull { .. } => {
            (vec![], Tests::Pointer { pointer: P, is_null: true }, dry, keeps, holds, calls)
        }
        Action::Open { resource, .. } => {
            let handle = Assigns::Handle { var: X, is_pointer: resource.is_pointer };
            (vec![], idle, dry, handle, holds, makes("open"))
        }
        Action::OpenFail { resource, .. } => {
            let value = if resource.is_pointer { 0 } else { -1 };
            (vec![], idle, dry, Assigns::Failure { var: X, value }, holds, calls)
        }
        Action::Close { resource, .. } => {
            let valid = Tests::Handle { handle: V, is_pointer: resource.is_pointer };
            (vec![], valid, dry, keeps, holds, calls)
        }
        Action::CloseFail { .. } => (vec![V], idle, dry, keeps, holds, calls),
        Action::Call { target, args, result } => {
            let reads = match target {
                CallTarget::Named(_) => args.clone(),
                CallTarget::Pointer(callee) => vec![*callee, P, V],
                CallTarget::MaybeMacro(_) => vec![],
            };
            let assigns = result.map_or(keeps, |var| Assigns::Any { var });
            (reads, idle, Writes::Memory { args }, assigns, holds, Calls::Unknown { target, args })
        }
        Action::LibraryCall { callee, args, result, range, writes_memory } => {
            let writes = if *writes_memory { Writes::Region { args } } else { dry };
            let assigns = result.map_or(keeps, |var| Assigns::Result { var, range: *range });
            (args.clone(), idle, writes, assigns, holds, Calls::Library { callee, args })
        }
        Action::Opaque { vars } => (vec![], idle, Writes::Anything { vars }, keeps, holds, calls),
        Action::Misuse { kind, .. } => {
            (vec![], Tests::Misuse { kind: *kind, operand: V }, dry, keeps, holds, calls)
        }
    }
}

fn resource(is_pointer: bool) -> Arc<Resource> {
    let name = "stream".to_owned();
    Arc::new(Resource { name: name.clone(), like: name, is_pointer, kept_for: Vec::new() })
}

/// Returns each action, and those with parts that decide in each of their forms.
fn actions() -> Vec<Action> {
    let name = |name: &str| name.to_owned();
    let mut all = vec![
        Action::Skip,
        Action::Declare(X),
        Action::Assign { var: X, value: V },
        Action::Assume { cond: V, holds: true },
        Action::Assume { cond: V, holds: false },
        Action::Learn { value: V, low: -1, high: 4 },
        Action::AssumeNone { value: V, cases: vec![1, 2] },
        Action::Deref { pointer: P, access: Access::Write },
        Action::Store { pointer: P, value: V },
        Action::Alloc { var: X, callee: name("malloc") },
        Action::AllocFail { var: X, callee: name("malloc") },
        Action::Free { pointer: P, callee: name("free"), freeing: Freeing::Certain },
        Action::Free { pointer: P, callee: name("free"), freeing: Freeing::ToNothing },
        Action::FreeNull { pointer: P },
        Action::CloseFail { handle: V },
        Action::Lock { lock: P, callee: name("lock"), shared: false, waits: true },
        Action::LockFail { lock: P },
        Action::Unlock { lock: P, callee: name("unlock"), counted: false },
        Action::Opaque { vars: vec![X] },
        Action::Misuse { kind: MisuseKind::OutOfBounds, operand: V },
        Action::Misuse { kind: MisuseKind::DivisionByZero, operand: V },
        Action::Return(None),
        Action::Return(Some(V)),
    ];
    for resource in [resource(true), resource(false)] {
        let (callee, to) = (name("open"), || Arc::clone(&resource));
        all.push(Action::Open { var: X, callee: callee.clone(), resource: to() });
        all.push(Action::OpenFail { var: X, callee, resource: to() });
        all.push(Action::Close { handle: V, callee: name("close"), resource: to() });
    }
    for result in [None, Some(X)] {
        let named = CallTarget::Named(name("f"));
        for target in [named, CallTarget::Pointer(ExprId(9)), CallTarget::MaybeMacro(name("M"))] {
            all.push(Action::Call { target, args: vec![P, V], result });
        }
        for writes_memory in [false, true] {
            let (callee, args, range) = (name("memcmp"), vec![P, V], Some((0, 9)));
            all.push(Action::LibraryCall { callee, args, result, range, writes_memory });
        }
    }
    all
}

#[test]
fn each_action_does_what_the_table_says() {
    for action in actions() {
        let (reads, tests, writes, assigns, frees, calls) = table(&action);
        let effects = action.effects();
        assert_eq!(effects.reads.iter().collect::<Vec<_>>(), reads, "reads of {action:?}");
        assert_eq!(effects.tests, tests, "tests of {action:?}");
        assert_eq!(effects.writes, writes, "writes of {action:?}");
        assert_eq!(effects.assigns, assigns, "assigns of {action:?}");
        assert_eq!(effects.frees, frees, "frees of {action:?}");
        assert_eq!(effects.calls, calls, "calls of {action:?}");
    }
}

#[test]
fn each_effect_is_one_that_tests_can_miss() {
    crate::mutation::tests::has_all(&actions());
}

#[test]
fn an_opaque_construct_sets_its_variables() {
    let opaque = Action::Opaque { vars: vec![X, VarId(4)] };
    assert_eq!(opaque.effects().sets().collect::<Vec<_>>(), [X, VarId(4)]);
    assert!(opaque.effects().writes.is_any());
    let assign = Action::Assign { var: X, value: V };
    assert_eq!(assign.effects().sets().collect::<Vec<_>>(), [X]);
    assert!(!assign.effects().writes.is_any());
}
