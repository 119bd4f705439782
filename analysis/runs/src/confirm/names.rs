//! Names for inputs.

use rustc_hash::FxHashMap;

use csieve_graph::{Action, Cfg, Edge, ExprId, ExprKind, VarId, expr_text};
use csieve_lowering::project::plain;
use csieve_machine::{InputObject, Source};

/// The names of the inputs of one run.
pub(super) struct Names<'a> {
    cfg: &'a Cfg,
    /// The name of the pointer through which a run first came to each object.
    objects: FxHashMap<InputObject, String>,
    /// The parameter through which a run first came to each object.
    through: FxHashMap<InputObject, VarId>,
}

impl<'a> Names<'a> {
    /// Creates names for the inputs of a run of a function. Nothing is named yet.
    pub(super) fn new(cfg: &'a Cfg) -> Self {
        Self { cfg, objects: FxHashMap::default(), through: FxHashMap::default() }
    }

    /// Returns the name of a parameter; `index` counts from 0.
    pub(super) fn param(&self, index: u32) -> String {
        match self.cfg.param(index) {
            Some(var) => format!("`{}`", self.cfg.var(var).name),
            None => format!("parameter {}", index + 1),
        }
    }

    /// Returns the name of the memory at an offset, in bytes, from the start of an object.
    pub(super) fn memory(&self, object: &InputObject, offset: i64) -> String {
        let through = self.through.get(object).copied();
        let of_var =
            through.and_then(|var| self.member_of(var, offset).or_else(|| self.element(var, offset)));
        let by_name = || self.objects.get(object).and_then(|pointer| self.member_behind(pointer, offset));
        let read = if through.is_some() { of_var } else { by_name() };
        if let Some(read) = read {
            return format!("`{read}`");
        }
        let name = match object {
            InputObject::Global(name) => &*plain(name),
            InputObject::Fresh(_) => match self.objects.get(object) {
                Some(pointer) if offset == 0 => return format!("`*{pointer}`"),
                Some(pointer) => pointer,
                None => "memory",
            },
        };
        if offset == 0 { format!("`{name}`") } else { format!("byte {offset} behind `{name}`") }
    }

    /// Returns how the source reads the memory at an offset in bytes from where a pointer variable points:
    /// `s->n`.
    fn member_of(&self, var: VarId, offset: i64) -> Option<String> {
        let cfg = self.cfg;
        self.member(&|id| cfg.expr(cfg.exprs.strip_casts(id)).kind.as_var() == Some(var), offset)
    }

    /// Returns how the source reads the memory at an offset in bytes from where the pointer of this text points:
    /// `s->next->n`.
    fn member_behind(&self, pointer: &str, offset: i64) -> Option<String> {
        let cfg = self.cfg;
        self.member(&|id| expr_text(cfg, cfg.exprs.strip_casts(id)) == pointer, offset)
    }

    fn member(&self, is_base: &dyn Fn(ExprId) -> bool, offset: i64) -> Option<String> {
        let cfg = self.cfg;
        cfg.expr_ids().find_map(|id| {
            let ExprKind::Load(address) = cfg.expr(id).kind else { return None };
            let is_there = match cfg.expr(address).kind {
                ExprKind::Inside { base, index: None, .. } => {
                    is_base(base) && cfg.sizes.stride(address) == u64::try_from(offset).ok()
                }
                _ => offset == 0 && is_base(address),
            };
            is_there.then(|| expr_text(cfg, id))
        })
    }

    /// Returns how the source reads the element at an offset in bytes from where a pointer variable points: `argv[1]`.
    fn element(&self, var: VarId, offset: i64) -> Option<String> {
        let cfg = self.cfg;
        let strides = cfg.expr_ids().filter_map(|id| match cfg.expr(id).kind {
            ExprKind::Load(address) => match cfg.expr(address).kind {
                ExprKind::Inside { base, index: Some(_), ref path } if path.is_empty() => {
                    let is_it = cfg.expr(cfg.exprs.strip_casts(base)).kind.as_var() == Some(var);
                    is_it.then(|| cfg.sizes.stride(address)).flatten()
                }
                _ => None,
            },
            _ => None,
        });
        let stride = i64::try_from(strides.min()?).ok().filter(|stride| *stride > 0)?;
        (offset >= 0 && offset % stride == 0).then(|| format!("{}[{}]", cfg.var(var).name, offset / stride))
    }

    /// Returns a description of the object to which the input `by`, a pointer, leads. An object that is seen
    /// for the first time is named after the pointer, or gets a number if the pointer has no plain name.
    pub(super) fn object(&mut self, object: &InputObject, by: &Source) -> String {
        if let Some(known) = self.objects.get(object) {
            return format!("the same as `{known}`");
        }
        let name = match by {
            Source::Param(index) => {
                let Some(var) = self.cfg.param(*index) else { return "a valid pointer".to_owned() };
                self.through.insert(object.clone(), var);
                self.cfg.var(var).name.clone()
            }
            Source::Global(name) => plain(name).into_owned(),
            Source::Memory { object: of, offset } => match self.memory(of, *offset) {
                // A name with two "behind", as in "byte 4 behind byte 8 behind `p`", would be unreadable.
                nested if nested.contains(" behind ") => {
                    let name = format!("object {}", self.objects.len() + 1);
                    self.objects.insert(object.clone(), name.clone());
                    return name;
                }
                plain => plain.trim_matches('`').to_owned(),
            },
            Source::Result { function, .. } => format!("{}()", plain(function)),
            _ => return "a valid pointer".to_owned(),
        };
        self.objects.insert(object.clone(), name);
        "a valid pointer".to_owned()
    }
}

/// Returns the name of the function that an edge calls.
pub(super) fn call_text(edge: &Edge) -> String {
    match &edge.action {
        Action::Alloc { callee, .. }
        | Action::AllocFail { callee, .. }
        | Action::Open { callee, .. }
        | Action::OpenFail { callee, .. }
        | Action::Close { callee, .. }
        | Action::Lock { callee, .. } => callee.clone(),
        _ => "the call".to_owned(),
    }
}
