//! How far a check has come, on standard error.

use std::{
    io::{self, IsTerminal},
    sync::Once,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use crate::project::Done;

/// How often the time is told anew.
const TICK: Duration = Duration::from_millis(200);

/// A bar that fills twice, while files are read and while they are checked.
pub(super) struct Progress {
    bar: ProgressBar,
    checks: Once,
}

impl Progress {
    /// Begins to tell how far a check of files has come. Nothing is told if standard error is not a terminal, or of fewer
    /// than two files. `of` says of which version the files are, if that is not the one on disk.
    pub(super) fn new(files: usize, of: Option<&str>, quiet: bool) -> Self {
        let bar = if quiet || files < 2 || !io::stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(files as u64)
        };
        let of = of.map_or_else(String::new, |of| format!(" of {of}"));
        let style = ProgressStyle::with_template(&format!(
            "{{msg:11}} {{bar:30}} {{pos}}/{{len}} files{of} {{elapsed}}"
        ));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("reading");
        bar.enable_steady_tick(TICK);
        Self { bar, checks: Once::new() }
    }

    /// Tells that a file has come through a stage.
    pub(super) fn done(&self, done: Done) {
        match done {
            Done::Read => {
                self.bar.inc(1);
                if Some(self.bar.position()) == self.bar.length() {
                    self.bar.set_message("summarising");
                }
            }
            Done::Checked => {
                self.checks.call_once(|| {
                    self.bar.set_position(0);
                    self.bar.set_message("checking");
                });
                self.bar.inc(1);
            }
        }
    }

    /// Takes the bar away.
    pub(super) fn end(self) {
        self.bar.finish_and_clear();
    }
}
