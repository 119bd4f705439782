//! Sizes, alignments and offsets by the ABI of the target.

use super::{Environment, Field, Record};
use crate::lower::ctype::{CType, Shape};
use csieve_base::model::DataModel;
use csieve_graph::Bits;

/// The key of the record that `va_list` is an array of. Only the compiler declares this record.
pub(crate) const VA_LIST: &str = "struct __va_list_tag";

/// The layout of a record (structure or union) while its members are being added.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The offset in bits at which the last member so far ends.
    bit: u64,
    /// The size in bytes of the largest member, which is the size of the record if it is a union.
    largest: u64,
    align: u64,
    /// Whether a member has an unknown size or offset, so that the layout of the record is unknown.
    lost: bool,
    /// Whether members have no padding.
    packed: bool,
    /// Whether a bit-field of a type of another size than that of the one before it has a unit of its own.
    separate: bool,
    /// With `separate`, the unit that ends at `bit`: its size in bytes, and how many of its bits are used.
    open: Option<(u64, u64)>,
}

impl Layout {
    /// Begins the layout of a record for a target.
    pub(super) fn on(model: DataModel) -> Self {
        Self { separate: model.separate_bit_fields, ..Self::default() }
    }

    /// Leaves out the padding between members.
    pub(super) fn pack(&mut self) {
        self.packed = true;
    }

    pub(super) fn lose(&mut self) {
        self.lost = true;
    }

    /// Adds a member with its size and alignment in bytes. Returns its offset in bytes, if known.
    pub(super) fn member(&mut self, size: Option<u64>, align: Option<u64>) -> Option<u64> {
        let (Some(size), Some(align)) = (size, align) else {
            self.lost = true;
            return None;
        };
        self.open = None;
        let align = if self.packed { 1 } else { align };
        let offset = self.bit.div_ceil(8).checked_next_multiple_of(align.max(1))?;
        self.align = self.align.max(align);
        self.largest = self.largest.max(size);
        match offset.checked_add(size).and_then(|end| end.checked_mul(8)) {
            Some(bit) => self.bit = bit,
            None => self.lost = true,
        }
        (!self.lost).then_some(offset)
    }

    /// Adds a bit-field. `bytes` and `align` are the size and alignment of its declared type in bytes, `width` its size in
    /// bits. Returns the number of bits before it, if known; in a union, there are none.
    pub(super) fn bits(
        &mut self,
        (bytes, align): (Option<u64>, Option<u64>),
        width: Option<u64>,
        named: bool,
    ) -> Option<u64> {
        let known = bytes.zip(align).filter(|(bytes, align)| *bytes > 0 && *align > 0);
        let (Some((bytes, align)), Some(width)) = (known, width) else {
            self.lost = true;
            return None;
        };
        // Where compilers put bit-fields without padding is not modelled.
        self.lost |= self.packed;
        if self.separate {
            return self.separate_bits(bytes, width);
        }
        // It must not touch more places to which its type can be aligned than the type itself does.
        let (unit, place) = (bytes * 8, align * 8);
        let next = self.bit.checked_next_multiple_of(place);
        let crosses = width == 0 || (self.bit % place + width).div_ceil(place) > unit / place;
        let start = next.filter(|_| crosses).or(Some(self.bit).filter(|_| !crosses));
        match start {
            Some(start) if width <= unit => self.bit = start.saturating_add(width),
            _ => self.lost = true,
        }
        self.largest = self.largest.max(width.div_ceil(8));
        if named {
            self.align = self.align.max(align);
        }
        start.filter(|_| !self.lost)
    }

    /// Does the same as Microsoft's compiler: a bit-field that does not fit into the unit before it, or has a type of another
    /// size, begins a unit of its type.
    fn separate_bits(&mut self, bytes: u64, width: u64) -> Option<u64> {
        let unit = bytes * 8;
        if width == 0 {
            self.open = None;
            return Some(self.bit).filter(|_| !self.lost);
        }
        let fits = self.open.filter(|(of, used)| *of == bytes && used + width <= unit);
        let (begin, used) = match fits {
            Some((_, used)) => (self.bit - unit, used),
            None => (self.bit.checked_next_multiple_of(unit)?, 0),
        };
        self.lost |= width > unit;
        self.bit = begin.checked_add(unit)?;
        self.open = Some((bytes, used + width));
        self.largest = self.largest.max(bytes);
        self.align = self.align.max(bytes);
        Some(begin + used).filter(|_| !self.lost)
    }

