//! The grammar of queries. The compiler of queries, which is written in C, ends the program or never ends at some texts that
//! it takes for queries, so it sees only what this grammar takes.
//!
//! Names of nodes, fields and captures are left to the compiler.

use csieve_frontend::syntax::WrongQuery;

/// How deep brackets may be. The compiler calls itself for each.
const MAX_DEPTH: usize = 64;

/// How many nodes a query may have. The compiler counts its steps in 16 bits, and some nodes are several.
const MAX_NODES: usize = 1000;

const NO_QUERY: &str = "this is no query";

/// What stands at a place of a query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A condition, as in `(#eq? @a @b)`. It is no step of a pattern.
    Condition,
    Node {
        may_be_missing: bool,
    },
}

/// Returns the first mistake in the grammar of a query.
///
/// # Errors
/// The mistake.
pub(crate) fn check(query: &str) -> Result<(), WrongQuery> {
    let mut reader = Reader { text: query.as_bytes(), at: 0, nodes: 0 };
    reader.space();
    while reader.at < reader.text.len() {
        reader.node(0)?;
    }
    Ok(())
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    nodes: usize,
}

impl Reader<'_> {
    /// Reads a node where no condition may stand. Returns whether it may be missing.
    fn node(&mut self, depth: usize) -> Result<bool, WrongQuery> {
        let start = self.at;
        match self.part(depth)? {
            Part::Node { may_be_missing } => Ok(may_be_missing),
            Part::Condition => {
                Err(wrong(start, "a condition stands in the brackets of what it is about, behind it"))
            }
        }
    }

    fn part(&mut self, depth: usize) -> Result<Part, WrongQuery> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return Err(wrong(start, &format!("a query has brackets in at most {MAX_DEPTH} others")));
        }
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(wrong(start, &format!("a query has at most {MAX_NODES} nodes")));
        }
        let may_be_missing = match self.next() {
            Some(b'[') => {
                self.step();
                self.branches(depth)?
            }
            Some(b'(') => {
                self.step();
                match self.next() {
                    Some(b'(' | b'"' | b'[') => self.group(start, depth)?,
                    Some(b'.' | b'#') => return self.condition().map(|()| Part::Condition),
                    _ => {
                        self.named_node(depth)?;
                        false
                    }
                }
            }
            Some(b'_') => {
                self.step();
                false
            }
            Some(b'"') => {
                self.string()?;
                false
            }
            _ => {
                self.name()?;
                self.expect(b':')?;
                self.node(depth + 1)?
            }
        };
        Ok(Part::Node { may_be_missing: self.suffixes(may_be_missing)? })
    }

    /// Reads the rest of `[...]`. Returns whether a branch may be missing.
    fn branches(&mut self, depth: usize) -> Result<bool, WrongQuery> {
        let mut may_be_missing = self.node(depth + 1)?;
        while self.next() != Some(b']') {
            may_be_missing |= self.node(depth + 1)?;
        }
        self.step();
        Ok(may_be_missing)
    }

    /// Reads the rest of `(...)` around several nodes. Returns whether all of them may be missing.
    fn group(&mut self, start: usize, depth: usize) -> Result<bool, WrongQuery> {
        let (mut has_node, mut may_be_missing) = (false, true);
        while self.next() != Some(b')') {
            if self.next() == Some(b'.') {
                self.step();
            }
            if let Part::Node { may_be_missing: this } = self.part(depth + 1)? {
                has_node = true;
                may_be_missing &= this;
            }
        }
        self.step();
        // A capture would be one of a step that is not there.
        has_node
            .then_some(may_be_missing)
            .ok_or_else(|| wrong(start, "no node stands in these brackets of the query"))
    }

    /// Reads the rest of `(name ...)`.
    fn named_node(&mut self, depth: usize) -> Result<(), WrongQuery> {
        let start = self.at;
        self.name()?;
        if self.text[start..self.at].trim_ascii_end() == b"MISSING" {
            match self.next() {
                Some(b'"') => self.string()?,
                Some(b')') => {}
                _ => self.name()?,
            }
        }
        if self.next() == Some(b'/') {
            self.step();
            if self.next() == Some(b'"') { self.string()? } else { self.name()? }
        }
        while self.next() != Some(b')') {
            match self.next() {
                Some(b'!') => {
                    self.step();
                    self.name()?;
                }
                Some(b'.') => self.step(),
                _ => drop(self.part(depth + 1)?),
            }
        }
        self.step();
        Ok(())
    }

    /// Reads the rest of `(#name? ...)`.
    fn condition(&mut self) -> Result<(), WrongQuery> {
        self.step();
        self.name()?;
        match self.next() {
            Some(b'?' | b'!') => self.step(),
            _ => return Err(wrong(self.at, NO_QUERY)),
        }
        while self.next() != Some(b')') {
            match self.next() {
                Some(b'"') => self.string()?,
                Some(b'@') => {
                    self.step();
                    self.name()?;
                }
                _ => self.name()?,
            }
        }
        self.step();
        Ok(())
    }

    /// Reads captures and repetitions behind a node. Returns whether it may be missing then.
    fn suffixes(&mut self, mut may_be_missing: bool) -> Result<bool, WrongQuery> {
        let may_be_empty = may_be_missing;
        loop {
            match self.next() {
                // The compiler would go around in the steps forever.
                Some(b'+') if may_be_empty => {
                    return Err(wrong(self.at, "what may be missing is repeated with `*`, not with `+`"));
                }
                Some(b'+') => self.step(),
                Some(b'*' | b'?') => {
                    may_be_missing = true;
                    self.step();
                }
                Some(b'@') => {
                    self.step();
                    self.name()?;
                }
                _ => return Ok(may_be_missing),
            }
        }
    }

    fn name(&mut self) -> Result<(), WrongQuery> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if !self.next().is_some_and(is_letter) {
            return Err(wrong(self.at, NO_QUERY));
        }
        while self.next().is_some_and(|byte| is_letter(byte) || byte == b'.') {
            self.at += 1;
        }
        self.space();
        Ok(())
    }

    fn string(&mut self) -> Result<(), WrongQuery> {
        let start = self.at;
        loop {
            self.at += 1;
            match self.next() {
                Some(b'\\') => self.at += 1,
                Some(b'"') => break,
                Some(b'\n') | None => {
                    return Err(wrong(start, "this text of the query does not end in its line"));
                }
                _ => {}
            }
        }
        self.step();
        Ok(())
    }

    fn expect(&mut self, byte: u8) -> Result<(), WrongQuery> {
        if self.next() != Some(byte) {
            return Err(wrong(self.at, NO_QUERY));
        }
        self.step();
        Ok(())
    }

    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Goes on behind a sign and the space after it.
    fn step(&mut self) {
        self.at += 1;
        self.space();
    }

    fn space(&mut self) {
        while let Some(byte) = self.next() {
            if byte == b';' {
                while self.next().is_some_and(|byte| byte != b'\n' && byte != 0) {
                    self.at += 1;
                }
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                return;
            }
        }
    }
}

fn wrong(offset: usize, problem: &str) -> WrongQuery {
    WrongQuery { offset, problem: problem.to_owned() }
}
