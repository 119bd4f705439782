//! `__attribute__((cleanup(f)))`: the call `f(&x)` is made on every path out of the scope of `x`.

use csieve_base::text::Span;
use csieve_frontend::syntax::{Kind, Node};
use csieve_graph::{Action, CallTarget};

use crate::lower::{
    Lowering,
    place::Lvalue,
    scope::{Cleanup, Symbol},
};

impl<'a> Lowering<'a> {
    /// Records that `function` is called when control leaves the scope of the object `name`, which was just
    /// declared.
    pub(super) fn declare_cleanup(&mut self, function: String, name: &str, node: Node<'a>) {
        let Some(symbol) = self.scopes.get_innermost(name).cloned() else { return };
        let address = match symbol {
            Symbol::Scalar { var, ty } => self.address_of(&Lvalue::Var { var, ty }).expr,
            Symbol::Memory { address, .. } => address,
            Symbol::Fields { .. } | Symbol::Constant { .. } => return,
        };
        let to = scope_end(node);
        self.scopes.add_cleanup(Cleanup { function, address, from: node.end_byte(), to });
    }

    /// Leaves the innermost scope at its end, after the calls of its cleanups.
    pub(in crate::lower) fn close_scope(&mut self, span: Span) {
        let at_end = Span { start: span.end.saturating_sub(1), end: span.end };
        if !self.dead {
            let cleanups: Vec<Cleanup> = self.scopes.cleanups(false).cloned().collect();
            self.run(&cleanups, at_end);
        }
        self.scopes.close();
    }

    /// Returns whether a jump from here may leave the scope of an object with a cleanup.
    pub(in crate::lower) fn has_cleanups(&self) -> bool {
        self.scopes.cleanups(true).next().is_some()
    }

    /// Adds the calls of the cleanups of all scopes that a jump leaves. `target` is the byte offset in the
    /// text that the jump leads to, or `None` if the jump leaves the function.
    pub(in crate::lower) fn leave_for(&mut self, target: Option<usize>, span: Span) {
        let leaves = |cleanup: &&Cleanup| target.is_none_or(|at| !(cleanup.from..cleanup.to).contains(&at));
        let cleanups: Vec<Cleanup> = self.scopes.cleanups(true).filter(leaves).cloned().collect();
        self.run(&cleanups, span);
    }

    fn run(&mut self, cleanups: &[Cleanup], span: Span) {
        for Cleanup { function, address, .. } in cleanups {
            let target = CallTarget::Named(function.clone());
            self.step(Action::Call { target, args: vec![*address], result: None }, span);
        }
    }
}

/// Returns the byte offset in the text at which the scope of a declaration ends.
fn scope_end(declaration: Node<'_>) -> usize {
    let mut around = declaration;
    while let Some(parent) = around.parent() {
        around = parent;
        if matches!(around.kind(), Kind::CompoundStatement | Kind::ForStatement | Kind::FunctionDefinition) {
            break;
        }
    }
    around.end_byte()
}
