//! The command `csieve init`, which writes a `csieve.toml` after a look at the project.

mod look;
mod text;

use std::{fs, io::ErrorKind, path::PathBuf};

use clap::Args;

use self::look::Seen;
use super::{CLEAN, Failure, output::print};
use crate::config::{self, NAME};

/// Write a commented `csieve.toml` after a look at the project.
#[derive(Args, Debug)]
pub(super) struct Init {
    /// The folder of the project.
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
    /// Just print what would be written.
    #[arg(long)]
    print: bool,
    /// Print the JSON Schema of `csieve.toml` instead.
    #[arg(long, conflicts_with_all = ["force", "print"])]
    schema: bool,
}

impl Init {
    pub(super) fn run(self) -> Result<u8, Failure> {
        if self.schema {
            print(&config::schema())?;
            return Ok(CLEAN);
        }
        let path = self.folder.join(NAME);
        let shown = path.display();
        if !self.folder.is_dir() {
            return Err(Failure::usage(format!("{} is no folder", self.folder.display())));
        }
        let text = text::of(&Seen::look(&self.folder));
        if self.print {
            print(&text)?;
            return Ok(CLEAN);
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).truncate(true);
        if self.force {
            options.create(true)
        } else {
            options.create_new(true)
        };
        let written =
            options.open(&path).and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
        match written {
            Ok(()) => {
                eprintln!("{shown} is written; `csieve check {}` uses it", self.folder.display());
                Ok(CLEAN)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(Failure::usage(format!("{shown} is there already; --force writes over it")))
            }
            Err(error) => Err(Failure::usage(format!("cannot write {shown}: {error}"))),
        }
    }
}
