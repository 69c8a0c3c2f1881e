//! `stormwire config`: the configuration as a file. `apply` writes all of a file or nothing.

use super::config_options::ConfigOptions;
use super::dry_run::CommandStore;
use crate::command_database::open_existing_store;
use crate::output::{format_count, print, print_note};
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use stormwire_blueprint::{Applied, ApplyOptions, Blueprint, BlueprintError, Document, MAX_BYTES, report};
use stormwire_city::config::Config;
use stormwire_service::Deps;
use stormwire_service::watchers::build_for_command;
use stormwire_store::StoreError;
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Write watchers, actions, policies, sinks and credentials as YAML, without secrets
    Export {
        /// Standard output if omitted
        file: Option<PathBuf>,
        #[command(flatten)]
        config: ConfigOptions,
    },
    /// Make the configuration what a file says: all of it or, on an error, nothing
    Apply {
        /// As written by `config export`
        file: PathBuf,
        /// Show what would be added, changed and removed, and write nothing
        #[arg(long)]
        dry_run: bool,
        /// Remove what the file does not name
        #[arg(long)]
        prune: bool,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::Export { file, config } => export(file.as_deref(), &config.load()?).await,
        Action::Apply { file, dry_run, prune, config } => {
            apply(&file, ApplyOptions { prune, dry_run }, &config.load()?).await
        }
    }
}

async fn export(file: Option<&Path>, config: &Config) -> Result<()> {
    let store = open_existing_store(config).await?;
    let exported = blueprint(config, Deps::for_reading(config, store.clone())?)?.export().await;
    store.close().await;
    let exported = exported.context("cannot export the configuration")?;
    match file {
        Some(path) => {
            std::fs::write(path, &exported.text).with_context(|| format!("cannot write {}", path.display()))?;
            print_note(&format!("Wrote {}: {}", path.display(), contents(&exported.document)));
        }
        None => print(&exported.text)?,
    }
    for warning in exported.warnings {
        print_note(&format!("warning: {warning}"));
    }
    Ok(())
}

fn contents(document: &Document) -> String {
    let lists = [
        (document.credentials.len(), ["credential", "credentials"]),
        (document.policies.len(), ["policy", "policies"]),
        (document.watchers.len(), ["watcher", "watchers"]),
        (document.sinks.len(), ["sink", "sinks"]),
    ];
    lists.map(|(count, names)| format_count(count as u64, names)).join(", ")
}

async fn apply(file: &Path, options: ApplyOptions, config: &Config) -> Result<()> {
    let text = read(file)?;
    let opened = CommandStore::open(config, options.dry_run).await?;
    let store = opened.store.clone();
    let deps = if options.dry_run { Deps::for_reading(config, store)? } else { Deps::for_command(config, store)? };
    let blueprint = blueprint(config, deps)?;
    let applied = blueprint.apply(&text, options, Actor::command_line()).await;
    blueprint.store.close().await;
    let applied = applied.map_err(|error| {
        let written = written_despite(&error);
        anyhow::Error::new(error).context(format!("{}: {written}", file.display()))
    })?;
    print(&summary(&applied, options))
}

fn written_despite(error: &BlueprintError) -> &'static str {
    match error {
        BlueprintError::OnlyPoliciesStored(_) => "only the policies were written",
        // If the connection was lost during the commit, nobody knows.
        BlueprintError::Store(StoreError::Unavailable(_)) => "probably nothing was written; apply the file again",
        _ => "nothing was written",
    }
}

/// The difference, what a person must enter, and how much it is.
fn summary(applied: &Applied, options: ApplyOptions) -> String {
    let changes = format_count(applied.changes.len() as u64, ["change", "changes"]);
    let last = match (applied.changes.is_empty(), options.dry_run) {
        (true, _) => "Nothing to change\n".to_owned(),
        (false, true) => format!("Would apply {changes}; nothing was written\n"),
        (false, false) => format!("Applied {changes}\n"),
    };
    let mut text = report(&applied.changes);
    for line in applied.missing_secrets.iter().chain(&applied.warnings) {
        text.extend(["! ", line, "\n"]);
    }
    text + &last
}

/// No more than a file may have, so that a wrong path cannot fill the memory.
fn read(file: &Path) -> Result<String> {
    let open = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut bytes = Vec::new();
    open.take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", file.display()))?;
    if bytes.len() > MAX_BYTES {
        bail!("{} is larger than {MAX_BYTES} bytes, so it is not a configuration file", file.display());
    }
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8 text", file.display()))
}

fn blueprint(config: &Config, deps: Deps) -> Result<Blueprint> {
    let watchers = build_for_command(config, &deps)?;
    let Deps { store, clock, secrets, .. } = deps;
    Ok(Blueprint { store, clock, secrets, watchers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_blueprint::plan::{Change, PlannedChange, Section};

    #[test]
    fn the_last_line_says_whether_something_was_written() {
        let change = PlannedChange { section: Section::Sink, name: "Siren".into(), change: Change::Add };
        let applied = Applied {
            changes: vec![change],
            missing_secrets: vec!["enter x".into()],
            warnings: vec!["no folder".into()],
        };
        let none = Applied { changes: vec![], missing_secrets: vec!["enter x".into()], warnings: vec![] };
        let written = ApplyOptions::default();
        let dry = ApplyOptions { dry_run: true, ..written };
        assert_eq!(summary(&applied, written), "+ sink \"Siren\"\n! enter x\n! no folder\nApplied 1 change\n");
        assert!(summary(&applied, dry).ends_with("Would apply 1 change; nothing was written\n"));
        assert_eq!(summary(&none, dry), "! enter x\nNothing to change\n");
    }
}
