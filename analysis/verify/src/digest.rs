//! Digests of states: two states with the same digest have the same runs before them.
//!
//! A digest is made of what a run can still read: the functions on the stack and where they are, the values of
//! variables that are read behind there, and the objects to which these lead. Symbols and objects are numbered in the
//! order in which they are met, so that states that differ only in which inputs they come from are the same. The
//! conditions on symbols that are met belong to the state; those on other inputs decide nothing any more.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_128;

use csieve_domains::bits::{SymbolId, Term, TermId, Terms};

use crate::{
    code::is_plain,
    executor::Executor,
    object::{Blank, Kind, Object},
    question::Property,
    state::{Frame, Place, State},
    value::{Content, ObjectId, Value},
};

/// A digest with what follows from it.
pub(crate) struct Digest {
    /// The digest, of 128 bits: that two different states have the same one does not happen.
    pub hash: u128,
    /// The conditions on inputs that the run can still read.
    pub conditions: Vec<TermId>,
    /// The number of numbers that describe the state.
    pub size: u32,
}

/// What states have in common that differ only in the terms in them.
pub(crate) struct Outline {
    /// The digest of the state without its terms.
    pub hash: u128,
    /// The terms of the state, in the order in which they are met.
    pub terms: Vec<TermId>,
}

/// Writes a state as numbers.
struct Writer<'t> {
    terms: &'t Terms,
    out: Vec<u64>,
    /// The terms that were met, if they are listed and not written.
    listed: Option<Vec<TermId>>,
    objects: FxHashMap<ObjectId, u64>,
    open: Vec<ObjectId>,
    met: FxHashMap<TermId, u64>,
    symbols: FxHashMap<SymbolId, u64>,
}

impl Executor<'_> {
    /// Returns the digest of a state.
    pub(crate) fn digest(&mut self, state: &State) -> Digest {
        let mut writer = written(&self.terms, self.property, state, None);
        let symbols: FxHashSet<SymbolId> = writer.symbols.keys().copied().collect();
        let conditions = self.solver.related(writer.terms, symbols, &state.path.conditions);
        writer.out.push(u64::MAX);
        for condition in &conditions {
            writer.term(*condition);
        }
        Digest { hash: writer.hash(), conditions, size: writer.out.len() as u32 }
    }

    /// Returns the outline of a state.
    pub(crate) fn outline(&self, state: &State) -> Outline {
        let writer = written(&self.terms, self.property, state, Some(Vec::new()));
        Outline { hash: writer.hash(), terms: writer.listed.unwrap_or_default() }
    }
}

/// Writes a state without the conditions on its symbols.
fn written<'t>(
    terms: &'t Terms,
    property: Property,
    state: &State,
    listed: Option<Vec<TermId>>,
) -> Writer<'t> {
    let mut writer = Writer {
        terms,
        out: Vec::with_capacity(state.size as usize + 64),
        listed,
        objects: FxHashMap::default(),
        open: Vec::new(),
        met: FxHashMap::default(),
        symbols: FxHashMap::default(),
    };
    for (depth, frame) in state.frames.iter().enumerate() {
        writer.frame(frame, depth + 1 == state.frames.len());
    }
    for (name, id) in &state.named {
        if state.object(*id).kind == Kind::Static {
            writer.out.push(u64::from(*name));
            writer.reference(*id);
        }
    }
    if property == Property::ValidMemsafety {
        let heap = state.objects.iter().enumerate().filter(|(_, object)| object.kind == Kind::Heap);
        for (id, _) in heap {
            writer.reference(ObjectId(id as u32));
        }
    }
    let mut next = 0;
    while let Some(id) = writer.open.get(next).copied() {
        writer.object(state.object(id));
        next += 1;
    }
    writer
}

