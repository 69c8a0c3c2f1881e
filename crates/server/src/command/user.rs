//! `stormwire user add`: creates a user, before the first start or while a service is running.

use super::config_options::ConfigOptions;
use crate::deps::{ClockAndRng, open_store};
use crate::output::print;
use crate::serve::security_log;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use secrecy::SecretString;
use std::io::Read;
use stormwire_city::accounts::{Password, Users};
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
}

/// Longer than any password; the rest of the input is not read.
const MAX_BYTES: u64 = 64 * 1024;

fn role(text: &str) -> Result<Role, String> {
    Role::parse(text).ok_or_else(|| format!("unknown role {text:?}; use viewer, operator or admin"))
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Add { name, role, password_stdin: _, break_glass, config } = action;
    let password = Password::allow_weak(read_password()?)?;
    if let Some(weakness) = password.weakness(&name) {
        tracing::warn!("weak password: {weakness}");
    }
    let ClockAndRng { clock, rng } = ClockAndRng::system();
    let config = config.load()?;
    let security_log = security_log(&config.server)?;
    let store = open_store(&config).await?;
    let users = Users::new(store.clone(), clock, rng).with_security_log(security_log);
    let actor = Actor::command_line();
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
