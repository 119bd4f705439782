//! Calls that are no function calls: assertions, assumptions, and functions that return twice.

use super::Call;
use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType};
use csieve_frontend::syntax::{Kind, Node};
use csieve_graph::{Action, ExprKind, Type};

/// The function that `assert` calls when its condition is false.
const ASSERTION_FAILS: &str = "__assert_fail";

impl<'a> Lowering<'a> {
    /// Lowers macros of the standard headers that were not expanded, calls that only expanded text contains
    /// such as `$goto`, and calls that return twice. Returns `None` for other calls.
    pub(super) fn special_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        // A program may have functions with the names of macros.
        let name = if self.declared_function(call.name).is_some() { "" } else { call.name };
        match (name, call.args.as_slice()) {
            ("assert", [condition]) => {
                let branches = self.branch(*condition)?;
                self.merge(&branches.fails, call.span);
                if !self.dead {
                    let text = ExprKind::Address(format!("\"{}\"", self.source(*condition)));
                    let args = vec![self.graph.exprs().add(text, Type::Pointer)];
                    let callee = ASSERTION_FAILS.to_owned();
                    let (result, range, writes_memory) = (None, None, false);
                    let failure = Action::LibraryCall { callee, args, result, range, writes_memory };
                    let first = self.graph.edge_count();
                    self.dead_end(failure, call.span);
                    if let Some(entry) = self.library.shared(ASSERTION_FAILS) {
                        self.graph.known(first.., ASSERTION_FAILS, entry);
                    }
                }
                self.merge(&branches.holds, call.span);
                Ok(Some(self.any(&CType::VOID)))
            }
            ("static_assert" | "_Static_assert", _) => Ok(Some(self.any(&CType::VOID))),
            (
                "va_start" | "va_end" | "va_copy" | "__builtin_va_start" | "__builtin_va_end"
                | "__builtin_va_copy",
                lists,
            ) => {
                self.variable_arguments(call.name, lists, call.span)?;
                Ok(Some(self.any(&CType::VOID)))
            }
            ("va_arg" | "__builtin_va_arg", [list, ty, ..]) => {
                self.graph.abstracted(call.span, "a variable argument");
                self.effects_of_lengths(*ty, false);
                // Expanded text spells `__builtin_va_arg (ap, T)` as `__builtin_va_arg (ap, sizeof (T))`.
                let ty = self.type_reader().sizeof_operand(*ty);
                self.next_argument(*list, &ty, call.span).map(Some)
            }
            ("$goto", [target]) => {
                self.computed_goto(*target, call.span)?;
                Ok(Some(self.any(&CType::VOID)))
            }
            ("$assume", [condition]) => {
                self.assume(*condition)?;
                Ok(Some(self.any(&CType::VOID)))
            }
            ("$asserted", [condition]) => {
                self.asserted(*condition)?;
                Ok(Some(self.any(&CType::VOID)))
            }
            _ => match self.library.function(call.name).and_then(|entry| entry.returns_twice) {
                Some(twice) => self.call_twice(call, twice).map(Some),
                None => Ok(None),
            },
        }
    }

    /// Lowers an assumption of the author, `// csieve: assume n > 0`: runs on which the condition is false
    /// are left out.
    fn assume(&mut self, condition: Node<'a>) -> Lowered<()> {
        let span = self.span(condition);
        if condition.kind() == Kind::StringLiteral {
            let problem = self.source(condition).trim_matches('"');
            self.graph.remark(span, format!("this assumption has no effect: {problem}"));
            return Ok(());
        }
        if let Some(name) = self.unknown_name(condition) {
            self.graph.remark(span, format!("this assumption has no effect: `{name}` is not known here"));
            return Ok(());
        }
        let is_reached = !self.dead;
        let branches = self.branch(condition)?;
        if branches.holds.is_empty() && is_reached {
            self.graph.remark(span, "this assumption has no effect: it is never true");
            self.merge(&branches.fails, span);
            return Ok(());
        }
        self.graph.assumption(span);
        self.merge(&branches.holds, span);
        Ok(())
    }

    /// Lowers an assertion that is disabled by `NDEBUG`. Runs continue whether the condition holds or not,
    /// but the edges on which it is false are marked (`denied`).
    fn asserted(&mut self, condition: Node<'a>) -> Lowered<()> {
        if self.dead || self.unknown_name(condition).is_some() {
            return Ok(());
        }
        let span = self.span(condition);
        let branches = self.branch(condition)?;
        let mut ends = branches.holds;
        for fails in branches.fails {
            let on = self.graph.step(fails, Action::Skip, span);
            self.graph.denied(self.graph.last_edge());
            ends.push(on);
        }
        self.merge(&ends, span);
        Ok(())
    }

    /// Returns a name in a condition that denotes no known value, if there is one.
    fn unknown_name(&self, condition: Node<'a>) -> Option<&'a str> {
        let mut pending = vec![condition];
        while let Some(node) = pending.pop() {
            if node.kind() == Kind::Identifier && !self.is_value_name(self.source(node)) {
                return Some(self.source(node));
            }
            pending.extend(node.named_children());
        }
        None
    }
}
