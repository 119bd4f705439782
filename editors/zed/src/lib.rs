//! The extension of Zed for csieve: starts the language server for C files.
//!
//! Zed compiles this crate to WebAssembly and loads it. The only type, `Csieve`, has no state. It answers two
//! questions of Zed about a worktree, both from the user's settings below `lsp.csieve`:
//!
//! - The command of the server: the program and arguments of `binary`. Without a program there, it is the
//!   `csieve` on the PATH of the worktree; without arguments, the argument is `serve`.
//! - The initialization options of the server: `initialization_options`, unchanged.
//!
//! Everything else (findings, hovers, code actions) is between Zed and the server. The extension never
//! downloads a program: if there is none, it returns an error that says to install or name one.

use zed_extension_api::{
    self as zed, Command, LanguageServerId, Result, Worktree, serde_json::Value, settings::LspSettings,
};

struct Csieve;

impl zed::Extension for Csieve {
    fn new() -> Self {
        Self
    }

    /// Returns the command that starts the server: the program of the settings, else `csieve` on the PATH.
    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let (path, arguments) = binary.map(|binary| (binary.path, binary.arguments)).unwrap_or_default();
        let command = path.or_else(|| worktree.which("csieve")).ok_or(
            "The csieve program is not on the PATH. Install it, or name it in the setting lsp.csieve.binary.path.",
        )?;
        let args = arguments.unwrap_or_else(|| vec!["serve".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(Csieve);
