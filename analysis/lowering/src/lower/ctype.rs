//! C's types as declared. They are more detailed than [`Type`], the type of expressions in the graph.

use std::sync::Arc;

use csieve_base::model::DataModel;
use csieve_graph::{IntType, Type};

/// A C type with its qualifiers (`const`, `volatile`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CType {
    pub shape: Shape,
    /// Whether the type is `volatile` or `_Atomic`: other code may write the object at any time.
    pub volatile: bool,
    pub constant: bool,
    /// Whether an attribute changes the alignment of the type.
    pub aligned: bool,
}

/// The result and the parameters of a function type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub returns: CType,
    /// The types of the parameters after C's adjustments (array to pointer, function to pointer). `None` if
    /// there is no prototype.
    pub params: Option<Vec<CType>>,
    /// Whether `...` follows the parameters in the prototype.
    pub variadic: bool,
    /// Whether functions of this type never return.
    pub never_returns: bool,
}

impl Signature {
    /// Makes the signature of a function of which only the result type is known.
    pub(crate) fn returning(returns: CType) -> Self {
        Self { returns, params: None, variadic: false, never_returns: false }
    }
}

/// A C type without its qualifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Void,
    Int(IntType),
    /// A floating type, with its size in bytes.
    Float(u8),
    Pointer(Arc<CType>),
    /// An array: the element type, and the number of elements if that is a known constant.
    Array(Arc<CType>, Option<u64>),
    Function(Arc<Signature>),
    /// A structure or union, by its key in the table of types.
    Record(Arc<str>),
    /// A type name without a known definition. Two types with the same name are the same type.
    Named(Arc<str>),
    /// An unknown type, which may even be a structure.
    Unknown,
}

impl CType {
    /// Returns a function type, or a type of pointers to functions, whose functions never return.
    pub(crate) fn never_returning(mut self) -> Self {
        match &mut self.shape {
            Shape::Function(signature) => Arc::make_mut(signature).never_returns = true,
            Shape::Pointer(target) => *target = Arc::new(CType::clone(target).never_returning()),
            _ => {}
        }
        self
    }

    pub(crate) const VOID: Self = Self::plain(Shape::Void);
    /// The type of truth values, of which only 0 and 1 matter.
    pub(crate) const TRUTH: Self = Self::plain(Shape::Int(IntType::INT));
    /// A type that holds every size of an object.
    pub(crate) const BYTES: Self = Self::plain(Shape::Int(IntType::ULONG));
    pub(crate) const DOUBLE: Self = Self::plain(Shape::Float(8));
    pub(crate) const UNKNOWN: Self = Self::plain(Shape::Unknown);

    pub(crate) const fn plain(shape: Shape) -> Self {
        Self { shape, volatile: false, constant: false, aligned: false }
    }

    pub(crate) const fn int(ty: IntType) -> Self {
        Self::plain(Shape::Int(ty))
    }

    pub(crate) fn pointer(self) -> Self {
        Self::plain(Shape::Pointer(Arc::new(self)))
    }

    pub(crate) fn unqualified(&self) -> Self {
        Self::plain(self.shape.clone())
    }

    /// Returns the type that a value of this type has in the graph. Arrays, functions, structures and unions
    /// have the type of their address.
    pub(crate) fn ty(&self) -> Type {
        match &self.shape {
            Shape::Void => Type::Void,
            Shape::Int(int) => Type::Int(*int),
            Shape::Float(bytes) => Type::Float(*bytes),
            Shape::Pointer(_) | Shape::Array(..) | Shape::Function(_) | Shape::Record(_) => Type::Pointer,
            Shape::Named(_) | Shape::Unknown => Type::Unknown,
        }
    }

    /// Returns a text that differs for types with different layouts. The graph uses it to keep apart casts of
    /// one pointer to several types.
    pub(crate) fn outline(&self) -> String {
        let (mut ty, mut outline) = (self, String::new());
        while let Shape::Array(element, length) = &ty.shape {
            outline.push_str(&length.map_or_else(|| "[]".to_owned(), |length| format!("[{length}]")));
            ty = element;
        }
        let element = match &ty.shape {
            // Arithmetic on `void *` counts in bytes (GNU C).
            Shape::Void => "8 bits".to_owned(),
            Shape::Int(int) => format!("{} bits", int.bits.max(8)),
            Shape::Float(bytes) => format!("float of {bytes} bytes"),
            Shape::Pointer(_) | Shape::Array(..) => "pointer".to_owned(),
            Shape::Function(_) => "function".to_owned(),
            Shape::Record(name) | Shape::Named(name) => name.to_string(),
            Shape::Unknown => "unknown".to_owned(),
        };
        outline + &element
    }

    pub(crate) fn as_int(&self) -> Option<IntType> {
        match self.shape {
            Shape::Int(int) => Some(int),
            _ => None,
        }
    }

    /// Returns the type that a pointer points to, or the element type of an array.
    pub(crate) fn target(&self) -> Option<&Self> {
        match &self.shape {
            Shape::Pointer(to) | Shape::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// Returns whether nothing is known of the type, not even whether it is a number.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self.shape, Shape::Named(_) | Shape::Unknown)
    }

    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self.shape, Shape::Pointer(_))
    }

    /// Returns whether the type is to be inferred from the initialiser, as in `__auto_type x = 1;`.
    pub(crate) fn is_auto(&self) -> bool {
        matches!(&self.shape, Shape::Named(name) if matches!(&**name, "__auto_type" | "auto"))
    }

    /// Returns the type of a function that returns this type.
    pub(crate) fn function(self) -> Self {
        Self::plain(Shape::Function(Arc::new(Signature::returning(self))))
    }

    pub(crate) fn is_float(&self) -> bool {
        matches!(self.shape, Shape::Float(_))
    }

    /// Returns whether the type is an array, structure or union. In the graph, the value of such an object is
    /// its address.
    pub(crate) fn is_aggregate(&self) -> bool {
        matches!(self.shape, Shape::Array(..) | Shape::Record(_))
    }

    /// Returns whether an object of the type, or the elements of an array, are `const`.
    pub(crate) fn is_constant(&self) -> bool {
        let mut ty = self;
        while let Shape::Array(element, _) = &ty.shape {
            ty = element;
        }
        self.constant || ty.constant
    }

    /// Returns the type that an expression of this type has as a value: arrays and functions become pointers,
    /// qualifiers are dropped.
    pub(crate) fn decayed(&self) -> Self {
        match &self.shape {
            Shape::Array(to, _) => Self::plain(Shape::Pointer(to.clone())),
            Shape::Function(_) => self.clone().pointer(),
            _ => self.unqualified(),
        }
    }
}

/// Applies the integer promotions to a type.
pub(crate) fn promoted(ty: IntType, model: DataModel) -> IntType {
    if ty.bits < model.int { IntType::int_of(model) } else { ty }
}

/// Returns the common type of two operands after the usual arithmetic conversions.
pub(crate) fn common(left: IntType, right: IntType, model: DataModel) -> IntType {
    let (left, right) = (promoted(left, model), promoted(right, model));
    let bits = left.bits.max(right.bits);
    let unsigned = |ty: IntType| !ty.signed && ty.bits == bits;
    IntType { bits, signed: !(unsigned(left) || unsigned(right)) }
}
