//! Replacing a call by the body of the called function.

use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, EdgeId, ExprId, Loc, VarId, edge_text};

use super::{
    Call,
    exprs::{fitting, led, references, translated},
    names::{Names, agree},
};

/// A function whose body may replace calls of it.
#[derive(Clone, Copy)]
pub struct Body<'a> {
    /// The control-flow graph of the function.
    pub cfg: &'a Cfg,
    /// The source text of the function, for display.
    pub text: &'a str,
}

impl Body<'_> {
    /// Returns whether the body may replace a call with these arguments in this graph. It may not if the
    /// number of arguments differs, if the function has `static` locals or calls a function that returns
    /// twice such as `setjmp`, or if the two graphs represent an object of the file differently.
    pub fn takes(&self, graph: &Cfg, args: &[ExprId]) -> bool {
        let fits = |params: &Vec<Option<VarId>>| {
            params.len() == args.len() || self.cfg.variadic && params.len() < args.len()
        };
        self.cfg.params.as_ref().is_some_and(fits)
            && self.cfg.statics.own.is_empty()
            && self.cfg.jumps_back.is_empty()
            && agree(graph, self.cfg)
    }

    /// Replaces a call by the body. `vars` are the caller's variables for this body: kept from an earlier
    /// call that the body replaced, or stored here by the first. Returns pairs of a new edge and the edge of
    /// the body that it copies, ascending.
    pub(super) fn enter(
        &self,
        graph: &mut CfgBuilder,
        call: &Call,
        vars: &mut Option<Vec<VarId>>,
    ) -> Vec<(EdgeId, EdgeId)> {
        let Call { edge: call, args, result, .. } = call;
        let (call, result) = (*call, *result);
        let names = match vars.take() {
            Some(vars) => Names::again(self.cfg, vars),
            None => Names::new(graph, self.cfg),
        };
        let references = references(graph.so_far(), self.cfg, args);
        let exprs = translated(graph, self.cfg, &names, &references);
        let place = graph.so_far().edge(call).span;
        let (entered, behind) = graph.replace(call);
        let locs: Vec<Loc> = (0..self.cfg.location_count()).map(|_| graph.location()).collect();
        let loc = |loc: Loc| locs[loc.index()];
        let mut at = entered;
        for (param, arg) in self.cfg.params.iter().flatten().zip(args) {
            if let Some(param) = param {
                let value = fitting(graph, *arg, self.cfg.var(*param).ty);
                let passed = format!("{} = {}", self.cfg.var(*param).name, graph.expr_text(*arg));
                at = graph.step(at, Action::Assign { var: names.var(*param), value }, place);
                graph.within(graph.last_edge(), Some(passed), None);
            }
        }
        graph.edge(at, loc(self.cfg.entry), Action::Skip, place);
        let mut copies = Vec::with_capacity(self.cfg.edges.len());
        for id in self.cfg.edge_ids() {
            let edge = self.cfg.edge(id);
            let action = match &edge.action {
                Action::Return(value) => {
                    let value = value.map(|value| exprs[value.0 as usize]);
                    returned(graph, result, value)
                }
                action => written(graph.so_far(), moved(action, &names, &exprs)),
            };
            let copy = if matches!(edge.action, Action::Return(_)) {
                // An edge that writes must be the only edge into its target location.
                let written = graph.step(loc(edge.from), action, place);
                let copy = graph.last_edge();
                graph.edge(written, loc(edge.to), Action::Skip, place);
                copy
            } else {
                graph.edge(loc(edge.from), loc(edge.to), action, place)
            };
            let does_something = edge.action != Action::Skip;
            graph.within(
                copy,
                does_something.then(|| edge_text(self.cfg, self.text, id)),
                edge.inside.as_ref(),
            );
            graph.promise(copy, edge.promised);
            if let Some(function) = &edge.told {
                graph.tell(copy, function);
            }
            graph.known_functions().set(copy, self.cfg.known.function(id).cloned());
            copies.push((copy, id));
        }
        graph.edge(loc(self.cfg.exit), behind, Action::Skip, place);
        *vars = Some(names.vars());
        copies
    }
}

/// Returns the action that a `return` of the body becomes in the caller: an assignment to `result`, the
/// variable that takes the call's result. If the body returns no value, the assigned value is any value.
fn returned(graph: &mut CfgBuilder, result: Option<VarId>, value: Option<ExprId>) -> Action {
    let Some(var) = result else { return Action::Skip };
    let ty = graph.var_info(var).ty;
    let value = match value {
        Some(value) => fitting(graph, value, ty),
        None => graph.exprs().any(ty),
    };
    Action::Assign { var, value }
}

/// Returns the action that a translated one is: a store through the address of a variable assigns to the variable.
fn written(graph: &Cfg, action: Action) -> Action {
    match action {
        Action::Store { pointer, value } => match led(graph, pointer, graph.expr(value).ty) {
            Some(var) => Action::Assign { var, value },
            None => Action::Store { pointer, value },
        },
        action => action,
    }
}

/// Translates an action of the body to the variables and expressions of the caller's graph.
fn moved(action: &Action, names: &Names, exprs: &[ExprId]) -> Action {
    let mut moved = action.clone();
    let expr = |id: &mut ExprId| *id = exprs[id.0 as usize];
    let var = |id: &mut VarId| *id = names.var(*id);
    match &mut moved {
        Action::Skip | Action::Return(None) => {}
        Action::Declare(of) | Action::Alloc { var: of, .. } | Action::AllocFail { var: of, .. } => var(of),
        Action::Open { var: of, .. } | Action::OpenFail { var: of, .. } => var(of),
        Action::Assign { var: of, value } => {
            var(of);
            expr(value);
        }
        Action::Assume { cond: value, .. }
        | Action::Learn { value, .. }
        | Action::AssumeNone { value, .. }
        | Action::Deref { pointer: value, .. }
        | Action::Free { pointer: value, .. }
        | Action::FreeNull { pointer: value }
        | Action::Close { handle: value, .. }
        | Action::CloseFail { handle: value }
        | Action::Lock { lock: value, .. }
        | Action::LockFail { lock: value }
        | Action::Unlock { lock: value, .. }
        | Action::Misuse { operand: value, .. }
        | Action::Return(Some(value)) => expr(value),
        Action::Store { pointer, value } => {
            expr(pointer);
            expr(value);
        }
        Action::Call { target, args, result } => {
            if let CallTarget::Pointer(callee) = target {
                expr(callee);
            }
            args.iter_mut().for_each(expr);
            result.iter_mut().for_each(var);
        }
        Action::LibraryCall { args, result, .. } => {
            args.iter_mut().for_each(expr);
            result.iter_mut().for_each(var);
        }
        Action::Opaque { vars } => vars.iter_mut().for_each(var),
    }
    moved
}
