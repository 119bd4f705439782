//! Fields by their place in an object, so that two names of the same bytes are never taken for two fields.

use csieve_graph::{Cfg, ExprId, ExprKind, Type};

/// A scalar in an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Bytes from the start of the object.
    pub offset: u64,
    /// The type it is read and written with.
    pub ty: Type,
    /// The name in the source.
    pub name: String,
}

impl Field {
    /// Whether it is the same field, by whatever name.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.offset == other.offset && self.ty == other.ty
    }

    /// Whether it holds numbers.
    pub(super) fn is_number(&self) -> bool {
        self.ty.as_int().is_some()
    }

    /// Whether some byte belongs to both.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let end = |field: &Self| field.offset.saturating_add(width(field.ty));
        self.offset < end(other) && other.offset < end(self)
    }
}

/// Bytes of a number or a pointer, or more.
fn width(ty: Type) -> u64 {
    ty.as_int().map_or(8, |int| u64::from(int.bits.div_ceil(8)))
}

/// An address as the pointer it was made from, with the bytes between them and the name of what is there.
pub(super) fn based(cfg: &Cfg, address: ExprId) -> Option<(ExprId, u64, String)> {
    let (mut at, mut offset) = (address, 0_u64);
    let mut names: Vec<&str> = Vec::new();
    loop {
        match &cfg.expr(at).kind {
            ExprKind::Seen(inner, _) => at = *inner,
            ExprKind::Cast(inner) if is_pointer(cfg, at) && is_pointer(cfg, *inner) => at = *inner,
            ExprKind::Inside { base, path, index: None } if !path.is_empty() => {
                offset = offset.checked_add(cfg.sizes.stride(at)?)?;
                names.push(path);
                at = *base;
            }
            ExprKind::Inside { .. } => return None,
            _ => break,
        }
    }
    names.reverse();
    let name = if names.is_empty() { "*".to_owned() } else { names.join(".") };
    Some((at, offset, name))
}

/// Whether an expression is a pointer for certain.
pub(super) fn is_pointer(cfg: &Cfg, expr: ExprId) -> bool {
    cfg.expr(expr).ty == Type::Pointer
}
