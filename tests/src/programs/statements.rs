//! Writes random C statements.

use super::{
    scope::{MOVING, POINTERS, WRITABLE},
    writer::{Writer, call, call_statement},
};
use crate::spelling::{both, checked_only};

impl Writer {
    pub(super) fn statement(&mut self, depth: u32) {
        match self.random.below(if depth == 0 { 11 } else { 20 }) {
            0..=3 => self.number_statement(),
            4..=8 => self.pointer_statement(),
            9 | 10 => self.call_statement(),
            11..=15 => self.branch(depth),
            16 => self.counted_loop(depth),
            17 => self.other_loop(depth),
            18 => self.cases(depth),
            _ => self.jump(),
        }
    }

    pub(super) fn block(&mut self, depth: u32) {
        self.text.open();
        for _ in 0..=self.random.below(3) {
            self.statement(depth - 1);
        }
    }

    fn number_statement(&mut self) {
        let var = self.random.pick(&WRITABLE).to_owned();
        let value = self.value(2);
        let line = match self.random.below(13) {
            0..=2 => format!("{var} = {value};"),
            3 => format!("{var} = {};", self.constant()),
            4 => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let to = both(&format!("{var} {operator}= "), &format!("{var} = HIDDEN({var} {operator} "));
                format!("{to}{}{};", self.atom(), checked_only(")"))
            }
            5 => format!("{var}{};", self.random.pick(&["++", "--"])),
            6 => format!(
                "y = 12 / {};",
                self.random.pick(&["x", "y", "(x - 1)", "u", "(a - b)", "h", "n", "(u & 3)", "e"])
            ),
            7 => format!("x = a % {};", self.random.pick(&["x", "c", "n", "(y + 1)", "*r", "v"])),
            8 => format!("w = {value};{}", checked_only(" w_set = 1;")),
            9 => format!("x = {};", both("w", "R(w)")),
            10 => format!("table[{} & 3] = {value};", self.random.pick(&["a", "x"])),
            11 => format!("{} = {value};", self.random.pick(&["t.a", "t.b", "k.x", "k.y", "t.bits"])),
            _ => format!("{var} = {};", self.random.pick(&["*r", "*p", "*q", "ps->a", "ps->b", "t.a"])),
        };
        if line.contains(['/', '%', '*', '>']) {
            self.guarded(&line, None);
        } else {
            self.text.statement(&line);
        }
    }

    /// Writes a statement that may be a misuse, mostly under a condition, because otherwise runs would end
    /// too soon.
    fn guarded(&mut self, line: &str, pointer: Option<&str>) {
        let condition = match (self.random.below(7), pointer) {
            (0..=2, _) => self.condition(),
            (3..=5, Some(pointer)) => pointer.to_owned(),
            _ => return self.text.statement(line),
        };
        self.only_if(&condition, line);
    }

    /// Writes a statement under a condition, on a line of its own: findings are compared with runs by line,
    /// and both the condition and the statement may contain an access.
    fn only_if(&mut self, condition: &str, line: &str) {
        self.text.statement(&format!("if ({condition}) {{"));
        self.text.open();
        self.text.statement(line);
        self.text.close("}");
    }

    fn pointer_statement(&mut self) {
        let (pointer, other) = (self.random.pick(&MOVING).to_owned(), self.random.pick(&POINTERS).to_owned());
        let line = match self.random.below(26) {
            0..=2 => format!("{pointer} = {other};"),
            3 | 4 => format!("{pointer} = 0;"),
            5 => format!("{pointer} = malloc(16);"),
            6 => "if (!(q = malloc(16))) abort();".to_owned(),
            7 | 8 => format!("free({pointer});"),
            9 => format!("free({other});"),
            10 | 11 => format!("*{pointer} = {};", self.value(1)),
            12 => format!("*{other} = {};", self.atom()),
            13 => format!("y = *{other};"),
            14 => format!(
                "{pointer} = {};",
                self.random.pick(&["&e", "&x", "&table[1]", "&g1", "ps->p", "t.p", "*pp"])
            ),
            15 => format!("r = {};", self.random.pick(&["&e", "&x", "&g1", "p"])),
            16 => format!("{} = {other};", self.random.pick(&["ps->p", "t.p", "*pp", "s2"])),
            17 => format!("ps->a = {};", self.atom()),
            18 => return self.member_statement(),
            19 => "ps = ps->next;".to_owned(),
            20 => format!("{pointer} = {} ? {other} : {};", self.test(), self.random.pick(&["0", "p", "&e"])),
            21 => format!("{pointer} = realloc({pointer}, {});", self.random.pick(&["32", "32", "a & 15"])),
            22 => "q = realloc(p, 32);".to_owned(),
            23 if self.random.one_in(2) => format!("{pointer}[0] = 1;"),
            23 => format!("{pointer}[{}] = 1;", both("1", &format!("SECOND({pointer})"))),
            24 => format!("pp = {};", self.random.pick(&["&p", "&q", "&gp"])),
            _ => format!("{pointer} = (int *)(char *){other};"),
        };
        let access = line.starts_with('*') || line.contains("= *") || line.contains('[');
        match () {
            () if access && !line.contains("*pp") => {
                let pointer = if line.starts_with('y') { other } else { pointer };
                self.guarded(&line, Some(&pointer));
            }
            () if line.starts_with("free") => self.guarded(&line, None),
            () if line.contains("ps->") => self.guarded(&line, Some("ps")),
            () => self.text.statement(&line),
        }
    }

    fn member_statement(&mut self) {
        match self.random.pick(&["a", "b", "next->a", "p[0]", "bits"]) {
            "next->a" => self.only_if("ps->next", "x = ps->next->a;"),
            "p[0]" => self.only_if("ps->p", "x = ps->p[0];"),
            member => {
                let line = format!("x = ps->{member};");
                self.guarded(&line, Some("ps"));
            }
        }
    }

    fn call_statement(&mut self) {
        let pointer = self.random.pick(&POINTERS).to_owned();
        let line = match self.random.below(32) {
            0 => format!("g1 = {};", call("ext()")),
            1 => format!("p = {};", call("extp()")),
            2 => call_statement("touch()"),
            3 => call_statement("keep(&e)"),
            4 => call_statement(&format!("take({pointer})")),
            5 => call_statement(&format!("drop({pointer})")),
            6 => call_statement("clear(&q)"),
            7 => format!("q = {};", call(&format!("make({})", self.atom()))),
            8 => format!("x = {};", call(&format!("rec({})", self.random.pick(&["a & 3", "2", "x & 1"])))),
            9 => call_statement(&format!("set_state({})", self.atom())),
            10 => both("init(&w);", "init_checked(&w, &w_set);"),
            11 => call_statement(&format!("point(&p, {pointer})")),
            12 => format!(
                "y = {};",
                call(&format!(
                    "divide({}, {})",
                    self.random.pick(&["a", "x"]),
                    self.random.pick(&["b", "y", "s1"])
                ))
            ),
            13 => call_statement(&format!("look({pointer})")),
            14 => call_statement(self.random.pick(&["fill(&t)", "set_place(q)", "set_place(r)"])),
            15 => format!("if ({}) die();", self.test()),
            _ => self.summarised_call(&pointer),
        };
        self.text.statement(&line);
    }

    /// Returns a statement that calls a helper function whose runs differ in result and effect, so that the
    /// helper's summary has several cases.
    fn summarised_call(&mut self, pointer: &str) -> String {
        let (atom, other) = (self.atom(), self.random.pick(&POINTERS).to_owned());
        let into = self.random.pick(&MOVING).to_owned();
        match self.random.below(21) {
            0 | 1 => {
                let line = format!("y = {};", call(&format!("try_init(&w, {atom})")));
                format!("{line}{}", checked_only(" if (y == 0) w_set = 1;"))
            }
            2 => format!(
                "y = {};",
                call(&format!("try_init(&{}, {atom})", self.random.pick(&["x", "e", "g1"])))
            ),
            3 => format!("{into} = {};", call(&format!("make_or_die({atom})"))),
            4 => format!("{into} = {};", call(&format!("choose({pointer}, {other}, {atom})"))),
            5 => format!("{into} = {};", call(&format!("keep_it({pointer})"))),
            6 => call_statement(&format!("exchange(&p, &{})", self.random.pick(&["q", "p", "gp"]))),
            7 => format!("y = {};", call(&format!("fetch(&{})", self.random.pick(&["q", "p", "gp"])))),
            8 => format!("y = {};", call(&format!("usable({pointer}, {atom})"))),
            9 => format!("y = {};", call(&format!("drop_if({pointer}, {atom})"))),
            10 => {
                let pairs = ["&x, &e", "&e, &x", "&e, &e", "&g1, &s1", "r, r", "&x, r"];
                format!("y = {};", call(&format!("write_both({})", self.random.pick(&pairs))))
            }
            11 => call_statement(self.random.pick(&["drop_member(ps)", "drop_member(&t)"])),
            12 => format!("{into} = {};", call(self.random.pick(&["member(ps)", "member(&t)"]))),
            13 => format!("y = {};", call(&format!("replaced(&{})", self.random.pick(&["q", "p", "gp"])))),
            14 => format!("x = {};", call(&format!("{}({atom} & 3)", self.random.pick(&["even", "odd"])))),
            15 => format!("y = {};", call(&format!("checked_read({pointer})"))),
            16 => {
                let line = format!("y = {};", call(&format!("unless_mode(&w, {atom})")));
                format!("{line}{}", checked_only(" if (y == 1) w_set = 1;"))
            }
            17 => {
                let to = self.random.pick(&["&x", "&e", "r"]);
                format!("y = {};", call(&format!("unless_mode({to}, {atom})")))
            }
            18 => format!("{into} = {};", call(&format!("with_options({pointer}, {atom})"))),
            19 => call_statement(self.random.pick(&["ensure(ps)", "ensure(&t)"])),
            _ => format!("y = {};", call(&format!("in_range({})", self.random.pick(&["a", "x", "e", "v"])))),
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        if self.random.one_in(3) && self.conditions.len() < 5 {
            self.keep_condition();
        }
        self.text.statement(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.random.one_in(2) {
            self.text.close("} else {");
            self.block(depth);
        }
        self.text.close("}");
    }

    fn counted_loop(&mut self, depth: u32) {
        let counter = self.name("i");
        let bound = self.random.pick(&["0", "1", "2", "3", "a", "n", "limit", "(u & 3)"]).to_owned();
        let here = self.text.here();
        let step = self.random.pick(&["++", "--", " += 2"]).to_owned();
        let test = if step == "--" { format!("{counter} > -3") } else { format!("{counter} < (int){bound}") };
        self.text.statement(&format!("for (int {counter} = 0; {here}{test}; {counter}{step}) {{"));
        self.counters.push(counter);
        self.loop_body(depth, "}");
        self.counters.pop();
    }

    fn other_loop(&mut self, depth: u32) {
        let condition = self.condition();
        if self.random.one_in(2) {
            let here = self.text.here();
            self.text.statement(&format!("while ({here}{condition}) {{"));
            self.loop_body(depth, "}");
        } else {
            self.text.statement("do {");
            self.loops += 1;
            self.block(depth);
            self.loops -= 1;
            let here = self.text.here();
            self.text.close(&format!("}} while ({here}x++ < 3 && ({condition}));"));
        }
    }

    fn loop_body(&mut self, depth: u32, end: &str) {
        self.loops += 1;
        self.block(depth);
        if self.random.one_in(3) {
            let fresh = self.name("z");
            let set = both("", &format!(" char {fresh}_set = 0;"));
            self.text.statement(&format!("int {fresh};{set}"));
            let (test, set) = (self.test(), checked_only(&format!(" {fresh}_set = 1;")));
            self.text.statement(&format!("if ({test}) {{ {fresh} = x;{set} }}"));
            let condition = self.condition();
            let read = both(&fresh, &format!("R({fresh})"));
            self.only_if(&condition, &format!("y = {read};"));
        }
        self.loops -= 1;
        self.text.close(end);
    }

    fn cases(&mut self, depth: u32) {
        let value = self.random.pick(&["a", "x & 3", "u", "kind", "v", "(signed char)n", "c % 4"]).to_owned();
        self.text.statement(&format!("switch ({value}) {{"));
        let mut labels = vec!["0", "1", "2", "3", "THIRD", "-1"];
        let mut has_default = false;
        for _ in 0..=self.random.below(3) {
            if !has_default && self.random.one_in(4) {
                has_default = true;
                self.text.line("default:");
            } else if !labels.is_empty() {
                let at = self.random.below(labels.len() as u64) as usize;
                self.text.line(&format!("case {}:", labels.remove(at)));
                if self.random.one_in(4) && !labels.is_empty() {
                    self.text.line(&format!("case {}:", labels.remove(0)));
                }
            }
            self.block(depth);
            if !self.random.one_in(3) {
                self.text.statement("break;");
            }
            self.text.close("    ;");
        }
        self.text.line("}");
    }

    fn jump(&mut self) {
        let test = self.condition();
        let line = match self.random.below(5) {
            0 if self.loops > 0 => "break;".to_owned(),
            1 if self.loops > 0 => "continue;".to_owned(),
            2 => self.return_text("x"),
            _ => {
                let at = self.random.below(self.labels.len() as u64) as usize;
                format!("goto {};", self.labels[at])
            }
        };
        self.only_if(&test, &line);
    }

    pub(super) fn return_text(&mut self, value: &str) -> String {
        match self.returns {
            "void" => format!("{{ {}return; }}", checked_only("LEAVE; ")),
            _ => format!("return {}{value}{};", checked_only("RET("), checked_only(")")),
        }
    }
}
