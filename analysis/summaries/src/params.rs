//! Finds where the values of parameters may go in a function, whatever the order of its edges.

use fixedbitset::FixedBitSet;

use csieve_base::library::ActsLike;
use csieve_graph::{Action, CallTarget, Edge, EdgeId, ExprId, ExprKind, IntType, Type, VarId, VarKind};
use csieve_modelcheck::model::{Function, ZeroTest, strip_pointer_casts, zero_test};

/// The largest number of parameters that are followed. The others count as kept by other code.
pub(crate) const MAX_PARAMS: usize = 16;

/// A set of parameters, one bit for each position.
pub(crate) type Params = u32;

/// The places that the values of parameters may reach.
#[derive(Debug)]
pub(crate) struct Flow {
    /// For each variable, the position of the parameter whose value it always has.
    same: Vec<Option<usize>>,
    /// For each variable, the position of the parameter whose value it always has unless the parameter is
    /// NULL. Then the variable may point to a local object instead: `if (!out) out = &unused;`.
    same_unless_null: Vec<Option<usize>>,
    /// For each variable, the parameters such that the variable may point into the object to which the
    /// parameter points.
    inside: Vec<Params>,
    /// For each variable, the parameters such that the variable's value may have been loaded from the object
    /// to which the parameter points.
    contents: Vec<Params>,
    /// The parameters that the function uses in other ways than to compare or copy them.
    pub touched: Params,
    /// The parameters such that other code may know the object to which the parameter points after the call.
    pub kept: Params,
    /// The parameters whose objects contain pointers to further objects that other code may know after the
    /// call.
    pub contents_kept: Params,
}

impl Flow {
    /// Follows the values of the parameters `params` along all edges of a function until nothing new is
    /// found.
    pub(crate) fn new(function: &Function, params: &[Option<VarId>]) -> Self {
        let vars = function.cfg.vars.len();
        let mut flow = Self {
            same: vec![None; vars],
            same_unless_null: vec![None; vars],
            inside: vec![0; vars],
            contents: vec![0; vars],
            touched: 0,
            kept: 0,
            contents_kept: 0,
        };
        flow.find_same(function, params);
        flow.find_replaced(function, params);
        for (position, var) in params.iter().enumerate() {
            match var {
                Some(var) if position < MAX_PARAMS => flow.inside[var.index()] |= 1 << position,
                _ if position < MAX_PARAMS => flow.kept |= 1 << position,
                _ => {}
            }
        }
        while flow.spread(function) {}
        flow.find_kept(function);
        flow.find_touched(function);
        flow
    }

    /// Returns the position of the parameter whose value an expression is.
    pub(crate) fn param(&self, function: &Function, expr: ExprId) -> Option<usize> {
        match function.cfg.expr(strip_pointer_casts(function, expr)).kind {
            ExprKind::Var(var) => self.same[var.index()],
            _ => None,
        }
    }

    /// Returns the position of the parameter whose value an expression is, of those that may be the number of
    /// a descriptor.
    fn number(&self, function: &Function, expr: ExprId) -> Option<usize> {
        let cfg = function.cfg;
        match cfg.expr(cfg.exprs.strip_casts(expr)).kind {
            ExprKind::Var(var) if cfg.var(var).ty == Type::Int(IntType::int_of(cfg.model)) => {
                self.same[var.index()]
            }
            _ => None,
        }
    }

    /// Returns the position of the parameter whose value a pointer is whenever the parameter is not NULL. The
    /// objects of parameters from [`MAX_PARAMS`] on are not followed.
    pub(crate) fn target(&self, function: &Function, pointer: ExprId) -> Option<usize> {
        let ExprKind::Var(var) = function.cfg.expr(strip_pointer_casts(function, pointer)).kind else {
            return None;
        };
        let position = self.same[var.index()].or(self.same_unless_null[var.index()]);
        position.filter(|position| *position < MAX_PARAMS)
    }

    /// Returns whether a variable always has the value that the parameter at a position had at entry.
    pub(crate) fn is_steady(&self, var: VarId, position: usize) -> bool {
        self.same[var.index()] == Some(position)
    }

    /// Returns whether a variable always has the value of some parameter.
    pub(crate) fn is_param(&self, var: VarId) -> bool {
        self.same[var.index()].is_some()
    }

