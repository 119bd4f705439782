//! Objects in memory that are declared without a value: arrays, structures and unions on the stack. They are
//! followed, whole or by a member or element, as long as only the function itself gets at them.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_graph::{Action, Cfg, Copy, Edge, EdgeId, ExprId, ExprKind, Loc, Meant, copies, source_place};

use super::local_objects::{LocalObjects, WIDEST, are_apart, names, place, width};

/// The most members and elements that are followed in one object.
const MOST: usize = 8;

/// What a function reads of its objects that are declared without a value.
#[derive(Debug, Default)]
pub struct Blank {
    /// The addresses that are followed from the edges on: those of the whole object that begins to live
    /// there, and of members and elements at a constant place in it, ascending.
    begun: FxHashMap<Loc, Vec<ExprId>>,
    /// The objects, by their addresses.
    objects: FxHashSet<ExprId>,
    /// The members and elements that are followed for themselves, by their addresses.
    cells: FxHashSet<ExprId>,
    /// The widest loads from the addresses, in bytes.
    widths: FxHashMap<ExprId, i128>,
    /// The addresses in the objects from which an edge loads.
    loads: FxHashMap<EdgeId, Vec<ExprId>>,
    /// The places that an assignment of a whole structure copies: those in its source and in its target.
    copied: FxHashMap<EdgeId, Vec<(ExprId, ExprId)>>,
}

/// What an edge does to the bytes at an address that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It leaves them as they are.
    Nothing,
    /// It reads them, or a part of the whole object.
    Read,
    /// It may write some of them, or lets other code get at them.
    Perhaps,
    /// It certainly writes all of them.
    Written,
}

