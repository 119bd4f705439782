//! Puts the parts of a driver together.

use std::fmt::Write as _;

use csieve_analysis::{
    cfg::Type,
    checks::{Instrument, declaration},
    finding::Input,
    lower::Passing,
    machine::Source,
    translation::readable,
    unit::UnitFunction,
};

use super::{
    Impossible, Scene, allocations,
    code::code,
    escapes, flags, globals,
    literal::value,
    losses,
    missing::missing,
    objects::{self, Objects},
    poison,
    replay::under_test,
    resources,
    stubs::Stubs,
    title,
};

/// C declarations and functions that every driver has.
const TOOLS: &str = r#"
typedef __INTPTR_TYPE__ csieve_word;
#define CSIEVE_TEXT_(x) #x
#define CSIEVE_TEXT(x) CSIEVE_TEXT_(x)
#define CSIEVE_SYMBOL(name) __asm__(CSIEVE_TEXT(__USER_LABEL_PREFIX__) name)
#define CSIEVE_PUT(place, type, value) \
    do { type csieve_value = (type)(value); __builtin_memcpy((place), &csieve_value, sizeof csieve_value); } while (0)

void *csieve_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) CSIEVE_SYMBOL("calloc");
csieve_word csieve_write(int to, const void *text, __SIZE_TYPE__ size) CSIEVE_SYMBOL("write");
csieve_word csieve_fopen(const char *name, const char *mode) CSIEVE_SYMBOL("fopen");
csieve_word csieve_opendir(const char *name) CSIEVE_SYMBOL("opendir");
csieve_word csieve_open(const char *name, int flags, ...) CSIEVE_SYMBOL("open");

void __sanitizer_print_stack_trace(void);

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "halt_on_error=1:detect_leaks=1:detect_stack_use_after_return=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "halt_on_error=1:print_stacktrace=1";
}

static void csieve_fail(const char *what, const char *by)
{
    csieve_write(2, "csieve: ", 8);
    csieve_write(2, what, __builtin_strlen(what));
    csieve_write(2, ": ", 2);
    csieve_write(2, by, __builtin_strlen(by));
    csieve_write(2, "\n", 1);
    __sanitizer_print_stack_trace();
    __builtin_abort();
}

/* A function may dereference a pointer that it is passed. */
static void csieve_touch(csieve_word pointer)
{
    if (pointer)
        (void)*(volatile unsigned char *)pointer;
}

/* What is left of calls on the stack is no pointer to anything. */
__attribute__((noinline, no_sanitize_address)) static void csieve_wipe(void)
{
    volatile unsigned char room[1 << 16];
    unsigned i;
    for (i = 0; i < sizeof room; i++)
        room[i] = 0;
}
"#;

/// Returns the text of a driver.
///
/// # Errors
/// If the driver would have to do something that a C program cannot.
pub(super) fn program(scene: &Scene) -> Result<String, Impossible> {
    globals::checked(scene)?;
    allocations::checked(scene)?;
    let stubs = Stubs::new(scene)?;
    let objects = objects::objects(scene);
    let poison = poison::poison(scene)?;
    let loss = losses::looked_for(scene)?;
    let insertions: Vec<_> = poison.iter().map(|poison| &poison.insertion).chain(&loss).cloned().collect();
    let rest = rest(scene, &objects, &stubs)?;
    let code = code(scene, &insertions, &rest)?;
    let build = flags::flags(&scene.subject, &code);
    let mut text = title::header(scene, &build);
    text.push('\n');
    text.push_str(poison.as_ref().map_or("", |poison| &poison.before));
    text.push_str(loss.as_ref().map_or("", |_| losses::BEFORE));
    let has_main = scene.subject.files.unit().first_named("main").is_some();
    if has_main {
        text.push_str("#define main csieve_original_main\n");
    }
    text.push_str(&stubs.renamed());
    text.push_str(&build.directives);
    text.push_str(&code.text);
    let line = text.lines().count() + 2;
    let _ = writeln!(text, "#line {line} \"{}\"", title::file_name(&scene.subject));
    if has_main {
        text.push_str("#undef main\n");
    }
    text.push_str(&stubs.named_again());
    text.push_str(&missing(scene, &stubs, &code));
    text.push_str(&globals::defined(scene, &code));
    text.push_str(TOOLS);
    if resources::keeps_books(scene) {
        text.push_str(resources::BOOKS);
    }
    text.push_str(&rest);
    Ok(text)
}