    /// Returns the parameters such that an expression may point into the object to which the parameter
    /// points.
    pub(crate) fn inside(&self, function: &Function, expr: ExprId) -> Params {
        self.reached(function, expr).0
    }

    /// Finds the parameters that are never written, and the variables that are copies of them.
    fn find_same(&mut self, function: &Function, params: &[Option<VarId>]) {
        let cfg = function.cfg;
        let mut writes = vec![0_u32; cfg.vars.len()];
        let mut opaque = FixedBitSet::with_capacity(cfg.vars.len());
        for edge in &cfg.edges {
            // A declaration is no write here: it leaves no value that may be read.
            if let (Some(var), false) = (edge.assigned(), matches!(edge.action, Action::Declare(_))) {
                writes[var.index()] += 1;
            }
            if let Action::Opaque { vars } = &edge.action {
                opaque.extend(vars.iter().map(|var| var.index()));
            }
        }
        let steady = |var: VarId, most: u32| {
            writes[var.index()] <= most && !cfg.var(var).exposed && !opaque.contains(var.index())
        };
        for (position, var) in params.iter().enumerate().take(MAX_PARAMS) {
            if let Some(var) = var.filter(|var| steady(*var, 0)) {
                self.same[var.index()] = Some(position);
            }
        }
        for edge in &cfg.edges {
            if let Action::Assign { var, value } = edge.action
                && steady(var, 1)
                && cfg.var(var).ty == cfg.expr(value).ty
                && cfg.var(var).kind != VarKind::Global
                && let Some(param) = self.param(function, value)
            {
                self.same[var.index()] = Some(param);
            }
        }
    }

    /// Finds the parameters that are written only where they are NULL, and then with the address of a local
    /// object.
    fn find_replaced(&mut self, function: &Function, params: &[Option<VarId>]) {
        let cfg = function.cfg;
        let finds_null = |edge: &Edge, var: VarId| match zero_test(function, edge) {
            Some(ZeroTest::Zero(value)) => {
                cfg.expr(strip_pointer_casts(function, value)).kind == ExprKind::Var(var)
            }
            _ => false,
        };
        let replaces = |edge: &Edge, var: VarId| match edge.action {
            Action::Assign { value, .. } => {
                let value = strip_pointer_casts(function, value);
                let is_own = match cfg.expr(value).kind {
                    ExprKind::AddressOf(object) => cfg.var(object).kind != VarKind::Global,
                    ExprKind::Address(_) => cfg.automatic.contains(&value),
                    _ => false,
                };
                let mut before = cfg.edges.iter().filter(|before| before.to == edge.from).peekable();
                is_own && before.peek().is_some() && before.all(|before| finds_null(before, var))
            }
            _ => false,
        };
        for (position, var) in params.iter().enumerate().take(MAX_PARAMS) {
            let Some(var) = var.filter(|var| self.same[var.index()].is_none() && !cfg.var(*var).exposed)
            else {
                continue;
            };
            let is_written = |edge: &&Edge| {
                edge.assigned() == Some(var)
                    || matches!(&edge.action, Action::Opaque { vars } if vars.contains(&var))
            };
            if cfg.edges.iter().filter(is_written).all(|edge| replaces(edge, var)) {
                self.same_unless_null[var.index()] = Some(position);
            }
        }
    }

    /// Returns the parameters into whose objects an expression may point, and the parameters from whose
    /// objects the expression's value may have been loaded. A parameter's object is the one to which it
    /// points.
    fn reached(&self, function: &Function, expr: ExprId) -> (Params, Params) {
        let (mut inside, mut contents) = (0, 0);
        let mut pending = vec![(expr, false)];
        while let Some((expr, loaded)) = pending.pop() {
            match function.cfg.expr(expr).kind {
                ExprKind::Var(var) if loaded => {
                    contents |= self.inside[var.index()] | self.contents[var.index()];
                }
                ExprKind::Var(var) => {
                    inside |= self.inside[var.index()];
                    contents |= self.contents[var.index()];
                }
                ExprKind::Load(pointer) => pending.push((pointer, true)),
                ExprKind::Inside { base, .. } => pending.push((base, loaded)),
                ExprKind::Binary(op, ..) if op.is_comparison() => {}
                _ => pending.extend(function.cfg.exprs.operands(expr).map(|operand| (operand, loaded))),
            }
        }
        (inside, contents)
    }

