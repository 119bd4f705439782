//! Tests of parsing the arguments of a compiler.

use std::path::{Path, PathBuf};

use super::Project;
use crate::build::flags::{Flags, Macro, expand, parse};

fn flags(arguments: &str) -> Flags {
    let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    parse(&arguments, Path::new("/project/build"), true)
}

#[test]
fn folders_are_seen_from_the_directory_of_the_command() {
    let flags = flags("gcc -I../include -I /usr/x -iquote q -isystemsys -idirafter ./late a.c");
    assert_eq!(flags.angled, [PathBuf::from("/project/build/../include"), "/usr/x".into()]);
    assert_eq!(flags.quote, [PathBuf::from("/project/build/q")]);
    assert_eq!(flags.system, [PathBuf::from("/project/build/sys")]);
    assert_eq!(flags.after, [PathBuf::from("/project/build/late")]);
    assert_eq!(flags.compiler.as_deref(), Some("gcc"));
}

#[test]
fn macros_keep_their_order() {
    let flags = flags("cc -DA -D B=2 -UA --define-macro=C -Wp,-DD=1,-MMD,x.d -include a.h -imacros b.h");
    let define = |text: &str| Macro::Define(text.to_owned());
    let undefine = Macro::Undefine("A".to_owned());
    assert_eq!(flags.macros, [define("A"), define("B=2"), undefine, define("C"), define("D=1")]);
    assert_eq!(flags.includes, ["a.h"]);
    assert_eq!(flags.macro_files, ["b.h"]);
}

#[test]
fn the_last_switch_wins() {
    let flags = flags("cc -fwrapv -fno-wrapv -funsigned-char -m64 -m32 -O2 -std=c99 -std=gnu11 -nostdinc");
    assert!(!flags.wrapv && flags.optimise && flags.no_standard_folders);
    assert_eq!((flags.unsigned_char, flags.bits), (Some(true), Some(32)));
    assert_eq!(flags.standard.as_deref(), Some("gnu11"));
}

#[test]
fn code_may_be_made_small_or_fast() {
    let optimised = |arguments: &str| {
        let flags = flags(arguments);
        (flags.optimise, flags.small)
    };
    assert_eq!(optimised("cc -O2 -Os"), (true, true));
    assert_eq!(optimised("cc -Os -O"), (true, false));
    assert_eq!(optimised("cc -Oz -O0"), (false, false));
}

#[test]
fn values_of_other_options_are_not_options() {
    let flags = flags("cc -o -DX -MF -IY -MT -DZ -c -- -DW");
    assert_eq!(flags, Flags { compiler: Some("cc".into()), ..flags.clone() });
    assert!(flags.is_empty(), "{flags:?}");
}

#[test]
fn wrappers_stand_before_the_compiler() {
    let of = |arguments| flags(arguments).compiler;
    assert_eq!(of("ccache /usr/bin/gcc -c a.c").as_deref(), Some("/usr/bin/gcc"));
    assert_eq!(of("env LANG=C distcc cc -c a.c").as_deref(), Some("cc"));
    assert_eq!(of("libtool --mode=compile clang -c").as_deref(), Some("clang"));
    assert_eq!(of(""), None);
}

#[test]
fn the_machine_is_that_of_the_compiler() {
    let triple = |arguments| flags(arguments).triple();
    assert_eq!(triple("gcc -m32"), None);
    assert_eq!(triple("arm-none-eabi-gcc").as_deref(), Some("arm-none-eabi"));
    assert_eq!(triple("/opt/x/bin/aarch64-linux-gnu-gcc-12").as_deref(), Some("aarch64-linux-gnu"));
    assert_eq!(triple("avr-gcc").as_deref(), Some("avr"));
    assert_eq!(triple("clang --target=i686-pc-linux-gnu").as_deref(), Some("i686-pc-linux-gnu"));
}

#[test]
fn response_files_are_read_and_may_name_each_other() {
    let project = Project::new(&[("a.rsp", "-DA @b.rsp"), ("b.rsp", "'-DB=x y'\n@a.rsp @gone")]);
    let arguments = expand(&["@a.rsp".to_owned(), "-DC".to_owned()], &project.base());
    assert!(arguments.starts_with(&["-DA".to_owned(), "-DB=x y".to_owned(), "-DA".to_owned()]));
    assert!(arguments.contains(&"@gone".to_owned()));
    assert_eq!(arguments.last().map(String::as_str), Some("-DC"));
}

#[test]
fn what_a_user_asks_for_wins() {
    let mut flags = flags("cc -Ia -DN=1 -std=c99");
    flags.add_user(&parse(&["-I/b".into(), "-DN=2".into(), "-std=c11".into()], Path::new("/"), false));
    assert_eq!(flags.angled[0], PathBuf::from("/b"));
    assert_eq!(flags.macros.last(), Some(&Macro::Define("N=2".into())));
    assert_eq!(flags.standard.as_deref(), Some("c11"));
    assert_eq!(flags.compiler.as_deref(), Some("cc"));
}
