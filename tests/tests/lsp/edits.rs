//! Tests that many random edits lead to the same diagnostics as opening the final text.

use csieve_tests::lsp::{Client, Columns, Edit, Fake, Mirror, Setup, assert_valid_ranges};
use serde_json::{Value, json};

use super::URI;

/// The number of random edits to one document.
const EDITS: usize = 500;

/// The texts that edits insert: findings, code, broken code, wide characters, line ends of both kinds.
const TYPED: &[&str] = &[
    "BUG",
    " FINE ",
    ";",
    "x = 1;",
    " ",
    "é",
    "𝄞𝄞",
    "漢字",
    "\r\n",
    "\n",
    "\t",
    "if (x) { BUG; }",
    "{",
    "}",
    "(",
    "/* é */",
    "\"𝄞\"",
    "// BUG\r\n",
    "\r\n#define N 1\r\n",
    "\nint h(void)\n{\n    BUG;\n}\n",
    "\r\nvoid k(int é)\r\n{\r\n    FINE;\r\n}\r\n",
    "",
    "",
];

/// A xorshift generator, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn edit(&mut self, mirror: &Mirror) -> Edit {
        let from = self.below(mirror.len() + 1);
        let length = if self.below(3) == 0 { self.below(12) } else { 0 };
        let to = mirror.off_line_end((from + length).min(mirror.len()));
        let from = mirror.off_line_end(from).min(to);
        Edit { from, to, text: TYPED[self.below(TYPED.len())].to_owned() }
    }

    /// Returns the number of edits in one change message: mostly a few, now and then many.
    fn edits_at_once(&mut self) -> usize {
        if self.below(20) == 0 { 30 } else { 1 + self.below(4) }
    }
}

fn start_text() -> String {
    let function = |nth| format!("int f{nth}(int x)\r\n{{\r\n    /* é𝄞 */ BUG;\r\n    FINE;\n}}\n\n");
    (0..12).map(function).collect::<Vec<_>>().concat()
}

fn setup(columns: Columns) -> Setup {
    let offered = if columns == Columns::Utf8 { json!(["utf-8", "utf-16"]) } else { json!(["utf-16"]) };
    Setup { capabilities: json!({"general": {"positionEncodings": offered}}), ..Setup::default() }
}

async fn start(columns: Columns) -> Client {
    Client::start(Fake::default().analyse(), setup(columns)).await
}

async fn after_edits(seed: u64, columns: Columns) -> (String, Vec<Value>) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut client = start(columns).await;
    let mut mirror = Mirror::new(&start_text(), columns);
    client.open(URI, &mirror.text()).await;
    let mut version = 1;
    let mut left = EDITS;
    while left > 0 {
        let count = random.edits_at_once().min(left);
        left -= count;
        let mut changes = Vec::new();
        for _ in 0..count {
            let edit = random.edit(&mirror);
            changes.push(mirror.apply(&edit));
        }
        version += 1;
        client.change(URI, version, Value::Array(changes)).await;
        if random.below(10) == 0 {
            let diagnostics = client.published(URI, version).await;
            assert_valid_ranges(&diagnostics, &mirror.text(), columns);
        }
    }
    (mirror.text(), client.published(URI, version).await)
}

async fn after_open(text: &str, columns: Columns) -> Vec<Value> {
    let mut client = start(columns).await;
    client.open(URI, text).await;
    client.published(URI, 1).await
}

async fn edits_equal_a_fresh_open(columns: Columns) {
    let mut findings = 0;
    for seed in 1..=3 {
        let (text, edited) = after_edits(seed, columns).await;
        let fresh = after_open(&text, columns).await;
        assert_eq!(edited, fresh, "seed {seed} ends in\n{text}");
        assert_valid_ranges(&edited, &text, columns);
        findings += edited.len();
    }
    assert!(findings > 20, "only {findings} findings were compared");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_edits_equal_a_fresh_open_in_utf8() {
    edits_equal_a_fresh_open(Columns::Utf8).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_edits_equal_a_fresh_open_in_utf16() {
    edits_equal_a_fresh_open(Columns::Utf16).await;
}
