//! Contents of objects that one statement gives a value as a whole: by an initialiser (`= {0}`) or by `memset`.
//! The cells that the function reads get stores of their own behind that statement, so that searches and proofs
//! know them.

use rustc_hash::FxHashSet;

use csieve_base::library::ActsLike;
use csieve_graph::{Action, Cfg, CfgBuilder, EdgeId, ExprId, ExprKind, Type, outermost};

/// The most cells of one object that get a store.
const MOST_CELLS: usize = 24;

/// A cell at a constant place of an object that the function reads.
struct Cell {
    address: ExprId,
    /// The address of the object, or the variable that points to it.
    object: ExprId,
    /// The distance of the cell from there, and its width, in bytes.
    first: i128,
    width: i128,
    ty: Type,
}

/// Bytes that a statement sets, from the start of an object on.
struct Filled {
    object: ExprId,
    first: i128,
    bytes: i128,
}

/// Adds the stores to the graph of a function.
pub(super) fn state(graph: &mut CfgBuilder) {
    let cfg = graph.so_far();
    let filled: Vec<(EdgeId, Filled)> =
        cfg.edge_ids().filter_map(|id| filled(cfg, id).map(|filled| (id, filled))).collect();
    if filled.is_empty() {
        return;
    }
    let cells = cells(cfg);
    for (edge, filled) in filled {
        let own = |cell: &&Cell| {
            cell.object == filled.object
                && cell.first >= filled.first
                && cell.first + cell.width <= filled.first + filled.bytes
        };
        let stated: Vec<(ExprId, Type, i128)> = cells
            .iter()
            .filter(own)
            .filter_map(|cell| Some((cell.address, cell.ty, value(graph.so_far(), edge, cell)?)))
            .take(MOST_CELLS)
            .collect();
        let stores = stated.into_iter().map(|(pointer, ty, value)| {
            let value = graph.exprs().add(ExprKind::Const(value), ty);
            Action::Store { pointer, value }
        });
        let stores = stores.collect();
        graph.insert_steps(edge, stores);
    }
}

/// Returns the cells that a function reads.
fn cells(cfg: &Cfg) -> Vec<Cell> {
    let (mut cells, mut seen) = (Vec::new(), FxHashSet::default());
    for id in cfg.expr_ids() {
        let ExprKind::Load(address) = cfg.expr(id).kind else { continue };
        let Some(width) = width(cfg, cfg.expr(id).ty) else { continue };
        if cfg.concrete.bits.contains_key(&address) || !seen.insert(address) {
            continue;
        }
        if let Some((object, first)) = place(cfg, address) {
            cells.push(Cell { address, object, first, width, ty: cfg.expr(id).ty });
        }
    }
    cells
}

/// Returns the object that an address leads into, and the distance from its start in bytes. `None` if the
/// object is no object on the stack and no target of a variable, or if the distance is not constant.
fn place(cfg: &Cfg, address: ExprId) -> Option<(ExprId, i128)> {
    let reach = outermost(&cfg.exprs, &cfg.sizes, address).filter(|reach| reach.parts.is_empty())?;
    let is_object = match cfg.expr(reach.base).kind {
        ExprKind::Address(_) => cfg.automatic.contains(&reach.base),
        ExprKind::Var(var) => !cfg.var(var).exposed,
        _ => false,
    };
    is_object.then_some((reach.base, reach.constant))
}

/// Returns the bytes that an edge sets to constants.
fn filled(cfg: &Cfg, id: EdgeId) -> Option<Filled> {
    let (pointer, bytes) = match &cfg.edge(id).action {
        Action::Store { pointer, .. } => (*pointer, i128::from(cfg.initials.get(&id)?.bytes)),
        Action::LibraryCall { args, .. } => {
            let [to, with, bytes] = args.as_slice() else { return None };
            let is_memset = cfg.known.function(id)?.acts_like == Some(ActsLike::Memset);
            (
                *to,
                cfg.exprs
                    .as_constant(*bytes)
                    .filter(|_| is_memset && cfg.exprs.as_constant(*with) == Some(0))?,
            )
        }
        _ => return None,
    };
    let (object, first) = place(cfg, cfg.exprs.strip_casts(pointer))?;
    Some(Filled { object, first, bytes })
}

/// Returns the value of a cell behind an edge that sets it. `None` if it is not known.
fn value(cfg: &Cfg, edge: EdgeId, cell: &Cell) -> Option<i128> {
    let Some(initial) = cfg.initials.get(&edge) else { return Some(0) };
    let of_cell = initial.constants.iter().rfind(|(address, _)| *address == cell.address);
    if let Some((_, value)) = of_cell {
        return (cfg.expr(*value).ty == cell.ty).then(|| cfg.exprs.as_constant(*value)).flatten();
    }
    let constants =
        initial.constants.iter().map(|(address, value)| (*address, width(cfg, cfg.expr(*value).ty)));
    let strings = initial.strings.iter().map(|(address, _)| (*address, cfg.sizes.extent(*address)));
    let strings = strings.map(|(address, bytes)| (address, bytes.map(i128::from)));
    let may_overlap = |(address, bytes): (ExprId, Option<i128>)| match (place(cfg, address), bytes) {
        (Some((object, first)), Some(bytes)) => {
            object == cell.object && first < cell.first + cell.width && cell.first < first + bytes
        }
        _ => true,
    };
    (!constants.chain(strings).any(may_overlap)).then_some(0)
}

/// Returns the number of bytes of a scalar. `None` for other types.
fn width(cfg: &Cfg, ty: Type) -> Option<i128> {
    matches!(ty, Type::Int(_) | Type::Pointer).then(|| ty.bytes(cfg.model).map(i128::from)).flatten()
}