    fn spread(&mut self, function: &Function) -> bool {
        let mut changed = false;
        for edge in &function.cfg.edges {
            if let Action::Assign { var, value } = edge.action
                && function.cfg.var(var).ty.can_point(function.cfg.model)
            {
                let (inside, contents) = self.reached(function, value);
                let at = var.index();
                changed |= inside & !self.inside[at] != 0 || contents & !self.contents[at] != 0;
                self.inside[at] |= inside;
                self.contents[at] |= contents;
            }
        }
        changed
    }

    /// Finds the parameters that are touched: every action other than a condition or an assignment touches
    /// all parameters whose objects it reads pointers to.
    fn find_touched(&mut self, function: &Function) {
        self.touched |= self.kept;
        for edge in &function.cfg.edges {
            let read = match &edge.action {
                Action::Assign { .. } | Action::Assume { .. } | Action::AssumeNone { .. } => continue,
                Action::Call { target: CallTarget::MaybeMacro(_), args, .. } => args.clone(),
                _ => edge.reads().collect(),
            };
            for expr in read {
                self.touched |= self.reached(function, expr).0;
            }
        }
    }

    fn find_kept(&mut self, function: &Function) {
        let cfg = function.cfg;
        for (id, edge) in cfg.edge_ids().zip(&cfg.edges) {
            let keep = |flow: &mut Self, expr: ExprId| {
                if cfg.expr(expr).ty.can_point(cfg.model) {
                    let (inside, contents) = flow.reached(function, expr);
                    flow.kept |= inside;
                    flow.contents_kept |= contents;
                } else if let Some(param) = flow.number(function, expr) {
                    flow.kept |= 1 << param;
                }
            };
            match &edge.action {
                Action::Assign { var, value } if cfg.var(*var).exposed => keep(self, *value),
                Action::Store { value, .. } => keep(self, *value),
                Action::Call { target, args, .. } => {
                    for arg in args {
                        keep(self, *arg);
                    }
                    if let CallTarget::Pointer(callee) = target {
                        keep(self, *callee);
                    }
                }
                // Callers cannot name the freed pointer, so it may be any pointer to which the object leads.
                Action::Free { pointer, .. } if self.param(function, *pointer).is_none() => {
                    keep(self, *pointer);
                }
                Action::Close { handle: shared, .. }
                | Action::CloseFail { handle: shared }
                | Action::Lock { lock: shared, .. }
                | Action::LockFail { lock: shared }
                | Action::Unlock { lock: shared, .. } => keep(self, *shared),
                Action::Return(Some(value)) => keep(self, *value),
                Action::Opaque { vars } => {
                    for var in vars {
                        self.kept |= self.inside[var.index()];
                        self.contents_kept |= self.contents[var.index()];
                    }
                }
                // A copy of an object leads to the same objects.
                Action::LibraryCall { args, .. } if is_copied(function, id) => {
                    let (inside, contents) = args.get(1).map_or((0, 0), |from| self.reached(function, *from));
                    self.contents_kept |= inside | contents;
                }
                // The result may point into an argument, as that of `strchr` does.
                Action::LibraryCall { args, result: Some(result), .. }
                    if matches!(cfg.var(*result).ty, Type::Pointer | Type::Unknown) =>
                {
                    for arg in args {
                        keep(self, *arg);
                    }
                }
                _ => {}
            }
        }
        for handed_out in &cfg.handed_out {
            let (inside, contents) = self.reached(function, *handed_out);
            self.contents_kept |= inside | contents;
        }
        // Other code may know an exposed variable, and so what the variable points to.
        for var in cfg.var_ids().filter(|var| cfg.var(*var).exposed) {
            self.kept |= self.inside[var.index()];
            self.contents_kept |= self.contents[var.index()];
        }
    }
}

/// Returns whether an edge is a call that copies the object behind its second argument, as `memcpy` does.
fn is_copied(function: &Function, edge: EdgeId) -> bool {
    let entry = function.cfg.known.function(edge);
    entry.is_some_and(|entry| entry.acts_like == Some(ActsLike::Memcpy))
}
