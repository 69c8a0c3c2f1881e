//! `stormwire token create`: creates an API token and prints nothing else, so that a script can store it.

use super::config_options::ConfigOptions;
use crate::deps::{ClockAndRng, open_store};
use crate::output::print;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use secrecy::ExposeSecret;
use stormwire_city::accounts::{Tokens, Users};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::token::{NewToken, TokenFields};

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Create an API token and print it
    Create {
        /// User the token belongs to
        #[arg(long)]
        user: String,
        /// Name of the token
        #[arg(long, default_value = "command line")]
        name: String,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Create { user, name, config } = action;
    if name.trim().is_empty() || name.chars().count() > 200 {
        bail!("--name: must have 1 to 200 characters");
    }
    let ClockAndRng { clock, rng } = ClockAndRng::system();
    let store = open_store(&config.load()?).await?;
    let found = Users::new(store.clone(), clock.clone(), rng.clone()).find(&user).await?;
    let user_id = found.with_context(|| format!("user {user:?} not found; create it with `stormwire user add`"))?.id;
    let new = NewToken { user_id, fields: TokenFields { name, expires_at: None } };
    let created = Tokens::new(store.clone(), clock, rng).create(new, Actor::command_line()).await;
    store.close().await;
    let (_, secret) = created?.context("the user was deleted")?;
    print(&format!("{}\n", secret.expose_secret()))
}
