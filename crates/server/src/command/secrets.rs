//! `stormwire secrets rotate`: a new key for everything, beside a running service.

use super::ConfigOptions;
use anyhow::Result;
use clap::{Args, Subcommand};
use stormwire_service::secrets::{Secrets, rotate};

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a new key, seal every secret with it, and take the old key out of the file.
    Rotate {
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(options: Options) -> Result<()> {
    let Action::Rotate { config } = options.action;
    let config = config.load()?;
    let store = super::store(&config).await?;
    let secrets = Secrets::load(config.key_file, super::world().1)?;
    let rotated = rotate(&store, &secrets).await;
    store.close().await;
    super::print(&format!("{} secrets have a new key\n", rotated?))
}
