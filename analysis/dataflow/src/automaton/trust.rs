//! The effects of writes to memory under an unsound aliasing assumption: a write changes only the places that
//! it names.
//!
//! The automaton of the refuters is sound: every write to memory and every call may change all of memory. In
//! fact most calls change nothing that their caller reads again. A path that needs such a change is weak
//! evidence of a misuse. Therefore `csieve_reduction::plausibility` judges paths again under the assumption
//! of this module.

use fixedbitset::FixedBitSet;

use csieve_graph::{Cfg, Edge, ExprId, ExprKind, Type, VarId, Writes};

use super::{Quantities, Quantity, QuantityId, said::pure_call};

/// The memory that one quantity reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// The addresses from which the quantity loads, each with the type of the loaded value.
    loads: Vec<(ExprId, Type)>,
    /// The exposed variables in the quantity: those that are global or have their address taken.
    exposed: Vec<VarId>,
    /// The pointers to objects of which any part may count, such as `s` in `strlen(s)`.
    objects: Vec<ExprId>,
}

impl Cells {
    /// Returns the memory that a quantity reads.
    pub(super) fn of(cfg: &Cfg, quantities: &Quantities, id: QuantityId) -> Self {
        let mut cells = Self::default();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            match quantities.get(id) {
                Quantity::Var(var) if cfg.var(*var).exposed => cells.exposed.push(*var),
                Quantity::Var(_) | Quantity::Test => {}
                Quantity::Value(expr) => cells.add(cfg, *expr),
                Quantity::Said(edge) => {
                    let (_, args) = pure_call(cfg, *edge).unwrap_or_default();
                    for arg in args {
                        cells.add(cfg, *arg);
                        cells.objects.push(cfg.exprs.root(*arg));
                    }
                }
                Quantity::Truth(_, a, b) => {
                    cells.add(cfg, *a);
                    cells.add(cfg, *b);
                }
                Quantity::Sum(terms) => pending.extend(terms.iter().map(|term| term.0)),
                Quantity::IsZero(sum) => pending.extend(sum.terms.iter().map(|term| term.0)),
            }
        }
        cells
    }

    fn add(&mut self, cfg: &Cfg, expr: ExprId) {
        cfg.exprs.walk(expr, |_, expr| {
            self.loads.extend(expr.kind.as_load().map(|address| (address, expr.ty)));
            self.exposed.extend(expr.kind.as_var().filter(|var| cfg.var(*var).exposed));
        });
    }

    /// Returns whether every load of the quantity reads an object that one of these parameters points to.
    pub(super) fn are_behind(&self, cfg: &Cfg, params: &FixedBitSet) -> bool {
        let mut all = self.loads.iter().map(|(load, _)| *load).chain(self.objects.iter().copied());
        all.all(|load| {
            let mut at = plain(cfg, load);
            while let ExprKind::Inside { base, .. } = cfg.expr(at).kind {
                at = plain(cfg, base);
            }
            matches!(cfg.expr(at).kind, ExprKind::Var(var) if params.contains(var.index()))
        })
    }

    /// Returns whether an edge plainly writes one of the places that the quantity reads.
    pub(super) fn are_named_by(&self, cfg: &Cfg, edge: &Edge) -> bool {
        let is_object = |pointer: ExprId| self.objects.contains(&cfg.exprs.root(pointer));
        match edge.effects().writes {
            Writes::Nothing => false,
            Writes::Object { pointer, .. } if is_object(pointer) => true,
            Writes::Object { pointer, value } => {
                let ty = cfg.expr(value).ty;
                let stored = plain(cfg, pointer);
                self.loads.iter().any(|(load, loaded)| {
                    let load = plain(cfg, *load);
                    match (&cfg.expr(stored).kind, &cfg.expr(load).kind) {
                        (ExprKind::Any(_), _) => false,
                        (ExprKind::Inside { path, .. }, ExprKind::Inside { path: other, .. }) => {
                            path == other
                        }
                        (ExprKind::Inside { .. }, _) | (_, ExprKind::Inside { .. }) => false,
                        // The address of a named object is equal to no other address.
                        (ExprKind::Address(_), _) | (_, ExprKind::Address(_)) => stored == load,
                        _ => stored == load || *loaded == ty,
                    }
                }) || match cfg.expr(stored).kind {
                    ExprKind::Any(_) | ExprKind::Inside { .. } | ExprKind::Address(_) => false,
                    // Any other pointer may point to an exposed variable, if the variable has the stored
                    // type.
                    ExprKind::Const(_)
                    | ExprKind::Var(_)
                    | ExprKind::AddressOf(_)
                    | ExprKind::Load(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Cast(_)
                    | ExprKind::Seen(..) => {
                        self.is_exposed(cfg, stored) || self.exposed.iter().any(|var| cfg.var(*var).ty == ty)
                    }
                }
            }
            Writes::Region { args } | Writes::Memory { args } => {
                let written = args.iter().enumerate().filter(|(at, _)| !edge.promised.contains(*at));
                written.map(|(_, arg)| plain(cfg, *arg)).any(|arg| {
                    self.is_exposed(cfg, arg)
                        || is_object(arg)
                        || self.loads.iter().any(|(load, _)| is_within(cfg, *load, arg))
                })
            }
            Writes::Anything { .. } => true,
        }
    }

    /// Returns whether a write to an exposed variable may change what the quantity loads: some load has the
    /// type of the variable and reads no member or element.
    pub(super) fn are_like(&self, cfg: &Cfg, var: VarId) -> bool {
        let ty = cfg.var(var).ty;
        let is_like = |load: ExprId| !matches!(cfg.expr(plain(cfg, load)).kind, ExprKind::Inside { .. });
        self.loads.iter().any(|(load, loaded)| *loaded == ty && is_like(*load))
    }

    fn is_exposed(&self, cfg: &Cfg, address: ExprId) -> bool {
        cfg.expr(address).kind.as_address_of().is_some_and(|var| self.exposed.contains(&var))
    }
}

/// Returns whether an address lies in the object that a pointer points to: `p->f` for `p`.
fn is_within(cfg: &Cfg, address: ExprId, pointer: ExprId) -> bool {
    let mut at = plain(cfg, address);
    loop {
        if at == pointer {
            return !matches!(cfg.expr(at).kind, ExprKind::Const(_));
        }
        let ExprKind::Inside { base, .. } = cfg.expr(at).kind else { return false };
        at = plain(cfg, base);
    }
}

fn plain(cfg: &Cfg, expr: ExprId) -> ExprId {
    cfg.exprs.strip_casts(expr)
}
