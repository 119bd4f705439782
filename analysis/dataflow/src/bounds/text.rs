//! Finds the texts of a function that come from outside the program: its arguments, its environment, its
//! input. A number that is parsed from any other text may have been checked where the text was made.

use rustc_hash::FxHashSet;

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, Type, VarId};

/// The variables and objects that hold texts from outside, or point to them.
#[derive(Debug, Default)]
pub(super) struct Texts {
    vars: FxHashSet<VarId>,
    /// The addresses of objects that are not variables.
    objects: FxHashSet<ExprId>,
}

impl Texts {
    /// Collects the texts from all edges, until an iteration adds none.
    pub(super) fn of(cfg: &Cfg) -> Self {
        let mut texts = Self::default();
        if cfg.function == "main" {
            texts.vars.extend(cfg.params.iter().flatten().flatten().skip(1));
        }
        texts.vars.extend(&cfg.known.inputs);
        loop {
            let before = texts.vars.len() + texts.objects.len();
            for edge in cfg.edge_ids() {
                texts.read(cfg, edge);
            }
            if texts.vars.len() + texts.objects.len() == before {
                return texts;
            }
        }
    }

    fn read(&mut self, cfg: &Cfg, edge: EdgeId) {
        match &cfg.edge(edge).action {
            Action::Assign { var, value }
                if cfg.var(*var).ty == Type::Pointer && self.is_one(cfg, *value) =>
            {
                self.vars.insert(*var);
            }
            Action::LibraryCall { args, result, .. } | Action::Call { args, result, .. } => {
                let Some(entry) = cfg.known.function(edge) else { return };
                let part = entry.part_of.and_then(|at| args.get(at));
                let input = entry.input.as_ref();
                if part.is_some_and(|arg| self.is_one(cfg, *arg)) || input.is_some_and(|input| input.result) {
                    self.vars.extend(result);
                }
                let filled = input.map_or(&[][..], |input| &input.arguments);
                for buffer in filled.iter().filter_map(|at| args.get(*at)) {
                    self.add(cfg, *buffer);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, cfg: &Cfg, pointer: ExprId) {
        let base = cfg.exprs.root(pointer);
        match cfg.expr(base).kind {
            ExprKind::Var(var) | ExprKind::AddressOf(var) => {
                self.vars.insert(var);
            }
            ExprKind::Address(_) => {
                self.objects.insert(base);
            }
            _ => {}
        }
    }

    /// Returns whether a pointer leads to a text from outside the program.
    pub(super) fn is_one(&self, cfg: &Cfg, pointer: ExprId) -> bool {
        let mut pointer = pointer;
        loop {
            let base = cfg.exprs.root(pointer);
            match cfg.expr(base).kind {
                ExprKind::Var(var) | ExprKind::AddressOf(var) => return self.vars.contains(&var),
                // `argv[1]`
                ExprKind::Load(address) => pointer = address,
                _ => return self.objects.contains(&base),
            }
        }
    }
}
