//! The statements of random programs about objects in memory.

use super::{Misuses, Writer};

/// What statements do without a condition or a loop. `V` stands for a value, `I` for an index, `N` for a size.
const OF_MEMORY: &[&str] = &[
    "arr[I] = V;",
    "x = arr[I];",
    "x = table[I];",
    "p = arr + (I);",
    "p = &arr[1];",
    "p++;",
    "p--;",
    "x = *p;",
    "*p = V;",
    "x = *q;",
    "*q = V;",
    "**pp = V;",
    "pp = &q;",
    "q = NULL;",
    "q = p;",
    "q = r;",
    "q = malloc(8);",
    "q = calloc(2, sizeof *q);",
    "q = nothing();",
    "q = cell(arr, I);",
    "give(&q, NULL);",
    "give(&q, p);",
    "free(q);",
    "drop(q);",
    "last = q;",
    "q = last;",
    "kept = q;",
    "q = kept;",
    "free(kept);",
    "s.p = q;",
    "s.p = NULL;",
    "point(&s, q);",
    "point(ps, NULL);",
    "x = *s.p;",
    "q = ps->p;",
    "drop_member(&s);",
    "drop_member(ps);",
    "ps = &t;",
    "ps = NULL;",
    "x = ps->n;",
    "ps->cells[I] = V;",
    "x = s.cells[I];",
    "t = s;",
    "s = t;",
    "*ps = t;",
    "x = *t.p;",
    "q = t.p;",
    "u.p = q;",
    "u.n = 0;",
    "u.n = V;",
    "u.p = r;",
    "memset(&u, 0, sizeof u);",
    "q = u.p;",
    "cells[c & 1] = q;",
    "x = *cells[c & 1];",
    "cells[1] = r;",
    "q = cells[0];",
    "memset(text, 'C', N);",
    "memset(&s, 0, sizeof s);",
    "text[I] = 0;",
    "strcpy(text, \"four\");",
    "strcpy(text, a > 1 ? \"longer text\" : \"no\");",
    "strcpy(small, text);",
    "strncpy(small, text, 3);",
    "strcpy(s.name, text);",
    "x = (int)strlen(text);",
    "text[strlen(text) - 1] = 0;",
    "memcpy(arr, table, N);",
    "memcpy(s.cells, arr, N);",
    "small[x & 7] = 0;",
];

/// What programs of both kinds do.
const OF_BOTH: &[&str] = &[
    "x = V;",
    "y = V;",
    "i = V;",
    "x += 1;",
    "y = 10 / (V);",
    "x = 10 % (V);",
    "x = 1 << (V);",
    "arr[I] = V;",
    "y = arr[I];",
    "s.n = V;",
    "set(&s, V);",
    "set(ps, V);",
    "op = half_of;",
    "op = none;",
    "op = count > 1 ? none : same;",
    "x = op(V);",
    "y = 12 / op(V);",
    "count++;",
    "shared = V;",
    "x = shared;",
    "x = ext();",
    "fill(&x, V);",
    "fill(&y, 2);",
];

/// What programs about values do. No value that is not set gets anywhere but into a condition.
const OF_VALUES: &[&str] = &[
    "w = V;",
    "if (w > 1) x = 2;",
    "fill(&w, V);",
    "if (fill(&w, V) == 0) x = w;",
    "blank[I] = V;",
    "if (blank[I] > 2) y = 1;",
    "if (blank[0] == 1) y = 2;",
    "s.n = V;",
    "if (s.n == 2) x = 1;",
    "if (ps->n > 0) y = 1;",
    "ps = &t;",
    "ps = &s;",
    "t.n = V;",
    "s.cells[I] = V;",
    "if (s.cells[I] > 0) x = 1;",
    "if (first(&s) > 1) x = 3;",
    "t.cells[0] = V;",
    "if (first(ps) > 1) y = 3;",
    "memset(&s, 0, sizeof s);",
    "memset(blank, 0, sizeof blank);",
    "memset(blank, 0, 8);",
    "t = s;",
    "s = t;",
    "if (t.n > 1) x = 0;",
    "u.n = V;",
    "u.bytes[I & 7] = 1;",
    "if (u.n == 1) x = 1;",
    "if (u.bytes[I & 7] > 1) y = 1;",
];

const VALUES: &[&str] =
    &["x", "y", "a", "b", "(int)c", "a & 3", "b % 5", "(x & 7) + 1", "count", "0", "1", "2", "i"];
const INDICES: &[&str] =
    &["0", "1", "3", "a & 3", "a & 7", "b % 4", "c & 3", "c % 5", "i", "x & 3", "count", "x", "b"];
const SIZES: &[&str] = &["4", "8", "sizeof arr", "12", "a & 15", "c % 13"];

