//! `stormwire backup`: writes one file with everything that a restore needs.

use super::config_options::ConfigOptions;
use crate::backup::{BackupSource, back_up};
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use stormwire_clock::{Clock, SystemClock};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// File to create; it must not exist
    file: PathBuf,
    /// Include the key file, which opens the secrets in the backup
    #[arg(long)]
    with_key: bool,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load_for_reading()?;
    let source = BackupSource {
        database: config.database,
        media: config.paths.media,
        work: config.paths.work,
        key_file: options.with_key.then(|| config.key_file.clone()),
    };
    let written = back_up(source, &options.file, SystemClock.now()).await?;
    let key = if written.has_key {
        "It contains the key file: keep it where nobody else can read it.".to_owned()
    } else {
        format!("The key file is not in it: keep a copy of {} elsewhere.", config.key_file.display())
    };
    let rows = format_count(written.row_count(), ["row", "rows"]);
    print(&format!("Backed up {rows} to {} and restored them as a test\n{key}\n", options.file.display()))
}
