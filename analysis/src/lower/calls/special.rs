//! Calls that are no calls: assertions, compiler hints, and what cannot be followed at all.

use super::Call;
use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType};
use crate::{
    cfg::{Action, ExprKind, Type},
    syntax::{Kind, Node},
};

/// What a header would make of `assert` where its condition is false.
const ASSERTION_FAILS: &str = "__assert_fail";

impl<'a> Lowering<'a> {
    /// A call that is syntax rather than a call: the macros of the language's own headers where the header is
    /// not there, what the translation writes (`$goto`), and calls that return twice. None for any other.
    pub(super) fn special_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        match (call.name, call.args.as_slice()) {
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
                self.variable_arguments(lists)?;
                Ok(Some(self.any(&CType::VOID)))
            }
            ("va_arg" | "__builtin_va_arg", [list, ty, ..]) => {
                self.variable_arguments(&[*list])?;
                self.graph.abstracted(call.span, "a variable argument");
                // `__builtin_va_arg (ap, T)` is spelt `__builtin_va_arg (ap, sizeof (T))`.
                let ty = self.type_reader().sizeof_operand(*ty);
                Ok(Some(self.any(&ty)))
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
            (name, _) => match self.library.function(name).and_then(|entry| entry.returns_twice) {
                Some(twice) => self.call_twice(call, twice).map(Some),
                None => Ok(None),
            },
        }
    }

    /// `// csieve: assume n > 0`: runs on which it does not hold are left out.
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

    /// An assertion that is switched off: runs go on whether it holds or not, but those on which it does not are told
    /// apart.
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

    /// A name in a condition that is no value here.
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

    /// What a list of variable arguments holds is not followed; what finding it changes is.
    fn variable_arguments(&mut self, lists: &[Node<'a>]) -> Lowered<()> {
        for list in lists {
            if self.has_effects(*list) {
                self.discard(*list)?;
            }
        }
        Ok(())
    }
}
