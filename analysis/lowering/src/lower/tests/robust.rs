//! Property tests on arbitrary text: lowering never panics, and its graphs satisfy the invariants of graphs.

use proptest::prelude::*;

use csieve_frontend::syntax::Unit;
use csieve_graph::{Action, Cfg, dump};

use crate::lower::{UnitContext, lower_function};

const SAMPLE: &str = "enum { N = 3 };\nstruct s { int a; struct s *next; int arr[N]; };\nstatic int g = 1;\n\
int f(struct s *p, int n, unsigned char c) {\n  int i, *q = malloc(n * sizeof *q);\n  if (!q || n < 0) return -1;\n  \
for (i = 0; i < n; i++) { q[i] = p->arr[i % N] / c; if (i == g) continue; else break; }\n  \
switch (n) { case 1: n++; case 2: p = p->next; break; default: goto out; }\n  \
do { c = c ? p->a && n : (n, i++); } while (--n);\n  q = realloc(q, n);\n\
out:\n  return q[0] + f(p, n - 1, c);\n}\n";

/// Checks that an edge that writes or assumes is the only edge into its target, and that all indices are in
/// range.
fn check(cfg: &Cfg) {
    let mut incoming = vec![0_u32; cfg.location_count()];
    for edge in &cfg.edges {
        incoming[edge.to.index()] += 1;
    }
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        assert!(edge.span.start <= edge.span.end);
        assert!(cfg.successors[edge.from.index()].contains(&id));
        let shared = matches!(edge.action, Action::Skip | Action::Return(_));
        assert!(shared || incoming[edge.to.index()] == 1, "{}", dump(cfg));
    }
}

fn lower_all(text: &str) {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    for function in unit.functions() {
        if let Ok(cfg) = lower_function(&unit, &context, &function) {
            check(&cfg);
            let again = lower_function(&unit, &context, &function).expect("the same result");
            assert_eq!(dump(&cfg), dump(&again));
        }
    }
}

/// Tokens that contain no blank, separated by blanks.
const TOKENS: &str = "\
int char x y p * & && || ! -> .f [ ] ( ) { } ; , = += ++ -- + - / % < == ? : if else while do \
for switch case default break continue goto l l: return 1 0 'c' sizeof free( malloc( MACRO( \
static const typedef enum union __attribute__((noreturn)) ... é";

fn token() -> impl Strategy<Value = &'static str> {
    let odd = [
        "struct s",
        "\"s\"",
        "\n#if X\n",
        "\n#else\n",
        "\n#endif\n",
        "\n#define M x\n",
        "asm(\"\")",
        "\\",
        "\r\n",
        "\0",
    ];
    prop::sample::select(TOKENS.split_whitespace().chain(odd).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn token_soup(tokens in prop::collection::vec(token(), 0..60), wrapped in any::<bool>()) {
        let soup = tokens.join(" ");
        lower_all(&if wrapped { format!("int f(int x, char *p) {{ {soup} }}\nint g(void) {{ return 1; }}") } else { soup });
    }

    #[test]
    fn mutated_code(cut in 0..SAMPLE.len(), length in 0..12_usize, insert in token(), truncate in any::<bool>()) {
        let mut text = SAMPLE.to_owned();
        if truncate {
            text.truncate(cut);
        } else {
            let end = (cut + length).min(text.len());
            text.replace_range(cut..end, insert);
        }
        lower_all(&text);
    }
}

#[test]
fn the_sample_is_lowered() {
    let unit = Unit::parse(SAMPLE);
    let function = unit.functions().pop().expect("a function");
    assert!(lower_function(&unit, &UnitContext::new(&unit), &function).is_ok());
}
