//! Variables that only the functions of the file can write. A graph that knows all calls of these functions
//! can follow their values.

use super::{Subject, notebook::Notebook};
use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, Edge, ExprKind, Type, VarId, VarKind};
use csieve_lowering::unit::TranslationUnit;
use csieve_reports::finding::Looked;

/// Returns the graph with the integer variables of the file that only functions of the file can write made
/// private: unknown code no longer changes them. After each edge that stands for code which may write such a
/// variable, the value of the variable is forgotten. The names that were looked up in the file are added to
/// the notebook.
pub(super) fn keep(cfg: Cfg, subject: Subject, notebook: &mut Notebook) -> Cfg {
    let mut looked = Vec::new();
    let unit = subject.around.unit();
    let known = cfg.var_ids().filter_map(|id| Some((id, writers(&cfg, id, unit, &mut looked)?)));
    let vars: Vec<(VarId, Vec<&str>)> = known.collect();
    for name in &looked {
        notebook.looks(subject, name, Looked::Callers);
    }
    if vars.is_empty() {
        return cfg;
    }
    let edges = cfg.edge_ids();
    let mut graph = CfgBuilder::reopen(cfg);
    for (var, _) in &vars {
        graph.hide(*var);
    }
    for id in edges {
        let may_write =
            |(var, writers): &(VarId, Vec<&str>)| may_write(graph.so_far().edge(id), writers).then_some(*var);
        let written: Vec<VarId> = vars.iter().filter_map(may_write).collect();
        graph.forget_behind(id, &written);
    }
    graph.finish()
}

/// Returns the functions that may write a variable. `None` if the variable is no integer variable of the
/// file, or if code outside the file may write it too. The names on which the answer depends are added to
/// `looked`.
fn writers<'u>(
    cfg: &Cfg,
    id: VarId,
    unit: &'u TranslationUnit,
    looked: &mut Vec<String>,
) -> Option<Vec<&'u str>> {
    let var = cfg.var(id);
    let is_number = var.kind == VarKind::Global && matches!(var.ty, Type::Int(_));
    let is_own = cfg.statics.own.iter().any(|own| cfg.expr(*own).kind == ExprKind::Var(id));
    let has_address = cfg.expr_ids().any(|expr| cfg.expr(expr).kind == ExprKind::AddressOf(id));
    if is_number && !is_own && !has_address { unit.writers(&var.name, looked) } else { None }
}

/// Returns whether an edge stands for code that may write a variable, given the functions that may write it.
fn may_write(edge: &Edge, writers: &[&str]) -> bool {
    let is_writer = |name: &str| writers.binary_search(&name).is_ok();
    match &edge.action {
        Action::Opaque { .. } | Action::Call { target: CallTarget::MaybeMacro(_), .. } => true,
        Action::Call { target: CallTarget::Named(callee), .. } | Action::LibraryCall { callee, .. } => {
            is_writer(callee)
        }
        _ => false,
    }
}
