//! Generates a large translation unit: a main file of 10,000 lines, and headers of half a megabyte together.

use std::{fmt::Write as _, sync::Arc};

use csieve_preprocess::{Header, Headers, Include, Lexed, Source};

const HEADERS: usize = 40;

/// The generated headers, indexed by the number in their names: `h0.h`, `h1.h` and so on.
pub(crate) struct Texts(pub Vec<Arc<Lexed>>);

impl Headers for Texts {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let number: usize = include.name.strip_prefix('h')?.strip_suffix(".h")?.parse().ok()?;
        let lexed = Arc::clone(self.0.get(number)?);
        Some(Header { path: include.name.into(), written: None, lexed, system: true, folder: Some(0) })
    }
}

/// Returns the text of a header that resembles those of C libraries: comments, constants, declarations,
/// types, conditionals.
fn header(number: usize) -> String {
    let mut text = format!("#ifndef H{number}_H\n#define H{number}_H\n");
    if number > 0 {
        let _ = writeln!(text, "#include \"h{}.h\"", number - 1);
    } else {
        text.push_str(
            "#define ATTRIBUTES(x) __attribute__((x))\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n",
        );
    }
    for item in 0..64 {
        let name = format!("lib{number}_{item}");
        let _ = write!(
            text,
            "/* What {name} is, what it returns, and who frees it, over a line or two\n\
             \x20  as comments are in headers of some age. */\n\
             #define {name}_FLAG (1u << {})\n\
             #if defined(__GNUC__) && __GNUC__ >= 4 && !defined {name}_NO\n\
             extern int {name}(const char *path, struct {name}_state *state) ATTRIBUTES(nonnull(1));\n\
             #else\nextern int {name}();\n#endif\n\
             typedef struct {name}_state {{ unsigned flags; size_t length; char *buffer; }} {name}_t;\n",
            item % 32
        );
    }
    text + "#endif\n"
}

pub(crate) fn headers() -> Texts {
    Texts((0..HEADERS).map(|number| Arc::new(Lexed::new(header(number).into()))).collect())
}

/// Returns the text of a main file of 10,000 lines.
pub(crate) fn main_text() -> String {
    let mut text =
        format!("#include \"h{}.h\"\n#define CHECK(x) do {{ if (!(x)) goto out; }} while (0)\n", HEADERS - 1);
    for number in 0..1000 {
        let name = format!("lib{}_{}", number % HEADERS, number % 64);
        let _ = write!(
            text,
            "static int function{number}(const char *path, {name}_t *state)\n{{\n\
             \tint result = -1; /* until it is known better */\n\
             \tCHECK(path != NULL && state->length < MAX(sizeof(*state), {number}));\n\
             \tif (state->flags & {name}_FLAG)\n\
             \t\tresult = {name}(path, state) + MAX(state->buffer[{number}], 'x');\n\
             \tprintf(\"%s: %d\\n\", path, result);\nout:\n\treturn result;\n}}\n"
        );
    }
    text
}

pub(crate) fn source(text: &str) -> Source {
    Source::main("main.c".into(), Arc::new(Lexed::new(text.into())))
}
