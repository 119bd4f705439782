//! Parsing of attributes in all their spellings.

use super::access::{Accessed, position};

/// The attributes of one declaration that affect the analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "attributes are independent of each other")]
pub(crate) struct Attributes {
    pub noreturn: bool,
    /// Whether members have no padding (`packed`), so that offsets differ from those of the plain layout.
    pub packed: bool,
    pub aligned: bool,
    /// Whether an attribute changes the type itself: to a vector type, another machine mode or another byte
    /// order.
    pub retyped: bool,
    /// The function that is called with the address of the object when the object goes out of scope.
    pub cleanup: Option<String>,
    pub returns_nonnull: bool,
    /// The positions of the parameters that must not be NULL, from 0. If the list is empty, all pointer
    /// parameters are meant; if it is `None`, no parameter.
    pub nonnull: Option<Vec<usize>>,
    /// The names of the functions that free a result of this function, which they take as their first
    /// argument.
    pub deallocators: Vec<String>,
    /// How the function uses the objects that its arguments point to (`access`).
    pub accesses: Vec<Accessed>,
    /// The positions of the arguments, from 0, whose product is the size in bytes of the object that the function returns
    /// (`alloc_size`); empty if nothing is told.
    pub alloc_size: Vec<usize>,
    /// Whether the function frees its first argument (`ownership_takes (malloc, 1)`).
    pub frees_first: bool,
    /// Whether this definition is for inlining only, while the function itself is defined elsewhere
    /// (`gnu_inline`).
    pub inline_only: bool,
    /// Whether a definition elsewhere may replace this one (`weak`).
    pub weak: bool,
    /// Whether the function runs before `main`.
    pub constructor: bool,
    /// Whether the function runs after `main`.
    pub destructor: bool,
}

impl Attributes {
    /// Adds the attributes in a text such as `__attribute__((a, b(c)))`, `[[gnu::a, b(c)]]` or
    /// `__declspec(a)`.
    pub(crate) fn read(&mut self, text: &str) {
        for (name, arguments) in items(text) {
            self.item(name, arguments);
        }
    }

    /// Adds the meaning of a qualifier: `_Noreturn`, `alignas(16)` or `_Alignas(long)`.
    pub(crate) fn read_qualifier(&mut self, text: &str) {
        self.noreturn |= matches!(text, "_Noreturn" | "noreturn");
        self.aligned |= text.starts_with("alignas") || text.starts_with("_Alignas");
    }

    /// Returns whether sizes and offsets may differ from those of the plain layout.
    pub(crate) fn changes_layout(&self) -> bool {
        self.packed || self.aligned || self.retyped
    }

    /// Returns whether members have no padding, and nothing else changes the layout.
    pub(crate) fn only_packs(&self) -> bool {
        self.packed && !self.aligned && !self.retyped
    }

    fn item(&mut self, name: &str, arguments: &str) {
        match name.trim_start_matches("__").trim_end_matches("__") {
            "noreturn" | "_Noreturn" => self.noreturn = true,
            "packed" => self.packed = true,
            "aligned" | "align" | "warn_if_not_aligned" => self.aligned = true,
            "vector_size" | "mode" | "ext_vector_type" | "scalar_storage_order" => self.retyped = true,
            "cleanup" => self.cleanup = Some(arguments.trim().to_owned()),
            "returns_nonnull" => self.returns_nonnull = true,
            "nonnull" => {
                let positions: Vec<usize> = arguments.split(',').filter_map(position).collect();
                let all = arguments.trim().is_empty();
                match &mut self.nonnull {
                    Some(known) if known.is_empty() => {}
                    _ if all => self.nonnull = Some(Vec::new()),
                    // A `nonnull` with arguments of which none is a number is ignored.
                    _ if positions.is_empty() => {}
                    known => known.get_or_insert_default().extend(positions),
                }
            }
            "malloc" => {
                let mut parts = arguments.split(',').map(str::trim);
                let function = parts.next().filter(|name| !name.is_empty());
                if let Some(function) = function.filter(|_| parts.next().is_none_or(|at| at == "1")) {
                    self.deallocators.push(function.to_owned());
                }
            }
            "access" => self.accesses.extend(Accessed::read(arguments)),
            "alloc_size" => {
                let positions = arguments.split(',').map(position).collect::<Option<Vec<_>>>();
                self.alloc_size = positions.filter(|all| all.len() <= 2).unwrap_or_default();
            }
            // Of Clang: a function that allocates for `free`, and one that frees its first argument.
            "ownership_returns" if arguments.trim_start().starts_with("malloc") => {
                self.deallocators.push("free".to_owned());
            }
            "ownership_takes" => {
                let mut parts = arguments.split(',').map(str::trim);
                self.frees_first |= parts.next() == Some("malloc") && parts.next() == Some("1");
            }
            "constructor" => self.constructor = true,
            "destructor" => self.destructor = true,
            "gnu_inline" => self.inline_only = true,
            "weak" | "weakref" | "ifunc" | "alias" => self.weak = true,
            _ => {}
        }
    }

