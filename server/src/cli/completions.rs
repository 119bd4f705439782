//! The command `csieve completions`, which prints the script that completes commands and options in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{CLEAN, Cli, Failure, output::print};

/// Print the script that completes csieve's commands and options in a shell.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "csieve", &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(CLEAN)
    }
}
