//! Random functions on random inputs: quick forms and general ones ([`super::both_ways`]) do the same.
//!
//! The texts of functions are made of forms, in which capital letters stand for parts: `A` and `B` for
//! numbers, `P` and `Q` for pointers to `int`, `S` and `R` for statements, `L` for a place of a number, `T`
//! for a type, `O` for an operator and `C` for one that compares.

use super::{Chosen, both_ways, graphs, object};
use proptest::{prelude::*, sample::select};

/// What stands before the random statements.
const START: &str = "typedef _Bool truth; struct s { signed char c; int n; struct s *next; \
    unsigned short t[2][3]; long w; truth b; unsigned f : 3; int *p; }; \
    static long g; static unsigned h[2][2] = { { 1, 2 }, { 3 } }; \
    static int mix(int a, unsigned char b) { return a ^ b; } \
    static int *at(int *p, short n) { return p + (n & 1); } \
    int f(int a, unsigned b, long c, unsigned char d, unsigned long e, int *p, struct s *v) { \
    int x = 5, y[2][3] = { { 1, -2, 3 }, { 4 } }; unsigned char k[8] = \"quick\", *r = k; short z = a; \
    double m = a; struct s o = { 1, a, v, { { 6, 7 } } }; int *q = y[0]; o.p = &x; ";

/// Shows the host what the variables hold at the end.
const END: &str = "if (x) g = 1; if (z) g = 2; if (o.n) g = 3; if (o.w) g = 4; if (o.t[1][1]) g = 5; \
    if (y[0][1]) g = 6; if (q == y[0]) g = 7; if (v == &o) g = 8; if (r == k) g = 9; \
    if (k[1] == k[2]) g = 10; if (m > 2) g = 11; return a; }";

const VARIABLES: &str = "a @ b @ c @ d @ e @ g @ x @ z @ o.n @ o.w @ o.b @ o.f @ o.c @ *q @ *r @ v->n";
const PLACES: &str = "a @ b @ c @ d @ e @ x @ z @ o.n @ o.w @ o.b @ o.f @ v->n @ v->c @ v->t[A & 1][B & 1] @ \
    o.t[A & 1][B & 1] @ o.t[0][A & 3] @ (&o.n)[A] @ y[A & 1][1] @ y[0][A & 3] @ h[A & 1][B & 1] @ \
    *(unsigned *)P @ *(short *)r @ *(signed char *)r @ k[A & 7] @ *r @ r[A & 3] @ *P @ P[A & 1]";
const NUMBERS: &str = "L @ L @ L @ A O B @ A O B @ A O B @ A C B @ A / (B & 7 | 1) @ A % (B & 3 | 4) @ \
    A << (B & 7) @ A >> (B & 15) @ (T)A @ (T)A @ -A @ ~A @ !A @ A && B @ A || B @ A ? B : L @ P C Q @ \
    P - Q @ !P @ (T)(long)P @ m C A";
const POINTERS: &str = "q @ q @ p @ o.p @ &x @ &o.n @ &v->n @ y[A & 1] @ &y[1][A & 3] @ P + (A & 1) @ \
    P - (A & 1) @ &P[A & 1] @ A ? P : Q @ (int *)0 @ (int *)(long)P @ (int *)&o.t[1][A & 1] @ (int *)r @ \
    (int *)&h[0][1] @ P + A";
const STATEMENTS: &str = "L = A; @ L = A; @ L = A; @ L O= A; @ L++; @ --L; @ m = A; @ q = P; @ q = P; @ \
    o.p = P; @ r = (unsigned char *)P; @ r = (unsigned char *)\"literal\"; @ v = A ? v : &o; @ \
    v->next = v; v = o.next; @ x = mix(A, B); @ q = at(P, A); @ if (A) { S } else { R } @ if (P C Q) { S } @ \
    for (int i = 0; i < 4; i++) { S R } @ S R @ S R @ \
    switch (A) { case 1: S case 2: case 7: R break; default: x = 3; }";
const CONSTANTS: &str = "0 @ 1 @ 2 @ 3 @ -1 @ 31 @ 255 @ -128 @ 65536 @ 2147483647 @ 4294967295u @ 1ul << 63";
const COMPARISONS: &str = "== @ != @ < @ <= @ > @ >=";
const OPERATORS: &str = "+ @ - @ * @ / @ % @ << @ >> @ & @ | @ ^";
const TYPES: &str = "char @ signed char @ unsigned char @ short @ unsigned short @ int @ unsigned @ long @ \
    unsigned long @ truth @ int)(double @ long)(float";

/// The text of a number, of a pointer to `int`, and of a statement.
type Texts = [String; 3];

fn one_of(list: &'static str) -> impl Strategy<Value = &'static str> {
    select(list.split(" @ ").collect::<Vec<_>>())
}

fn texts() -> impl Strategy<Value = Texts> {
    let number = prop_oneof![1 => one_of(CONSTANTS), 2 => one_of(VARIABLES)];
    let leaf = (number, one_of("q @ p @ o.p @ &x @ y[1]"), one_of(VARIABLES)).prop_map(
        |(number, pointer, place)| {
            [format!("({number})"), format!("({pointer})"), format!("{place} = {number};")]
        },
    );
    leaf.prop_recursive(5, 24, 2, |inner| {
        let forms = [NUMBERS, POINTERS, STATEMENTS].map(one_of);
        let words = [PLACES, TYPES, OPERATORS, COMPARISONS].map(one_of);
        (inner.clone(), inner, forms, words).prop_map(|(one, other, forms, words)| {
            let filled = |form: &str| {
                // Parts that are filled in have no capital letters.
                let words = ["L", "T", "O", "C"].into_iter().zip(words);
                let form = words.fold(form.to_owned(), |form, (letter, word)| form.replace(letter, word));
                let parts = ["A", "P", "S", "B", "Q", "R"].into_iter().zip(one.iter().chain(&other));
                parts.fold(form, |form, (letter, part)| form.replace(letter, part))
            };
            let [number, pointer, statement] = forms.map(filled);
            [format!("({number})"), format!("({pointer})"), statement]
        })
    })
}

/// Numbers for inputs, many of them near the ends of types; `None` for an unknown one.
fn input() -> impl Strategy<Value = Option<i128>> {
    let near = (0..=64_u32, -2..2_i128).prop_map(|(bits, by)| (1 << bits) + by);
    prop_oneof![12 => (-9..9_i128).prop_map(Some), 12 => near.prop_map(Some), 1 => Just(None)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn quick_forms_do_what_general_ones_do(
        parts in prop::collection::vec(texts(), 1..6),
        runs in prop::collection::vec(prop::collection::vec(input(), 22), 4),
        [wrapv, guarded, is_own] in any::<[bool; 3]>(),
    ) {
        let parts = parts.iter().map(|[number, _, statement]| format!("{statement} x = {number}; "));
        let file = graphs(&format!("{START}{}{END}", parts.collect::<String>()), guarded);
        let names = ["g".to_owned()].into_iter().chain((0..5).map(|position| format!("param {position}")));
        let names: Vec<String> = names.chain((0..16).map(|offset| format!("Fresh(1)+{offset}"))).collect();
        for numbers in runs {
            let mut inputs = vec![("param 5", object(1)), ("param 6", object(if is_own { 2 } else { 1 }))];
            inputs.push(("Fresh(2)+8", object(2)));
            for (name, number) in names.iter().zip(numbers) {
                inputs.extend(number.map(|number| (name.as_str(), Chosen::Number(number))));
            }
            both_ways(&file, "f", &inputs, wrapv);
        }
    }
}
