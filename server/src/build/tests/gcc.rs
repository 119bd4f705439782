//! Compares the header search with gcc's, where gcc is installed.

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use super::Project;
use crate::build::{
    flags::Flags,
    search::{SearchList, Surroundings, folders, standard_folders},
};

/// Runs gcc and returns its standard error. Returns `None` with a message if gcc cannot be run.
fn gcc(arguments: &[&str], project: &Project, variables: &[(&str, &str)]) -> Option<String> {
    let mut command = Command::new("gcc");
    command.args(arguments).current_dir(project.base()).env_clear().env("PATH", std::env::var_os("PATH")?);
    match command.envs(variables.iter().copied()).env("LC_ALL", "C").output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => {
            eprintln!("skipped: gcc cannot be asked: {error}");
            None
        }
    }
}

/// Returns the folders that `gcc -v` lists: those for quoted names only, and all others.
fn listed(said: &str, project: &Project) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut lines = said.lines().skip_while(|line| !line.starts_with("#include \"")).skip(1);
    let folder = |line: &str| project.path(line.trim()).canonicalize().expect("gcc lists what there is");
    let quoted = lines.by_ref().take_while(|line| line.starts_with(' ')).map(folder).collect();
    (quoted, lines.take_while(|line| line.starts_with(' ')).map(folder).collect())
}

#[test]
fn folders_are_chained_as_gcc_chains_them() {
    let names = ["a", "b", "c", "d", "e"];
    let files: Vec<String> = names.iter().map(|name| format!("{name}/x.h")).collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|name| (name.as_str(), "")).collect();
    files.push(("x.c", ""));
    let cases = [
        "-Ia -Ib -Ia",
        "-isystem a -Ia -Ib -idirafter b -idirafter c",
        "-iquote a -iquote b -Ib -Ic -iquotea",
        "-I/usr/include -Ia -isystem /usr/include -idirafter d",
        "-iquote a -isystem a -I gone -I e/../a",
        "-Ia -I- -Ib",
        "-nostdinc -Ia -isystem b",
        "-Ia --sysroot=/gone -Wp,-Ic",
    ];
    for case in cases {
        for variables in [BTreeMap::new(), BTreeMap::from([("CPATH", "d:a"), ("C_INCLUDE_PATH", "e:")])] {
            let project = Project::new(&files);
            let flags: Vec<&str> = case.split(' ').collect();
            let arguments = [&flags[..], &["-E", "-v", "x.c"]].concat();
            let pairs: Vec<(&str, &str)> = variables.clone().into_iter().collect();
            let Some(said) = gcc(&arguments, &project, &pairs) else { return };
            // Newer versions of gcc refuse `-I-`.
            if said.contains("obsolete") || said.contains("unrecognized") {
                continue;
            }
            let owned: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
            let flags = crate::build::flags::parse(&owned, &project.base(), false);
            let variable = |name| folders(variables.get(name).map(AsRef::as_ref), &project.base());
            let around = Surroundings {
                cpath: variable("CPATH"),
                c_include_path: variable("C_INCLUDE_PATH"),
                standard: standard_folders(&flags),
            };
            let list = SearchList::new(&flags, &around);
            let real = |folders: &[crate::build::search::Folder]| -> Vec<PathBuf> {
                folders.iter().map(|folder| folder.path.canonicalize().expect("it exists")).collect()
            };
            let (quoted, angled) = list.folders.split_at(list.angled);
            assert_eq!((real(quoted), real(angled)), listed(&said, &project), "{case} {variables:?}");
        }
    }
}

#[test]
fn the_folders_of_the_system_are_found_without_asking() {
    let project = Project::new(&[("x.c", "")]);
    let Some(said) = gcc(&["-E", "-v", "x.c"], &project, &[]) else { return };
    let list = SearchList::new(
        &Flags::default(),
        &Surroundings { standard: standard_folders(&Flags::default()), ..Surroundings::default() },
    );
    let ours: Vec<PathBuf> =
        list.folders.iter().map(|folder| folder.path.canonicalize().expect("it exists")).collect();
    assert_eq!(ours, listed(&said, &project).1);
}

#[test]
fn headers_of_the_system_are_found_where_gcc_finds_them() {
    let project = Project::new(&[("x.c", "#include <stdio.h>\n#include <limits.h>\n#include <stdint.h>\n")]);
    let Some(said) = gcc(&["-E", "-H", "x.c"], &project, &[]) else { return };
    let build = project.build("x.c");
    // The first level of the outline that `gcc -H` prints has lines such as ". /usr/include/stdio.h".
    let top: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix(". ")).collect();
    assert_eq!(top.len(), 3, "{said}");
    for (name, path) in ["<stdio.h>", "<limits.h>", "<stdint.h>"].iter().zip(top) {
        assert_eq!(project.find(&build, "x.c", name).as_deref(), Some(path));
    }
}
