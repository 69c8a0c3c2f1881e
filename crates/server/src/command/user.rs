//! `stormwire user`: creates a user or sets a new password, before the first start or while a service is running.

use super::config_options::ConfigOptions;
use crate::command_database::{open_existing_store, open_or_create_store};
use crate::output::print;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use secrecy::SecretString;
use std::io::Read;
use stormwire_city::accounts::{Password, UserChange, Users};
use stormwire_city::config::Config;
use stormwire_service::Surroundings;
use stormwire_service::security_log;
use stormwire_store::Store;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::Role;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Create a user
    Add {
        /// User name
        name: String,
        /// Role: viewer, operator or admin
        #[arg(long, default_value = "viewer", value_parser = role)]
        role: Role,
        /// Read the password from standard input, without one trailing line end
        #[arg(long, required = true)]
        password_stdin: bool,
        /// Let this user sign in with the password while oidc.local_sign_in is false, for emergencies
        #[arg(long)]
        break_glass: bool,
        #[command(flatten)]
        config: ConfigOptions,
    },
    /// Set a new password; ends all sessions and API tokens of the user
    Password {
        /// User name
        name: String,
        /// Read the password from standard input, without one trailing line end
        #[arg(long, required = true)]
        password_stdin: bool,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

/// Longer than any password; the rest of the input is not read.
const MAX_BYTES: u64 = 64 * 1024;

fn role(text: &str) -> Result<Role, String> {
    Role::parse(text).ok_or_else(|| format!("unknown role {text:?}; use viewer, operator or admin"))
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::Add { name, role, break_glass, config, .. } => add(name, role, break_glass, &config.load()?).await,
        Action::Password { name, config, .. } => set_password(&name, &config.load()?).await,
    }
}

async fn add(name: String, role: Role, break_glass: bool, config: &Config) -> Result<()> {
    let password = password(&name)?;
    let store = open_or_create_store(config).await?;
    let (users, actor) = (users(&store, config)?, Actor::command_line());
    let created = if break_glass {
        users.create_break_glass(name, role, password, actor).await
    } else {
        users.create(name, role, password, actor).await
    };
    store.close().await;
    let user = created?;
    let kind = if break_glass { "break-glass user" } else { "user" };
    print(&format!("Created {kind} {} with role {}\n", user.username, user.role))
}

async fn set_password(name: &str, config: &Config) -> Result<()> {
    let change = UserChange { password: Some(password(name)?), ..UserChange::default() };
    let store = open_existing_store(config).await?;
    let users = users(&store, config)?;
    let missing = || format!("user {name:?} not found; create it with `stormwire user add`");
    let user = users.find(name).await?.with_context(missing)?;
    let updated = users.update(user.id, change, Actor::command_line()).await;
    store.close().await;
    let user = updated?.with_context(missing)?;
    print(&format!("Set the password of {} and ended all sessions and API tokens\n", user.username))
}

fn users(store: &Store, config: &Config) -> Result<Users> {
    let Surroundings { clock, rng, .. } = Surroundings::system();
    Ok(Users::new(store.clone(), clock, rng).with_security_log(security_log(&config.server)?))
}

fn password(name: &str) -> Result<Password> {
    let password = Password::allow_weak(read_password()?)?;
    if let Some(weakness) = password.weakness(name) {
        tracing::warn!("weak password: {weakness}");
    }
    Ok(password)
}

fn read_password() -> Result<SecretString> {
    let mut text = String::new();
    std::io::stdin().take(MAX_BYTES).read_to_string(&mut text).context("cannot read the password")?;
    let end = if text.ends_with("\r\n") { 2 } else { usize::from(text.ends_with('\n')) };
    text.truncate(text.len() - end);
    if text.is_empty() {
        bail!("no password on standard input");
    }
    Ok(SecretString::from(text))
}