impl Writer<'_> {
    fn hash(&self) -> u128 {
        let bytes: Vec<u8> = self.out.iter().flat_map(|number| number.to_le_bytes()).collect();
        xxh3_128(&bytes)
    }

    fn frame(&mut self, frame: &Rc<Frame>, is_innermost: bool) {
        let cfg = frame.code.cfg;
        self.out.extend([u64::MAX - 1, u64::from(frame.code.number), u64::from(frame.at.0)]);
        let (behind, without) = if is_innermost {
            (frame.at, None)
        } else {
            let edge = cfg.edge(frame.edge);
            self.out.push(u64::from(frame.edge.0));
            (edge.to, edge.assigned())
        };
        let live = &frame.code.live[behind.index()];
        for var in cfg.var_ids().filter(|var| live.contains(var.index()) && without != Some(*var)) {
            if is_plain(cfg, var) {
                self.out.push(u64::from(var.0) << 8);
                match frame.vars[var.index()] {
                    Some(value) => self.value(value),
                    None => self.out.push(u64::MAX - 2),
                }
            }
        }
        for (place, id) in &frame.objects {
            let (kind, number) = match place {
                Place::Variable(var) => (1, var.0),
                Place::Address(address) => (2, address.0),
                Place::Returned(edge) => (3, edge.0),
            };
            self.out.push((u64::from(number) << 8) + kind);
            self.reference(*id);
        }
    }

    /// Writes the number of an object, which is then written too.
    fn reference(&mut self, id: ObjectId) {
        let next = self.objects.len() as u64;
        let number = *self.objects.entry(id).or_insert(next);
        if number == next {
            self.open.push(id);
        }
        self.out.push(number);
    }

    fn object(&mut self, object: &Object) {
        let kind = match &object.kind {
            Kind::Static => 0,
            Kind::Local => 1,
            Kind::Heap => 2,
            Kind::Literal => 3,
            Kind::Function(name) => xxh3_128(name.as_bytes()) as u64,
        };
        let blank = match &object.blank {
            Blank::Any => 0,
            Blank::Zero => 1,
            Blank::Bytes(bytes) => xxh3_128(bytes) as u64,
        };
        let size = object.size.map_or(u64::MAX, |size| size as u64);
        self.out.extend([u64::MAX - 3, kind, object.life as u64, blank, size]);
        for cell in &object.cells {
            self.out.extend([cell.start as u64, cell.bytes as u64]);
            match cell.content {
                Content::Zeros => self.out.push(u64::MAX - 4),
                Content::Value(value) => self.value(value),
            }
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Any => self.out.push(1),
            Value::Bits(term) => {
                self.out.push(2);
                self.term(term);
            }
            Value::Pointer { object, offset } => {
                self.out.push(3);
                self.reference(object);
                self.term(offset);
            }
        }
    }

    /// Writes a term: the number under which it was written before, or its operator after its operands.
    fn term(&mut self, term: TermId) {
        if let Some(listed) = &mut self.listed {
            listed.push(term);
            self.out.push(6 + (u64::from(self.terms.width(term)) << 8));
            return;
        }
        if let Some(number) = self.terms.as_constant(term) {
            self.out.extend([4 + (u64::from(self.terms.width(term)) << 8), number as u64]);
            if self.terms.width(term) > 64 {
                self.out.push((number >> 64) as u64);
            }
            return;
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.met.contains_key(&next) {
                open.pop();
                continue;
            }
            let before = open.len();
            open.extend(self.terms.get(next).operands().filter(|operand| !self.met.contains_key(operand)));
            if open.len() == before {
                open.pop();
                self.operator(next);
            }
        }
        self.out.extend([5, self.met[&term]]);
    }

    /// Writes the operator of a term whose operands were written.
    fn operator(&mut self, term: TermId) {
        let width = u64::from(self.terms.width(term)) << 8;
        let of = |operand: TermId| self.met[&operand];
        let written = match *self.terms.get(term) {
            Term::Const(number) => vec![10 + width, number as u64, (number >> 64) as u64],
            Term::Symbol(symbol) => {
                let next = self.symbols.len() as u64;
                let number = *self.symbols.entry(symbol).or_insert(next);
                vec![11 + width, number]
            }
            Term::Unary(op, a) => vec![12 + width, op as u64, of(a)],
            Term::Binary(op, a, b) => vec![13 + width, op as u64, of(a), of(b)],
            Term::Compare(comparison, a, b) => vec![14 + width, comparison as u64, of(a), of(b)],
            Term::Ite(condition, a, b) => vec![15 + width, of(condition), of(a), of(b)],
            Term::ZeroExtend(a) => vec![16 + width, of(a)],
            Term::SignExtend(a) => vec![17 + width, of(a)],
            Term::Extract { of: a, low } => vec![18 + width, of(a), u64::from(low)],
        };
        self.out.extend(written);
        let number = self.met.len() as u64;
        self.met.insert(term, number);
    }
}
