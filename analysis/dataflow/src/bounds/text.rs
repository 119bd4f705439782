//! Finds the texts of a function that come from outside the program: its arguments, its environment, its
//! input. A number that is parsed from any other text may have been checked where the text was made.

use rustc_hash::FxHashSet;

use csieve_graph::{Assigns, Calls, Cfg, EdgeId, ExprId, ExprKind, Type, VarId};

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
        let effects = cfg.edge(edge).effects();
        if let Assigns::Value { var, value } = effects.assigns
            && cfg.var(var).ty == Type::Pointer
            && self.is_one(cfg, value)
        {
            self.vars.insert(var);
        }
        match effects.calls {
            Calls::Library { args, .. } | Calls::Unknown { args, .. } => {
                let Some(entry) = cfg.known.function(edge) else { return };
                let part = entry.part_of.and_then(|at| args.get(at));
                let input = entry.input.as_ref();
                if part.is_some_and(|arg| self.is_one(cfg, *arg)) || input.is_some_and(|input| input.result) {
                    self.vars.extend(effects.assigns.var());
                }
                let filled = input.map_or(&[][..], |input| &input.arguments);
                for buffer in filled.iter().filter_map(|at| args.get(*at)) {
                    self.add(cfg, *buffer);
                }
            }
            Calls::Maker { .. } | Calls::Nothing => {}
        }
    }

    fn add(&mut self, cfg: &Cfg, pointer: ExprId) {
        let base = cfg.exprs.root(pointer);
        let kind = &cfg.expr(base).kind;
        self.vars.extend(kind.as_var().or(kind.as_address_of()));
        if matches!(kind, ExprKind::Address(_)) {
            self.objects.insert(base);
        }
    }

    /// Returns whether a pointer leads to a text from outside the program.
    pub(super) fn is_one(&self, cfg: &Cfg, pointer: ExprId) -> bool {
        let mut pointer = pointer;
        loop {
            let base = cfg.exprs.root(pointer);
            let kind = &cfg.expr(base).kind;
            if let Some(var) = kind.as_var().or(kind.as_address_of()) {
                return self.vars.contains(&var);
            }
            // `argv[1]`
            let Some(address) = kind.as_load() else { return self.objects.contains(&base) };
            pointer = address;
        }
    }
}
