//! The options of the cache, and the command `csieve cache`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::HumanBytes;
use tempfile::TempDir;

use super::{CLEAN, Failure, configured, output::print};
use crate::{
    build::Builds,
    cache::{CacheSettings, DiskCache, Kind, clear, default_folder, usage},
    config::CacheKeys,
};

/// The variable that names the folder of the cache.
const FOLDER: &str = "CSIEVE_CACHE_DIR";

/// How many MiB the cache may take if nobody says.
const SIZE: u64 = 1024;

/// The options of commands that use the cache.
#[derive(Args, Clone, Debug)]
pub(super) struct CacheArgs {
    /// Neither use nor write the cache of results.
    #[arg(long, env = "CSIEVE_NO_CACHE", value_parser = clap::builder::FalseyValueParser::new())]
    no_cache: bool,
    #[command(flatten)]
    place: Place,
}

/// Where the cache is.
#[derive(Args, Clone, Debug)]
struct Place {
    /// The folder of the cache; several machines may share it.
    #[arg(long, value_name = "FOLDER", env = FOLDER, global = true)]
    cache_dir: Option<PathBuf>,
    #[arg(long, value_name = "MIB", env = "CSIEVE_CACHE_SIZE", global = true)]
    #[arg(
        help = "How many MiB the cache may take; what was not used for longest goes first [default: 1024]"
    )]
    cache_size: Option<u64>,
}

/// Shows or empties the cache.
#[derive(Args, Debug)]
pub(super) struct CacheOf {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    place: Place,
}

#[derive(Clone, Copy, Debug, Default, Subcommand)]
enum Action {
    /// Say where the cache is and what it holds.
    #[default]
    Show,
    /// Remove everything that the cache holds.
    Clear,
}

impl Place {
    fn settings(&self, config: Option<&CacheKeys>) -> Option<CacheSettings> {
        let configured = config.and_then(|config| config.folder.clone());
        let folder = self.cache_dir.clone().or(configured).or_else(default_folder)?;
        let size = self.cache_size.or(config.and_then(|config| config.size)).unwrap_or(SIZE);
        Some(CacheSettings { folder, limit: size.saturating_mul(1 << 20) })
    }
}

impl CacheArgs {
    /// Opens the cache that is used for a file or folder, as [`Self::open`] does.
    ///
    /// # Errors
    /// If the configuration cannot be read or has a mistake.
    pub(super) fn opened(&self, builds: &Builds, path: &Path) -> Result<Option<DiskCache>, Failure> {
        let config = configured(builds, &[path.to_owned()])?;
        Ok(self.open(config.as_ref().map(|config| &config.cache)))
    }

    /// Opens the cache. Says so if that is not possible; then the work is done without it.
    /// `config` has what a configuration says of it.
    pub(super) fn open(&self, config: Option<&CacheKeys>) -> Option<DiskCache> {
        let settings = if self.is_off(config) { None } else { self.place.settings(config) }?;
        let opened = DiskCache::open(&settings);
        opened.inspect_err(|error| eprintln!("warning: the cache is not used: {error}")).ok()
    }
}

impl CacheArgs {
    /// Returns whether no cache is to be used.
    pub(super) fn is_off(&self, config: Option<&CacheKeys>) -> bool {
        self.no_cache || config.is_some_and(|config| config.enabled == Some(false))
    }

    /// Makes a cache in a folder that is removed when it is dropped.
    pub(super) fn for_one_run() -> Option<(TempDir, Self)> {
        let folder = TempDir::new().ok()?;
        let place =
            Place { cache_dir: Some(folder.path().to_owned()), cache_size: Some(u64::from(u32::MAX)) };
        Some((folder, Self { no_cache: false, place }))
    }
}

impl CacheOf {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let settings = self.place.settings(None);
        let nowhere = || Failure::usage(format!("there is no folder for a cache; name one with {FOLDER}"));
        let folder = settings.ok_or_else(nowhere)?.folder;
        match self.action.unwrap_or_default() {
            Action::Show => {
                let held = usage(&folder);
                let (count, bytes) = held.total();
                let all = format!("{}: {count} entries, {}\n", folder.display(), HumanBytes(bytes));
                let of_kind = |(kind, count, bytes): &(Kind, usize, u64)| {
                    format!("  {:<10} {count:>7} {:>12}\n", kind.as_str(), HumanBytes(*bytes).to_string())
                };
                print(&(all + &held.kinds.iter().map(of_kind).collect::<Vec<_>>().concat()))?;
            }
            Action::Clear => {
                clear(&folder)
                    .map_err(|error| Failure::incomplete(format!("{}: {error}", folder.display())))?;
            }
        }
        Ok(CLEAN)
    }
}
