//! The command `csieve man`, which writes the manual pages: one of the program and one of each command.

use std::{fs, path::PathBuf};

use clap::{Args, CommandFactory};

use super::{CLEAN, Cli, Failure};

/// Write the manual pages into a folder.
#[derive(Args, Debug)]
pub(super) struct Man {
    /// The folder; it is made if it is missing.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Man {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let command = Cli::command().name("csieve");
        fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(command, &self.folder))
            .map_err(|error| Failure::incomplete(format!("{}: {error}", self.folder.display())))?;
        Ok(CLEAN)
    }
}
