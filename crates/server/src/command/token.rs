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
    /// Make a token of a user and print it.
    Create {
        /// Whose token it is.
        #[arg(long)]
        user: String,
        /// What it is for.
        #[arg(long, default_value = "command line")]
        name: String,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Create { user, name, config } = action;
    if name.trim().is_empty() || name.chars().count() > 200 {
        bail!("--name: a name has 1 to 200 characters");
    }
    let ClockAndRng { clock, rng } = ClockAndRng::system();
    let store = open_store(&config.load()?).await?;
    let found = Users::new(store.clone(), clock.clone(), rng.clone()).find(&user).await?;
    let user_id = found.with_context(|| format!("there is no user {user:?}; make one with `stormwire user add`"))?.id;
    let new = NewToken { user_id, fields: TokenFields { name, expires_at: None } };
    let made = Tokens::new(store.clone(), clock, rng).create(new, Actor::command_line()).await;
    store.close().await;
    let (_, secret) = made?.context("the user is gone")?;
    print(&format!("{}\n", secret.expose_secret()))
}
