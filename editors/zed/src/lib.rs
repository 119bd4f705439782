//! Starts csieve for C files in Zed.

use zed_extension_api::{
    self as zed, Command, LanguageServerId, Result, Worktree, serde_json::Value, settings::LspSettings,
};

struct Csieve;

impl zed::Extension for Csieve {
    fn new() -> Self {
        Self
    }

    /// The program of the settings, else the one on the PATH.
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