/// Returns the part of the driver that depends on the finding: objects, stubs, and the functions that call
/// the one under test.
///
/// # Errors
/// If the function under test cannot be called.
fn rest(scene: &Scene, objects: &Objects, stubs: &Stubs) -> Result<String, Impossible> {
    let mut text = objects::declared(objects);
    text.push_str(&stubs.text(scene));
    let _ = writeln!(
        text,
        "\nstatic void csieve_set_up(void)\n{{\n{}{}{}}}",
        objects::made(scene, objects, stubs),
        globals::set(scene),
        objects::filled(scene)
    );
    text.push_str(&called(scene, objects)?);
    let checks = resources::checked(declaration(scene.subject.located.finding.rule).driver.after_call);
    let counter = if checks.is_empty() { "" } else { "    int i;\n" };
    let _ = writeln!(
        text,
        "\nint main(void)\n{{\n{counter}    csieve_set_up();\n    csieve_test();\n    csieve_wipe();\n{checks}    return 0;\n}}"
    );
    Ok(text)
}

/// Returns the C function that calls the function under test with the inputs.
///
/// # Errors
/// If the function is not in the file, or a parameter is a structure without a name.
fn called(scene: &Scene, objects: &Objects) -> Result<String, Impossible> {
    let finding = scene.subject.located.finding;
    let own = under_test(finding);
    let name = if own == "main" { "csieve_original_main" } else { own };
    let Some(function) = scene.subject.files.unit().first_named(own) else {
        return Err(Impossible::new(format!("`{own}` is not in the file")));
    };
    let passing = scene.subject.files.unit().context.passing(own).and_then(|(_, params)| params);
    let count = scene.function.params.as_ref().map_or(0, Vec::len);
    let mut declared = String::new();
    let mut arguments = Vec::new();
    for index in 0..count {
        let is_it = |input: &&Input| input.source == Source::Param(index as u32);
        let chosen = finding.inputs().iter().find(is_it).map(|input| value(&input.chosen, input.ty));
        let is_record = passing.as_ref().and_then(|passing| passing.get(index)) == Some(&Passing::Record);
        arguments.push(match chosen {
            Some(chosen) if !is_record => chosen,
            _ if is_record => {
                let (text, own) = record(function, index).ok_or_else(|| {
                    Impossible::new(format!("parameter {} is a structure without a name", index + 1))
                })?;
                let _ = writeln!(declared, "    static {text};");
                own
            }
            _ => "0".to_owned(),
        });
    }
    let call = format!("{name}({})", arguments.join(", "));
    let is_escape = declaration(finding.rule).driver.instrument == Instrument::Escapes;
    let returns = is_escape && scene.function.returns == Type::Pointer;
    let call = if returns {
        format!("    csieve_word result = (csieve_word){call};\n")
    } else {
        format!("    {call};\n")
    };
    let data = objects.iter().filter(|(_, function)| function.is_none()).map(|(number, _)| *number);
    let after = if is_escape { escapes::looked_for(scene, data, returns) } else { String::new() };
    let tools = if is_escape { escapes::TOOLS } else { "" };
    Ok(format!(
        "{tools}\n__attribute__((noinline)) static void csieve_test(void)\n{{\n{declared}{call}{after}}}\n"
    ))
}

/// Returns the declaration of the parameter at `index`, which is a structure, and the parameter's name.
fn record(function: &UnitFunction, index: usize) -> Option<(String, String)> {
    let header = readable(function.text.text.get(..function.text.header as usize)?);
    let open = header.find(&format!("{}(", function.text.name))? + function.text.name.len() + 1;
    let mut depth = 0;
    let mut params = vec![String::new()];
    for c in header[open..].chars() {
        match c {
            ')' if depth == 0 => break,
            ',' if depth == 0 => {
                params.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        params.last_mut()?.push(c);
    }
    let text = params.get(index)?.trim().to_owned();
    let start = text.rfind(|c: char| !(c.is_alphanumeric() || c == '_'))? + 1;
    let own = text.get(start..).filter(|own| !own.is_empty())?.to_owned();
    Some((text, own))
}
