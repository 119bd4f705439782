//! Variables of the file that calls of other files leave as they are: known where a graph knows every call of the file's own
//! functions.

use super::{Subject, notebook::Notebook};
use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, Edge, ExprKind, Type, VarId, VarKind};
use csieve_lowering::unit::TranslationUnit;
use csieve_reports::finding::Looked;

/// The graph with numbers of the file that only its edges write: those that stand for code which may write one say so. Notes
/// the names that it looks for in the file.
pub(super) fn keep(cfg: Cfg, subject: Subject, notebook: &mut Notebook) -> Cfg {
    let mut looked = Vec::new();
    let unit = subject.around.unit;
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

/// The functions that may write a variable; none if it is no such number.
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

/// Whether an edge stands for code that may write a variable of the file.
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
