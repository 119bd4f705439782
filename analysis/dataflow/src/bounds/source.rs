//! Calls that bring numbers from outside the program, according to the tables of library functions.

use csieve_base::library::Numbers;
use csieve_domains::interval::Interval;
use csieve_graph::{Assigns, Calls, Cfg, EdgeId, ExprId, ExprKind, Place, VarId};

/// A call that brings numbers from outside the program.
pub(super) struct Source<'c> {
    /// The name of the function that is called.
    pub callee: &'c str,
    /// The numbers that the call gives one by one.
    numbers: Option<Numbers>,
    /// Whether the number is the length of a text that the call prints.
    pub is_printed: bool,
    /// The positions of the arguments whose targets the call fills with bytes from outside.
    filled: &'c [usize],
    args: &'c [ExprId],
    result: Option<VarId>,
}

impl<'c> Source<'c> {
    /// Returns the call on an edge. None if the edge has no call that brings numbers from outside.
    pub(super) fn of(cfg: &'c Cfg, edge: EdgeId) -> Option<Self> {
        let entry = cfg.known.function(edge)?;
        let mut numbers = entry.number;
        let filled = entry.input.as_ref().map_or(&[][..], |input| &input.arguments);
        let effects = cfg.edge(edge).effects();
        let (callee, args) = match effects.calls {
            Calls::Library { callee, args } => (callee, args),
            Calls::Unknown { target, args } => (target.name()?, args),
            Calls::Maker { .. } | Calls::Nothing => return None,
        };
        let result = effects.assigns.var();
        let range = if let Assigns::Result { range, .. } = effects.assigns { range } else { None };
        if entry.at_most.is_some() {
            // Without a known limit, the size that the call is given says what its result can be.
            let range = range.filter(|range| Some(*range) != entry.result);
            numbers = numbers.filter(|_| range.is_some()).map(|numbers| Numbers { range, ..numbers });
        }
        if numbers.is_some_and(|numbers| numbers.format.is_some()) {
            // With a known limit, the format prints no text of any length.
            numbers = numbers.filter(|_| range.is_none());
        }
        if numbers.is_some_and(|numbers| numbers.range == Some((0, 0))) {
            // That a text may be empty is a reason only where nothing else can be wrong with its length.
            numbers = numbers.filter(|_| range.is_some_and(|(_, most)| most < i128::from(i64::MAX)));
        }
        let is_source = numbers.is_some() || !filled.is_empty();
        let is_printed = numbers.is_some_and(|numbers| numbers.format.is_some());
        is_source.then_some(Self { callee, numbers, is_printed, filled, args, result })
    }

    /// Returns the places that get numbers from outside the program: the variable for the result
    /// (`n = atoi(s)`), the targets of arguments (`scanf("%d", &n)`), and those cells of a buffer that the
    /// call fills which the function reads (`header.length` after `fread(&header, ..)`). A number that is
    /// parsed from a text only counts if `is_text` says that the text is from outside.
    pub(super) fn places(&self, cfg: &Cfg, is_text: impl Fn(ExprId) -> bool) -> Vec<(Place, Interval)> {
        let mut places = Vec::new();
        let text = self.numbers.and_then(|numbers| numbers.text).and_then(|at| self.args.get(at));
        if let Some(numbers) = self.numbers
            && numbers.text.is_none_or(|_| text.is_some_and(|text| is_text(*text)))
        {
            let values = numbers.range.map_or(Interval::TOP, |(low, high)| Interval::new(low, high));
            let values = values.meet(text.map_or(Interval::TOP, |text| self.written_in(cfg, *text)));
            match numbers.into {
                None => places.extend(self.result.map(|var| (Place::Var(var), values))),
                Some(first) => {
                    let targets = self.args.iter().skip(first).filter_map(|arg| target(cfg, *arg));
                    places.extend(targets.map(|place| (place, values)));
                }
            }
        }
        let buffers = self.filled.iter().filter_map(|at| self.args.get(*at));
        let buffers: Vec<ExprId> = buffers.map(|buffer| start(cfg, *buffer)).collect();
        let vars = buffers.iter().filter_map(|buffer| cfg.expr(*buffer).kind.as_address_of());
        places.extend(vars.map(|var| (Place::Var(var), Interval::TOP)));
        if !buffers.is_empty() {
            places.extend(cells(cfg, &buffers).map(|cell| (Place::Cell(cell), Interval::TOP)));
        }
        places
    }

    /// Returns the numbers that the digits in a text can stand for, if the text lies in an array: one of ten
    /// characters has room for nine digits.
    fn written_in(&self, cfg: &Cfg, text: ExprId) -> Interval {
        let base = match self.args {
            // The third argument of `strtol` and its kin is the base; 0 means that the text says it.
            [_, _, base] => cfg.exprs.as_constant(*base).map(|base| if base == 0 { 16 } else { base }),
            _ => Some(10),
        };
        let array = [cfg.exprs.strip_casts(text), cfg.exprs.root(text)];
        let extent = array.into_iter().find_map(|array| cfg.sizes.extent(array));
        let digits = extent.and_then(|extent| u32::try_from(extent).ok()?.checked_sub(1));
        let (Some(base @ 2..=36), Some(digits @ 0..=MOST_DIGITS)) = (base, digits) else {
            return Interval::TOP;
        };
        let most = base.pow(digits) - 1;
        Interval::new(-most, most)
    }
}

/// The largest number of digits of which a number can be too large for some type.
const MOST_DIGITS: u32 = 20;

/// Returns the place that a pointer to a number leads to: `n` for `&n`, the cell of `s.n` for `&s.n`.
fn target(cfg: &Cfg, arg: ExprId) -> Option<Place> {
    let arg = cfg.exprs.strip_casts(arg);
    let kind = &cfg.expr(arg).kind;
    kind.as_address_of().map(Place::Var).or_else(|| kind.as_inside().map(|_| Place::Cell(arg)))
}

/// The most cells of one object that are followed.
const MOST_CELLS: usize = 16;

/// Returns the object that a call fills which gets a pointer: the member `s.text` for `s.text`, `&s.text[i]` and
/// `s.text + i`; all of `s` for `&s`.
fn start(cfg: &Cfg, mut pointer: ExprId) -> ExprId {
    loop {
        pointer = cfg.exprs.strip_casts(pointer);
        let ExprKind::Inside { base, index: Some(_), .. } = cfg.expr(pointer).kind else { return pointer };
        pointer = base;
    }
}

/// Returns the addresses of the members, and of the elements with a constant index, that a function reads from
/// one of these objects.
fn cells<'c>(cfg: &'c Cfg, objects: &'c [ExprId]) -> impl Iterator<Item = ExprId> + 'c {
    let addresses = cfg.expr_ids().filter_map(|expr| cfg.expr(expr).kind.as_load());
    let is_filled = |address: &ExprId| objects.iter().any(|object| is_within(cfg, *address, *object));
    addresses.filter(is_filled).take(MOST_CELLS)
}

/// Returns whether an address lies in an object: `p->f` in `p`.
fn is_within(cfg: &Cfg, address: ExprId, object: ExprId) -> bool {
    let mut at = cfg.exprs.strip_casts(address);
    while at != object {
        let ExprKind::Inside { base, .. } = cfg.expr(at).kind else { return false };
        at = cfg.exprs.strip_casts(base);
    }
    true
}
