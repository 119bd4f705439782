//! Which texts of a function come from outside: arguments of the program, its environment, what it reads. A number
//! that is parsed from any other text may well have been checked by whoever made the text.

use rustc_hash::FxHashSet;

use crate::cfg::{Action, Cfg, ExprId, ExprKind, Type, VarId};

/// Functions whose result is a text from outside.
const GIVE: &[&str] =
    &["getenv", "secure_getenv", "fgets", "fgets_unlocked", "gets", "readline", "readlink", "getlogin"];

/// Functions that fill a buffer with what comes from outside, with the argument that leads to it.
const FILL: &[(&str, usize)] = &[
    ("fgets", 0),
    ("fgets_unlocked", 0),
    ("gets", 0),
    ("fread", 0),
    ("fread_unlocked", 0),
    ("getline", 0),
    ("getdelim", 0),
    ("read", 1),
    ("pread", 1),
    ("recv", 1),
    ("recvfrom", 1),
    ("readlink", 1),
];

/// Functions whose result is a part or a copy of their first argument.
const PASS: &[&str] = &[
    "strchr",
    "strrchr",
    "strstr",
    "strpbrk",
    "strtok",
    "strtok_r",
    "strsep",
    "memchr",
    "index",
    "rindex",
    "strdup",
    "strndup",
    "strcasestr",
    "strchrnul",
];

/// The variables that hold such texts, or lead to them.
#[derive(Debug, Default)]
pub struct Texts {
    vars: FxHashSet<VarId>,
    /// Addresses of objects that are no variables of their own.
    objects: FxHashSet<ExprId>,
}

impl Texts {
    /// Reads all edges until nothing is added any more.
    pub fn of(cfg: &Cfg) -> Self {
        let mut texts = Self::default();
        if cfg.function == "main" {
            texts.vars.extend(cfg.params.iter().flatten().flatten().skip(1));
        }
        texts.vars.extend(cfg.var_ids().filter(|var| cfg.var(*var).name == "optarg"));
        loop {
            let before = texts.vars.len() + texts.objects.len();
            for edge in &cfg.edges {
                texts.read(cfg, &edge.action);
            }
            if texts.vars.len() + texts.objects.len() == before {
                return texts;
            }
        }
    }

    fn read(&mut self, cfg: &Cfg, action: &Action) {
        match action {
            Action::Assign { var, value }
                if cfg.var(*var).ty == Type::Pointer && self.is_one(cfg, *value) =>
            {
                self.vars.insert(*var);
            }
            Action::LibraryCall { callee, args, result, .. } => {
                let name = callee.strip_prefix("__builtin_").unwrap_or(callee);
                let is_passed =
                    PASS.contains(&name) && args.first().is_some_and(|arg| self.is_one(cfg, *arg));
                if is_passed || GIVE.contains(&name) {
                    self.vars.extend(result);
                }
                let filled = FILL.iter().filter(|(fill, _)| *fill == name);
                for buffer in filled.filter_map(|(_, at)| args.get(*at)) {
                    self.add(cfg, *buffer);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, cfg: &Cfg, pointer: ExprId) {
        let base = base(cfg, pointer);
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

    /// Whether a pointer leads to a text from outside.
    pub fn is_one(&self, cfg: &Cfg, pointer: ExprId) -> bool {
        let mut pointer = pointer;
        loop {
            let base = base(cfg, pointer);
            match cfg.expr(base).kind {
                ExprKind::Var(var) | ExprKind::AddressOf(var) => return self.vars.contains(&var),
                // `argv[1]`
                ExprKind::Load(address) => pointer = address,
                _ => return self.objects.contains(&base),
            }
        }
    }
}

/// Where a pointer starts before anything is added to it.
fn base(cfg: &Cfg, mut pointer: ExprId) -> ExprId {
    loop {
        pointer = cfg.exprs.strip_casts(pointer);
        let ExprKind::Inside { base, .. } = cfg.expr(pointer).kind else { return pointer };
        pointer = base;
    }
}
