//! `stormwire token create`: creates an API token and prints nothing else, so that a script can store it.

use super::config_options::ConfigOptions;
use crate::command_database::open_existing_store;
use crate::output::print;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use secrecy::ExposeSecret;
use std::time::Duration;
use stormwire_city::accounts::{Tokens, Users};
use stormwire_clock::later;
use stormwire_service::Surroundings;
use stormwire_service::security_log;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::token::{NewToken, TokenFields, TokenScope};

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
        /// What the token may do at most: read, operate or admin; never more than the role of the user
        #[arg(long, default_value = "admin", value_parser = scope)]
        scope: TokenScope,
        /// Days until the token expires; 0: never
        #[arg(long, default_value_t = 365)]
        days: u32,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

fn scope(text: &str) -> Result<TokenScope, String> {
    TokenScope::parse(text).ok_or_else(|| format!("unknown scope {text:?}; use read, operate or admin"))
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Create { user, name, scope, days, config } = action;
    if name.trim().is_empty() || name.chars().count() > 200 {
        bail!("--name: must have 1 to 200 characters");
    }
    let Surroundings { clock, rng, .. } = Surroundings::system();
    let config = config.load()?;
    let security_log = security_log(&config.server)?;
    let store = open_existing_store(&config).await?;
    let found = Users::new(store.clone(), clock.clone(), rng.clone()).find(&user).await?;
    let user_id = found.with_context(|| format!("user {user:?} not found; create it with `stormwire user add`"))?.id;
    let lifetime = (days > 0).then(|| Duration::from_hours(u64::from(days) * 24));
    let expires_at = lifetime.map(|lifetime| later(clock.now(), lifetime));
    let new = NewToken { user_id, fields: TokenFields { name, expires_at, scope } };
    let tokens = Tokens::new(store.clone(), clock, rng).with_security_log(security_log);
    let created = tokens.create(new, Actor::command_line()).await;
    store.close().await;
    let (_, secret) = created?.context("the user was deleted")?;
    print(&format!("{}\n", secret.expose_secret()))
}