    pub(super) fn finish(self, record: &mut Record) {
        if self.lost {
            for field in &mut record.fields {
                (field.offset, field.place) = (None, None);
            }
            return;
        }
        let align = self.align.max(1);
        let bytes = if record.union { self.largest } else { self.bit.div_ceil(8) };
        record.align = Some(align);
        record.size = bytes.checked_next_multiple_of(align);
        if record.union {
            for field in record.fields.iter_mut().filter(|field| !field.bits) {
                field.offset = Some(0);
            }
        }
    }
}

impl Environment<'_> {
    /// Returns the size of a type in bytes, if it is known.
    pub(crate) fn size_of(&self, ty: &CType) -> Option<u64> {
        let (mut ty, mut count) = (ty, 1_u64);
        loop {
            let size = match &ty.shape {
                Shape::Array(element, Some(length)) => {
                    count = count.checked_mul(*length)?;
                    ty = element;
                    continue;
                }
                Shape::Int(int) => u64::from(int.bits.div_ceil(8)),
                Shape::Float(bytes) => u64::from(*bytes),
                Shape::Pointer(_) => u64::from(self.model().pointer_bytes()),
                Shape::Record(key) if &**key == VA_LIST => self.va_list_bytes()?,
                Shape::Record(_) => self.record(ty)?.size?,
                // GNU C gives this size to `void` and to functions.
                Shape::Void | Shape::Function(_) => 1,
                Shape::Array(_, None) | Shape::Named(_) | Shape::Unknown => return None,
            };
            return count.checked_mul(size);
        }
    }

    /// Returns the size of `va_list` in bytes, if it is known.
    fn va_list_bytes(&self) -> Option<u64> {
        (self.model() == DataModel::LP64).then_some(24)
    }

    /// Returns the alignment of a type in bytes, if it is known.
    pub(crate) fn align_of(&self, ty: &CType) -> Option<u64> {
        let mut ty = ty;
        loop {
            if ty.aligned {
                return None;
            }
            return match &ty.shape {
                Shape::Array(element, _) => {
                    ty = element;
                    continue;
                }
                Shape::Record(key) if &**key == VA_LIST => self.va_list_bytes().map(|_| 8),
                Shape::Record(_) => self.record(ty)?.align,
                _ => {
                    // `long double` of 12 bytes is aligned to 4 at most.
                    let most = |bytes: u64| bytes.min(1 << bytes.trailing_zeros());
                    self.size_of(ty).map(|bytes| most(bytes).min(u64::from(self.model().alignment)))
                }
            };
        }
    }

    /// Returns a member of a record by name. Members of unnamed structures and unions inside the record count
    /// as members of the record.
    pub(crate) fn member(&self, record: &CType, name: &str) -> Option<Member> {
        self.member_at(record, name, 0)
    }

    fn member_at(&self, record: &CType, name: &str, depth: u32) -> Option<Member> {
        let known = self.record(record)?;
        if let Some(at) = known.position(name) {
            let Field { ty, bits, offset, place, .. } = &known.fields[at];
            let hidden = *bits || known.union;
            return Some(Member { ty: ty.clone(), offset: *offset, hidden, place: *place });
        }
        let mut unnamed = known.unnamed().filter(|_| depth < 16);
        unnamed.find_map(|field| {
            let inner = self.member_at(&field.ty, name, depth + 1)?;
            let offset = inner.offset.zip(field.offset).and_then(|(a, b)| a.checked_add(b));
            let place = inner.place.zip(field.offset).and_then(|(place, offset)| {
                let first = offset.checked_mul(8)?.checked_add(place.first)?;
                Some(Bits { first, ..place })
            });
            Some(Member { offset, place, hidden: inner.hidden || known.union, ..inner })
        })
    }
}

/// A member: its type, its offset in bytes if known, whether its value is not tracked, and its place if it is
/// a bit-field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub ty: CType,
    pub offset: Option<u64>,
    pub hidden: bool,
    pub place: Option<Bits>,
}
