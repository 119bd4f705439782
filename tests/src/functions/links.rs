//! Pairs of linked C conditions: the second holds only where the first held, unless one of them was
//! distorted. Generated code sets something up under the first condition and uses it under the second.

use super::{
    operations::binary,
    types::{TYPES, Type, literal},
    writer::Writer,
};

/// A pair of linked conditions.
pub(super) struct Link {
    pub first: String,
    pub second: String,
}

impl Writer {
    /// Returns a pair of linked conditions. May also write statements that store the first condition's value
    /// in a variable.
    pub(super) fn link(&mut self) -> Link {
        let link = self.pair();
        let link = if self.percent(45) { self.carried(link) } else { link };
        if self.percent(55) { link } else { self.distorted(link) }
    }

    fn pair(&mut self) -> Link {
        let seen = self.some_number();
        // The second condition may test a copy of the variable in the first one, perhaps of a narrower type.
        let asked = if self.percent(30) {
            let ty = if self.percent(40) { seen.ty } else { self.random.choose(&TYPES) };
            let copy = self.scope.reserved("w", ty, "0");
            self.line(&format!("{copy} = {};", seen.name));
            copy
        } else {
            seen.name.clone()
        };
        let k = i128::from(self.random.below(6)) - if seen.ty.is_signed() { 2 } else { 0 };
        match self.random.below(6) {
            0 => self.above(&seen.name, &asked, k),
            1 => self.equal(&seen.name, &asked, k),
            2 => self.bits(&seen.name, &asked),
            3 => self.less(&seen.name, &asked),
            4 => self.same(&seen.name, &asked),
            _ => self.composite(),
        }
    }

    /// Returns a link with the first condition `v > k` and a second condition that usually follows from it.
    fn above(&mut self, v: &str, w: &str, k: i128) -> Link {
        let next = literal(k + 1);
        let second = match self.random.below(7) {
            0 => format!("{w} > {k}"),
            1 => format!("{w} >= {next}"),
            2 => format!("!({w} <= {k})"),
            3 => format!("{w} == {}", k + 2),
            4 => format!("{} > 0", binary("-", w, &format!("({k})"))),
            5 => format!("{} > {}", binary("*", w, "2"), 2 * k + 1),
            _ => format!("{} == 1", binary("/", w, &(k.abs() + 1).to_string())),
        };
        Link { first: format!("{v} > {k}"), second }
    }

    /// Returns a link with the first condition `v == k` and a second condition that follows from it.
    fn equal(&mut self, v: &str, w: &str, k: i128) -> Link {
        let second = match self.random.below(6) {
            0 => format!("{w} == {k}"),
            1 => format!("{} == {}", binary("+", w, "1"), k + 1),
            2 => format!("({w} ^ {k}) == 0"),
            3 => format!("!{}", binary("-", w, &format!("({k})"))),
            4 => format!("{w} >= {k} && {w} <= {k}"),
            _ => format!("{w} > {} && {w} < {}", k - 1, k + 1),
        };
        Link { first: format!("{v} == {k}"), second }
    }

    /// Returns a link whose first condition tests one bit of `v`.
    fn bits(&mut self, v: &str, w: &str) -> Link {
        let at = self.random.below(3);
        let mask = 1 << at;
        let first = match self.random.below(3) {
            0 => format!("{v} & {mask}"),
            1 => format!("({v} & {mask}) != 0"),
            _ => format!("({v} | {mask}) == {v}"),
        };
        let second = match self.random.below(5) {
            0 => format!("({w} & {mask}) == {mask}"),
            1 => format!("{} & 1", binary(">>", w, &at.to_string())),
            2 => format!("({w} & {}) == {}", mask | 8, mask | 8),
            3 if at == 0 => format!("{} != 0", binary("%", w, "2")),
            _ => format!("({w} ^ {mask}) < {w}"),
        };
        Link { first, second }
    }

