//! `stormwire secrets`: replaces the key, also while a service is running, or resets it after a loss.

use super::config_options::ConfigOptions;
use crate::command_database::open_existing_store;
use crate::output::{format_count, print};
use anyhow::{Result, bail};
use clap::Subcommand;
use std::io::{BufRead, IsTerminal};
use stormwire_city::config::Config;
use stormwire_city::secrets::{Removed, Secrets, reset, rotate};
use stormwire_service::Surroundings;
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Create a new key, re-encrypt every secret and remove the old key
    Rotate {
        #[command(flatten)]
        config: ConfigOptions,
    },
    /// After the key was lost: create a new key and remove every secret
    Reset {
        /// Do not ask
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::Rotate { config } => rotate_key(config.load()?).await,
        Action::Reset { yes, config } => reset_key(config.load()?, yes).await,
    }
}

async fn rotate_key(config: Config) -> Result<()> {
    let store = open_existing_store(&config).await?;
    let Surroundings { clock, rng, .. } = Surroundings::system();
    let secrets = Secrets::load(config.key_file, rng)?;
    let rotated = rotate(&store, &secrets, Actor::command_line(), clock.now()).await;
    store.close().await;
    print(&format!("Re-encrypted {} with a new key\n", format_count(rotated?, ["secret", "secrets"])))
}

async fn reset_key(config: Config, is_confirmed: bool) -> Result<()> {
    let store = open_existing_store(&config).await?;
    if !is_confirmed && std::io::stdin().is_terminal() {
        print("This removes every stored secret. Type yes to continue: ")?;
        let mut reply = String::new();
        std::io::stdin().lock().read_line(&mut reply)?;
        if reply.trim() != "yes" {
            bail!("nothing was changed");
        }
    }
    let Surroundings { clock, rng, .. } = Surroundings::system();
    let removed = reset(&store, config.key_file.clone(), rng, Actor::command_line(), clock.now()).await;
    store.close().await;
    let text = describe(&removed?);
    print(&format!("Created a new key in {}\n{text}", config.key_file.display()))
}

/// What has to be entered again, and what happens by itself.
fn describe(removed: &Removed) -> String {
    let mut lines = Vec::new();
    for name in &removed.credentials {
        lines.push(format!("Enter the client secret of credential \"{name}\" again\n"));
    }
    for name in &removed.actions {
        lines.push(format!("Enter the webhook URL or header values of action \"{name}\" again\n"));
    }
    for name in &removed.sinks {
        lines.push(format!("Enter the secret of event sink \"{name}\" again, or create a new one\n"));
    }
    for name in &removed.watchers {
        lines.push(format!("The subscription of watcher \"{name}\" will be created again\n"));
    }
    for id in &removed.messages {
        lines.push(format!("Retry message {id} if its Phase 2 fails\n"));
    }
    if removed.has_push_key {
        lines.push("People must turn on notifications again\n".to_owned());
    }
    if let Some(path) = &removed.old_key_file {
        lines.push(format!("The old key file is {}. Keep it: older backups may need it\n", path.display()));
    }
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_removed_secret_is_listed_by_name() {
        let removed = Removed {
            credentials: vec!["Mail".into()],
            actions: vec!["Storm / Post to chat".into()],
            sinks: vec!["Siren".into()],
            watchers: vec!["Storm".into()],
            messages: vec![7],
            has_push_key: true,
            old_key_file: Some("secret.key.replaced-1".into()),
        };
        let text = describe(&removed);
        for part in [
            "credential \"Mail\"",
            "action \"Storm / Post to chat\"",
            "event sink \"Siren\"",
            "watcher \"Storm\"",
            "message 7",
            "notifications again",
            "replaced-1",
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(describe(&Removed::default()), "");
    }
}