    /// Adds the attributes of another declaration of the same function or object.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.noreturn |= other.noreturn;
        self.constructor |= other.constructor;
        self.destructor |= other.destructor;
        self.packed |= other.packed;
        self.aligned |= other.aligned;
        self.retyped |= other.retyped;
        self.returns_nonnull |= other.returns_nonnull;
        self.inline_only |= other.inline_only;
        self.weak |= other.weak;
        self.frees_first |= other.frees_first;
        self.cleanup = self.cleanup.take().or_else(|| other.cleanup.clone());
        self.nonnull = match (self.nonnull.take(), &other.nonnull) {
            (None, other) => other.clone(),
            (Some(own), None) => Some(own),
            (Some(own), Some(other)) if own.is_empty() || other.is_empty() => Some(Vec::new()),
            (Some(own), Some(other)) => Some(own.into_iter().chain(other.iter().copied()).collect()),
        };
        let new = other.accesses.iter().filter(|one| !self.accesses.contains(one));
        let new: Vec<Accessed> = new.copied().collect();
        self.accesses.extend(new);
        if self.alloc_size.is_empty() {
            self.alloc_size.clone_from(&other.alloc_size);
        }
        let new = other.deallocators.iter().filter(|name| !self.deallocators.contains(name));
        let new: Vec<String> = new.cloned().collect();
        self.deallocators.extend(new);
    }
}

/// Splits a list into attribute names and the texts of their arguments. Prefixes such as `gnu::` are dropped.
fn items(text: &str) -> Vec<(&str, &str)> {
    let list = match text.split_once(['(', '[']) {
        // This is `_Noreturn` or another attribute without a list.
        None => return vec![(text.trim(), "")],
        Some((_, rest)) => rest,
    };
    let list = list.trim_start().trim_start_matches(['(', '[']);
    let mut items = Vec::new();
    let (mut depth, mut start, mut open, mut quoted) = (0_i32, 0, None, false);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' => {
                open = open.or(Some(at));
                depth += 1;
            }
            b')' | b']' if depth == 0 => {
                push(&mut items, &list[start..at], open.map(|open| open - start));
                return items;
            }
            b')' => depth -= 1,
            b',' if depth == 0 => {
                push(&mut items, &list[start..at], open.map(|open| open - start));
                (start, open) = (at + 1, None);
            }
            _ => {}
        }
    }
    items
}

fn push<'a>(items: &mut Vec<(&'a str, &'a str)>, item: &'a str, open: Option<usize>) {
    let (name, arguments) = match open {
        Some(open) => {
            let arguments = item[open + 1..].trim_end();
            (&item[..open], arguments.strip_suffix(')').unwrap_or(arguments))
        }
        None => (item, ""),
    };
    let name = name.rsplit("::").next().unwrap_or(name).trim();
    if !name.is_empty() {
        items.push((name, arguments));
    }
}

#[cfg(test)]
mod tests {
    use super::{Accessed, Attributes, items};
    use crate::lower::types::access::AccessMode;

    fn read(text: &str) -> Attributes {
        let mut attributes = Attributes::default();
        attributes.read(text);
        attributes
    }

    #[test]
    fn lists_in_all_spellings() {
        let expected = [("a", ""), ("b", "c, d(1)"), ("e", "\"),\"")];
        assert_eq!(items("__attribute__ ((a, b (c, d(1)), e(\"),\")))"), expected);
        assert_eq!(items("[[gnu::a, b(c, d(1)), e(\"),\")]]"), expected);
        assert_eq!(items("__declspec(noreturn)"), [("noreturn", "")]);
        assert!(items("__attribute__(())").is_empty());
    }

    #[test]
    fn what_they_say() {
        for text in [
            "__attribute__((noreturn))",
            "__attribute__ ((__cold__, __noreturn__))",
            "[[noreturn]]",
            "[[gnu::noreturn]]",
            "[[ __gnu__::__noreturn__ ]]",
            "__declspec(noreturn)",
            "_Noreturn",
        ] {
            assert!(read(text).noreturn, "{text}");
        }
        assert!(!read("__attribute__((warn(\"noreturn\")))").noreturn);
        assert_eq!(read("__attribute__((nonnull))").nonnull, Some(vec![]));
        assert_eq!(read("__attribute__((__nonnull__ (1, 3)))").nonnull, Some(vec![0, 2]));
        assert_eq!(read("__attribute__((nonnull(2), nonnull))").nonnull, Some(vec![]));
        assert_eq!(read("[[gnu::malloc(drop, 1), malloc, malloc(other, 2)]]").deallocators, ["drop"]);
        let accesses =
            read("__attribute__((access (__read_only__, 1), access(write_only, 2, 3), access(odd, 1)))")
                .accesses;
        assert_eq!(
            accesses,
            [
                Accessed { mode: AccessMode::Reads, pointer: 0, size: None },
                Accessed { mode: AccessMode::Writes, pointer: 1, size: Some(2) }
            ]
        );
        assert!(
            read("__attribute__((access(read_only, 0), access(read_only), access(none, 1, x)))")
                .accesses
                .is_empty()
        );
        assert_eq!(read("[[gnu::alloc_size(1, 3)]]").alloc_size, [0, 2]);
        assert!(read("__attribute__((alloc_size(0)))").alloc_size.is_empty());
        assert_eq!(read("__attribute__((cleanup(unref)))").cleanup.as_deref(), Some("unref"));
    }
}