    /// Returns a link with the first condition `v < u` and a second condition that is usually equivalent.
    fn less(&mut self, v: &str, w: &str) -> Link {
        let u = self.some_number().name;
        let second = match self.random.below(5) {
            0 => format!("{u} > {w}"),
            1 => format!("{} < 0", binary("-", w, &u)),
            2 => format!("{} <= {u}", binary("+", w, "1")),
            3 => format!("!({w} >= {u})"),
            _ => format!("{} > 0", binary("-", &u, w)),
        };
        Link { first: format!("{v} < {u}"), second }
    }

    /// Returns a link with the first condition `v == u` and a second condition that is usually equivalent.
    fn same(&mut self, v: &str, w: &str) -> Link {
        let u = self.some_number().name;
        let second = match self.random.below(5) {
            0 => format!("{} == 0", binary("-", w, &u)),
            1 => format!("!({w} ^ {u})"),
            2 => format!("{w} <= {u} && {w} >= {u}"),
            3 => format!("!({w} != {u})"),
            _ => format!("{} == {}", binary("+", w, "1"), binary("+", &u, "1")),
        };
        Link { first: format!("{v} == {u}"), second }
    }

    /// Returns a link between conditions that combine two tests.
    fn composite(&mut self) -> Link {
        let (one, two) = (self.test(), self.test());
        match self.random.below(5) {
            0 => Link { first: one.clone(), second: format!("({one}) && ({two})") },
            1 => Link { first: format!("({one}) || ({two})"), second: two },
            2 => Link { first: format!("!({one}) || !({two})"), second: format!("!(({one}) && ({two}))") },
            3 => Link { first: one.clone(), second: format!("({one}) ? ({two}) : 0") },
            _ => Link { first: one.clone(), second: format!("!(!({one}))") },
        }
    }

    /// Replaces a link's second condition by a test of a variable that stores the first condition's value.
    fn carried(&mut self, link: Link) -> Link {
        let Link { first, .. } = &link;
        let (assignment, asked) = match self.random.below(6) {
            0 => {
                let ty = self.flag_type();
                let flag = self.scope.reserved("flag", ty, "0");
                (format!("{flag} = ({first}) ? 1 : 0;"), flag)
            }
            1 => {
                let ty = self.random.choose(&[Type::Int, Type::Unsigned, Type::UnsignedChar]);
                let bits = self.scope.reserved("bits", ty, "8");
                let mask = 1 << self.random.below(3);
                (format!("{bits} |= ({first}) ? {mask} : 0;"), format!("{bits} & {mask}"))
            }
            2 => {
                let state = self.scope.reserved("state", Type::Kind, "ZERO");
                let asked = self.random.pick(&["== ONE", "!= TWO", "< TWO"]).to_owned();
                (format!("{state} = ({first}) ? ONE : TWO;"), format!("{state} {asked}"))
            }
            3 => {
                let count = self.scope.reserved("count", Type::Int, "0");
                (format!("{count} += ({first}) != 0;"), format!("{count} > 0"))
            }
            4 => {
                let flag = self.scope.reserved("flag", Type::Bool, "0");
                self.line(&format!("{flag} = {first};"));
                let not = self.scope.reserved("not", Type::Int, "0");
                (format!("{not} = !{flag};"), format!("{not} == 0"))
            }
            _ => {
                let pointer = self.scope.pointer();
                let object = self.scope.object();
                (format!("{pointer} = ({first}) ? &{object} : NULL;"), pointer)
            }
        };
        self.line(&assignment);
        let asked = if self.percent(25) { format!("({asked}) && ({})", link.second) } else { asked };
        Link { second: asked, ..link }
    }

    /// Distorts a link, so that the second condition may hold where the first did not.
    fn distorted(&mut self, link: Link) -> Link {
        let Link { first, second } = link;
        match self.random.below(4) {
            0 => Link { first, second: format!("({second}) || ({})", self.test()) },
            1 => Link { first: format!("({first}) && ({})", self.test()), second },
            2 => Link { first, second: self.test() },
            _ => {
                let (target, value) = (self.some_target().name, self.value(1));
                let test = self.test();
                self.line(&format!("if ({test}) {target} = {value};"));
                Link { first, second }
            }
        }
    }
}
