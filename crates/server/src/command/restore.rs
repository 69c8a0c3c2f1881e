//! `stormwire restore`: unpacks a backup into an empty folder.

use super::config_options::ConfigOptions;
use crate::backup;
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use stormwire_store::Database;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Backup that `stormwire backup` wrote
    file: PathBuf,
    /// Folder to restore into; it must be empty or new
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load()?;
    let restored = backup::restore(&options.file, &options.into).await?;
    let folder = options.into.display();
    let rows = format_count(restored.row_count(), ["row", "rows"]);
    let mut lines = vec![format!("Restored {rows} as of {} into {folder}\n", restored.created_at)];
    if config.database != Database::Sqlite(options.into.clone()) {
        lines.push(format!("To use them, set database.url to \"sqlite:{folder}\"\n"));
    }
    if !restored.has_key {
        lines.push(format!("The backup has no key file: copy yours to {}\n", config.key_file.display()));
    }
    lines.push("Then start the service and replay missing messages on the Balance page of each watcher\n".to_owned());
    print(&lines.concat())
}
