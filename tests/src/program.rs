//! Runs the program `csieve` in a process of its own.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The longest time that `csieve` may take, with a debug build on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The result of executing `csieve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
    /// The standard output.
    pub out: String,
    /// The standard error.
    pub err: String,
}

/// Runs `csieve` in a folder, without a cache unless the arguments name one.
///
/// # Panics
/// If the program cannot be run, or does not end within two minutes.
pub fn run(folder: &Path, args: &[&str]) -> Ran {
    let mut child = Command::new(program())
        .args(args)
        .env_remove("CPATH")
        .env_remove("C_INCLUDE_PATH")
        .envs((!args.contains(&"--cache-dir")).then_some(("CSIEVE_NO_CACHE", "1")))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("csieve runs");
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("csieve {args:?} does not end");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let text = |reader: JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&reader.join().expect("it is read")).into_owned()
    };
    Ran { code: status.code(), out: text(out), err: text(err) }
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}

/// Returns the path of `csieve`. Cargo builds all binaries of a workspace into one folder, so it is next to
/// the tests.
///
/// # Panics
/// If the test has no path.
pub fn program() -> PathBuf {
    let mut path = std::env::current_exe().expect("the test has a path");
    path.pop();
    path.pop();
    path.join(format!("csieve{}", std::env::consts::EXE_SUFFIX))
}
