//! `stormwire secrets rotate`: replaces the key, also while a service is running.

use super::config_options::ConfigOptions;
use crate::deps::{ClockAndRng, open_store};
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Subcommand;
use stormwire_city::secrets::{Secrets, rotate};
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Create a new key, re-encrypt every secret and remove the old key
    Rotate {
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Rotate { config } = action;
    let config = config.load()?;
    let store = open_store(&config).await?;
    let ClockAndRng { clock, rng } = ClockAndRng::system();
    let secrets = Secrets::load(config.key_file, rng)?;
    let rotated = rotate(&store, &secrets, Actor::command_line(), clock.now()).await;
    store.close().await;
    print(&format!("Re-encrypted {} with a new key\n", format_count(rotated?, ["secret", "secrets"])))
}
