//! The command `csieve completions`, which prints the script that completes commands and options in a shell.

use clap::{Arg, Args, Command, CommandFactory, builder::PossibleValuesParser};
use clap_complete::Shell;
use csieve_analysis::rule::Rule;

use super::{CLEAN, Cli, Failure, output::print};

/// Print the script that completes csieve's commands and options in a shell.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Makes every argument that takes names of checks offer them.
fn with_checks(command: Command) -> Command {
    let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    let offered = |argument: Arg| {
        let is_list = argument.get_id() == "checks" || argument.get_id() == "check";
        if is_list { argument.value_parser(PossibleValuesParser::new(&names)) } else { argument }
    };
    let command = command.mut_args(offered);
    command.mut_subcommands(with_checks)
}

impl Completions {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut with_checks(Cli::command()), "csieve", &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(CLEAN)
    }
}
