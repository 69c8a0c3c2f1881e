//! `stormwire secrets rotate`: a new key for everything, beside a running service.

use super::ConfigOptions;
use anyhow::Result;
use clap::Subcommand;
use stormwire_city::secrets::{Secrets, rotate};
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Make a new key, seal every secret with it, and take the old key out of the file.
    Rotate {
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Rotate { config } = action;
    let config = config.load()?;
    let store = super::store(&config).await?;
    let secrets = Secrets::load(config.key_file, super::world().1)?;
    let rotated = rotate(&store, &secrets, Actor::command_line(), super::world().0.now()).await;
    store.close().await;
    super::print(&format!("{} secrets have a new key\n", rotated?))
}