const CONDITIONS: &[&str] = &[
    "a > 0",
    "b == 2",
    "c & 1",
    "x < y",
    "x",
    "y > 1",
    "i < 3",
    "count > 1",
    "op == same",
    "shared",
    "a == b",
    "a > 0 && b > 0",
    "!a || b < 1",
    "s.n == 2",
    "x > 0 && x < 4",
    "a >= 0 && a < 4",
];
const MEMORY_CONDITIONS: &[&str] = &[
    "p",
    "!q",
    "q",
    "q != NULL && x",
    "s.p",
    "ps",
    "ps && ps->n",
    "u.p",
    "kept",
    "last",
    "text[0] == 'a'",
    "strlen(text) < 4",
    "cells[1]",
    "t.p == q",
    "q == r",
];

impl Writer {
    fn condition(&mut self) -> &'static str {
        if self.misuses == Misuses::OfMemory && self.random.one_in(2) {
            return self.random.pick(MEMORY_CONDITIONS);
        }
        // A condition about `s.n` would be a second misuse on its line.
        let all = if self.misuses == Misuses::OfMemory { CONDITIONS.len() } else { 12 };
        self.random.pick(&CONDITIONS[..all])
    }

    fn simple(&mut self) {
        let own = if self.misuses == Misuses::OfMemory { OF_MEMORY } else { OF_VALUES };
        let form = if self.random.one_in(4) { self.random.pick(OF_BOTH) } else { self.random.pick(own) };
        let mut text = String::new();
        let mut letters = form.chars().peekable();
        while let Some(letter) = letters.next() {
            let is_word = |next: Option<&char>| next.is_some_and(char::is_ascii_alphanumeric);
            let is_alone = !is_word(text.chars().last().as_ref()) && !is_word(letters.peek());
            match letter {
                'V' if is_alone => text += self.random.pick(VALUES),
                'I' if is_alone => text += self.random.pick(INDICES),
                'N' if is_alone => text += self.random.pick(SIZES),
                _ => text.push(letter),
            }
        }
        self.line(&text);
    }

    fn block(&mut self, deep: u32) {
        self.deep += 1;
        for _ in 0..=self.random.below(2) {
            self.statement(deep);
        }
        self.deep -= 1;
    }

    /// Adds a random statement. `deep` is the number of blocks that may still be opened.
    pub(super) fn statement(&mut self, deep: u32) {
        if deep == 0 || self.random.one_in(2) {
            return self.simple();
        }
        match self.random.below(8) {
            0..=2 => self.branch(deep - 1),
            3 => self.counted(deep - 1),
            4 => self.endless(deep - 1),
            5 => self.entered_in_the_middle(deep - 1),
            6 => self.cases(deep - 1),
            _ => self.skipped(deep - 1),
        }
    }

    fn branch(&mut self, deep: u32) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(deep);
        if self.random.one_in(3) {
            self.line("} else {");
            self.block(deep);
        }
        self.line("}");
    }

    fn counted(&mut self, deep: u32) {
        let end = self.random.pick(&["i < 3", "i < 4", "i <= 4", "i < (a & 7)", "i < 2"]);
        self.line(&format!("for (i = 0; {end} && budget-- > 0; i++) {{"));
        self.block(deep);
        self.line("}");
    }

    fn endless(&mut self, deep: u32) {
        let condition = self.condition();
        self.line(&format!("while (({condition}) && budget-- > 0) {{"));
        self.block(deep);
        self.line("}");
    }

    fn entered_in_the_middle(&mut self, deep: u32) {
        let by = self.random.pick(&["a & 3", "c % 3", "x & 1", "count"]);
        self.line(&format!("switch ({by}) {{"));
        self.line("case 0:");
        self.line("    do {");
        self.deep += 1;
        self.block(deep);
        self.line("case 1:");
        self.block(deep);
        self.line("case 2:");
        self.block(deep);
        self.deep -= 1;
        let again = self.condition();
        self.line(&format!("    }} while (({again}) && budget-- > 0);"));
        self.line("}");
    }

    fn cases(&mut self, deep: u32) {
        let by = self.random.pick(&["a", "b & 3", "c % 4", "x"]);
        self.line(&format!("switch ({by}) {{"));
        for case in 0..3 {
            self.line(&format!("case {case}:"));
            self.block(deep);
            if self.random.one_in(2) {
                self.line("    break;");
            }
        }
        self.line("default:");
        self.block(deep);
        self.line("}");
    }

    fn skipped(&mut self, deep: u32) {
        let condition = self.condition();
        self.names += 1;
        let label = format!("behind{}", self.names);
        self.line(&format!("if ({condition})"));
        self.line(&format!("    goto {label};"));
        self.block(deep);
        self.line(&format!("{label}: ;"));
    }
}