impl Blank {
    /// Finds the objects of a function, and what it reads of them. An array that the function fills element by
    /// element is left out: that the loop has no round, or not enough of them, is no reason to expect a read
    /// of what it leaves.
    pub fn new<'o>(cfg: &Cfg, local: impl FnOnce() -> &'o LocalObjects) -> Self {
        let mut objects: FxHashSet<ExprId> = cfg.concrete.blank.keys().copied().collect();
        for edge in &cfg.edges {
            if let Action::Store { pointer, .. } = edge.action
                && place(cfg, pointer).is_none()
            {
                objects.remove(&cfg.exprs.root(pointer));
            }
        }
        let mut blank = Self { objects, ..Self::default() };
        if blank.objects.is_empty() {
            return blank;
        }
        let copies = blank.copies(cfg, local);
        for id in cfg.edge_ids() {
            let edge = cfg.edge(id);
            if matches!(edge.action, Action::Misuse { .. }) {
                continue;
            }
            let mut pending: Vec<_> = edge.reads().collect();
            while let Some(read) = pending.pop() {
                pending.extend(cfg.exprs.operands(read));
                let expr = cfg.expr(read);
                let address = match (&expr.kind, cfg.concrete.values.get(&read)) {
                    (ExprKind::Load(address), _) | (_, Some(Meant::Bits(address))) => *address,
                    (_, Some(Meant::Value(value))) => {
                        pending.push(*value);
                        continue;
                    }
                    _ => continue,
                };
                if blank.objects.contains(&cfg.exprs.root(address)) {
                    blank.loads.entry(id).or_default().push(address);
                    let widest = blank.widths.entry(address).or_default();
                    *widest = width(expr.ty).max(*widest);
                }
            }
        }
        let sources = blank.sources(cfg, &copies);
        for (object, loc) in &cfg.concrete.blank {
            let of_object = |load: &&ExprId| cfg.exprs.root(**load) == *object;
            let read = blank.loads.values().flatten().chain(&sources);
            let mut read: Vec<ExprId> = read.filter(of_object).copied().collect();
            if read.is_empty() {
                continue;
            }
            read.sort_unstable();
            read.dedup();
            read.retain(|address| *address != *object && place(cfg, *address).is_some());
            read.truncate(MOST);
            blank.cells.extend(&read);
            let begun = blank.begun.entry(behind_declarations(cfg, *loc)).or_default();
            begun.push(*object);
            begun.extend(read);
            begun.sort_unstable();
        }
        blank
    }

    /// Returns the assignments of whole structures through which bytes without a value are followed, and adds
    /// their targets to the objects. No pointer leads to such a target.
    fn copies<'o>(&mut self, cfg: &Cfg, local: impl FnOnce() -> &'o LocalObjects) -> Vec<Copy> {
        let mut copies = copies(cfg);
        if copies.is_empty() {
            return copies;
        }
        let local = local();
        copies.retain(|copy| local.has(cfg, copy.to));
        for _ in 0..copies.len() {
            let before = self.objects.len();
            for copy in &copies {
                if self.objects.contains(&cfg.exprs.root(copy.from)) {
                    self.objects.insert(cfg.exprs.root(copy.to));
                }
            }
            if self.objects.len() == before {
                break;
            }
        }
        copies
    }

    /// Notes the places that copies take over, from those that the function reads of their targets, and returns
    /// the places in the sources.
    fn sources(&mut self, cfg: &Cfg, copies: &[Copy]) -> Vec<ExprId> {
        let mut sources = Vec::new();
        let mut read: Vec<ExprId> = self.loads.values().flatten().copied().collect();
        while !read.is_empty() && sources.len() < MOST {
            read.sort_unstable();
            read.dedup();
            let mut found = Vec::new();
            for copy in copies {
                for to in &read {
                    let Some(from) = source_place(cfg, *copy, *to) else { continue };
                    let widest = self.widths.get(to).copied().unwrap_or(WIDEST);
                    self.widths.entry(from).and_modify(|width| *width = widest.max(*width)).or_insert(widest);
                    self.cells.insert(*to);
                    self.copied.entry(copy.edge).or_default().push((from, *to));
                    found.push(from);
                }
            }
            found.retain(|from| !sources.contains(from));
            sources.extend(&found);
            read = found;
        }
        sources
    }

    /// Returns the places to which an edge copies the bytes at a followed address.
    pub fn copied(&self, edge: EdgeId, from: ExprId) -> impl Iterator<Item = ExprId> + '_ {
        let copied = self.copied.get(&edge).into_iter().flatten();
        copied.filter(move |(source, _)| *source == from).map(|(_, to)| *to)
    }

    /// Returns the addresses of bytes without a value that are followed from an edge on, before the edge does
    /// anything.
    pub fn begun_at(&self, edge: &Edge) -> &[ExprId] {
        self.begun.get(&edge.from).map_or(&[], Vec::as_slice)
    }

    /// Returns the addresses in the objects from which an edge loads.
    pub fn loads(&self, edge: EdgeId) -> &[ExprId] {
        self.loads.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// Returns the address from which an edge loads the bytes at a followed address, if it does.
    pub fn read_at(&self, cfg: &Cfg, followed: ExprId, id: EdgeId) -> Option<ExprId> {
        let object = cfg.exprs.root(followed);
        let is_whole = self.objects.contains(&followed);
        let is_of_object = |load: &ExprId| !self.cells.contains(load) && cfg.exprs.root(*load) == object;
        let is_read = |load: &&ExprId| **load == followed || is_whole && is_of_object(load);
        self.loads(id).iter().find(is_read).copied()
    }

    /// Returns what an edge does to the bytes at a followed address.
    pub fn touch(&self, cfg: &Cfg, followed: ExprId, id: EdgeId) -> Touch {
        let object = cfg.exprs.root(followed);
        let is_whole = self.objects.contains(&followed);
        if self.read_at(cfg, followed, id).is_some() {
            return Touch::Read;
        }
        let edge = cfg.edge(id);
        if hands_on(cfg, edge, object) {
            return Touch::Perhaps;
        }
        match edge.action {
            Action::Store { pointer, value } if cfg.exprs.root(pointer) == object => match () {
                // An initialiser gives all bytes of its object a value.
                () if pointer == object && cfg.initials.contains_key(&id) => Touch::Written,
                () if pointer == followed && !is_whole => Touch::Written,
                () if is_whole || !self.are_apart(cfg, (pointer, width(cfg.expr(value).ty)), followed) => {
                    Touch::Perhaps
                }
                () => Touch::Nothing,
            },
            Action::Opaque { .. } => Touch::Perhaps,
            _ => Touch::Nothing,
        }
    }

    /// Returns whether the bytes of a store, given by its address and its width, are others than those at a
    /// followed address in the same object.
    fn are_apart(&self, cfg: &Cfg, written: (ExprId, i128), followed: ExprId) -> bool {
        are_apart(cfg, written, (followed, self.widths.get(&followed).copied().unwrap_or(WIDEST)))
    }
}

/// Returns the location behind the declarations of variables that follow a location. What begins at such a
/// declaration is the variable.
fn behind_declarations(cfg: &Cfg, mut loc: Loc) -> Loc {
    while let [only] = cfg.successors[loc.index()].as_slice()
        && let Edge { action: Action::Declare(_), to, .. } = cfg.edge(*only)
    {
        loc = *to;
    }
    loc
}

/// Returns whether an edge lets other places or other code get the address of an object.
fn hands_on(cfg: &Cfg, edge: &Edge, object: ExprId) -> bool {
    let values: &[ExprId] = match &edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => std::slice::from_ref(value),
        Action::Call { args, .. } | Action::LibraryCall { args, .. } => args,
        _ => return false,
    };
    values.iter().any(|value| names(cfg, *value, object))
}
