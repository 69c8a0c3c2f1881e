//! `stormwire workflow`: imports ready-made workflows into a watcher, and compares a watcher with the forwarding job that
//! it replaces.

use super::config_options::{ConfigOptions, key_value};
use super::extract;
use crate::command_database::{open_existing_store, open_or_create_store};
use crate::output::print;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use stormwire_city::config::Config;
use stormwire_service::Deps;
use stormwire_service::watchers;
use stormwire_store::Store;
use stormwire_store::WatcherId;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::{WatcherFields, WatcherKind};
use stormwire_watcher::Watchers;
use stormwire_watcher::repair::forwarding_comparison::ForwardedMail;
use stormwire_workflow::{Workflow, ready_workflows};

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// List ready-made workflows and their settings
    List,
    /// Print a ready-made workflow as JSON
    Show {
        /// Name of the workflow
        name: String,
    },
    /// Import a workflow into a watcher
    Import(Import),
    /// Compare emails forwarded by the old job with the strikes stored here
    Compare {
        /// Folder with the emails as .eml or text files
        folder: PathBuf,
        /// Id or name of the watcher
        #[arg(long)]
        watcher: String,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

#[derive(Debug, Args)]
pub(super) struct Import {
    /// JSON file as printed by `workflow show`, or the name of a ready-made workflow
    file: PathBuf,
    /// Id or name of a watcher without actions
    #[arg(long, required_unless_present = "mailbox", conflicts_with = "mailbox")]
    watcher: Option<String>,
    /// Create a disabled watcher for the Inbox of this mailbox, named after the workflow
    #[arg(long, value_name = "ADDRESS")]
    mailbox: Option<String>,
    /// Setting of the workflow, for example --setting Recipients=crew@example.gov; valid JSON is parsed as JSON
    #[arg(long = "setting", value_name = "NAME=VALUE", value_parser = key_value)]
    given: Vec<(String, String)>,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::List => list(),
        Action::Show { name } => {
            let found = ready_workflows().into_iter().find(|workflow| workflow.name.eq_ignore_ascii_case(&name));
            let found = found.with_context(|| format!("workflow {name:?} not found; see `stormwire workflow list`"))?;
            print(&format!("{}\n", serde_json::to_string_pretty(&found)?))
        }
        Action::Import(import) => import_into(import).await,
        Action::Compare { folder, watcher, config } => compare(&folder, &watcher, &config.load()?).await,
    }
}

fn list() -> Result<()> {
    for workflow in ready_workflows() {
        print(&format!("{}\n  {}\n", workflow.name, workflow.description))?;
        for (name, value) in workflow.settings() {
            let value = if value.is_null() { "required".into() } else { format!("default: {value}") };
            print(&format!("  --setting {name}=…  ({value})\n"))?;
        }
    }
    Ok(())
}

async fn import_into(import: Import) -> Result<()> {
    let (workflow, config) = (read(&import.file)?, import.config.load()?);
    let text = |value: String| serde_json::from_str(&value).unwrap_or(Value::String(value));
    let settings: Map<String, Value> = import.given.into_iter().map(|(name, value)| (name, text(value))).collect();
    let store = open_or_create_store(&config).await?;
    let watchers = build(&config, store.clone())?;
    let admin = watchers.admin();
    admin.check_workflow(&workflow, &settings).await?;
    let watcher = match (import.watcher, import.mailbox) {
        (Some(id_or_name), _) => find(&watchers, &id_or_name).await?,
        (None, Some(_)) if workflow.kind == Some(WatcherKind::StatusEvent) => {
            bail!(
                "{:?} starts with status changes, not with a mailbox; add such a watcher in the portal and use --watcher",
                workflow.name
            )
        }
        (None, Some(mailbox)) => {
            reject_second_import(&watchers, &workflow, &mailbox).await?;
            let fields = WatcherFields::new(&workflow.name, mailbox);
            admin.create(fields, Actor::command_line()).await?.watcher.id
        }
        (None, None) => bail!("use --watcher or --mailbox"),
    };
    let created = admin.import_workflow(watcher, &workflow, &settings, Actor::command_line()).await?;
    let is_on = admin.get(watcher).await?.watcher.fields.is_enabled;
    store.close().await;
    print(&format!("Imported {} actions of {:?} into watcher {watcher}\n", created.len(), workflow.name))?;
    for (action, warning) in
        created.iter().flat_map(|action| admin.warnings(action).into_iter().map(move |warning| (action, warning)))
    {
        print(&format!("Warning: {:?}: {warning}\n", action.name))?;
    }
    let next = "The watcher is disabled. Adjust its patterns in the workbench of the portal, then enable it there.\n";
    print(if is_on { "The watcher is enabled.\n" } else { next })
}

/// Two watchers with the same workflow would process every message of the mailbox twice.
async fn reject_second_import(watchers: &Watchers, workflow: &Workflow, mailbox: &str) -> Result<()> {
    let all = watchers.admin().list(None).await?;
    let is_same = |fields: &WatcherFields| {
        fields.name == workflow.name && fields.mailbox_address.eq_ignore_ascii_case(mailbox.trim())
    };
    if let Some(known) = all.iter().map(|one| &one.watcher).find(|one| is_same(&one.fields)) {
        bail!(
            "watcher {} {:?} reads {mailbox} already; nothing was imported. Edit it in the portal, or rename it there to import the workflow a second time",
            known.id,
            known.fields.name
        );
    }
    Ok(())
}

/// From a file, or from the gallery.
fn read(file: &Path) -> Result<Workflow> {
    let named = |workflow: &Workflow| file.to_str().is_some_and(|name| workflow.name.eq_ignore_ascii_case(name));
    if let Some(workflow) = ready_workflows().into_iter().find(named) {
        return Ok(workflow);
    }
    if !file.exists() {
        bail!("{} is neither a file nor a ready-made workflow; see `stormwire workflow list`", file.display());
    }
    serde_json::from_value(extract::config(file)?).with_context(|| format!("{} is not a workflow", file.display()))
}

fn build(config: &Config, store: Store) -> Result<Watchers> {
    watchers::build_for_command(config, &Deps::for_command(config, store)?)
}

async fn find(watchers: &Watchers, id_or_name: &str) -> Result<WatcherId> {
    let all = watchers.admin().list(None).await?;
    let found: Vec<_> = all
        .iter()
        .map(|one| &one.watcher)
        .filter(|one| one.id.to_string() == id_or_name || one.fields.name == id_or_name)
        .collect();
    match found.as_slice() {
        [one] => Ok(one.id),
        [] => bail!("watcher {id_or_name:?} not found"),
        _ => bail!("several watchers are named {id_or_name:?}; use the id"),
    }
}

async fn compare(folder: &Path, watcher: &str, config: &Config) -> Result<()> {
    let mut old = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            old.push(ForwardedMail { name, sample: extract::sample(&path).map_err(|error| format!("{error:#}")) });
        }
    }
    old.sort_by(|one, other| one.name.cmp(&other.name));
    if old.is_empty() {
        bail!("{} contains no emails; save the emails of the old job there as .eml files", folder.display());
    }
    let store = open_existing_store(config).await?;
    let watchers = build(config, store.clone())?;
    let lines = watchers.repair().compare_forwarded(find(&watchers, watcher).await?, old).await?;
    store.close().await;
    for line in &lines {
        print(&format!(
            "{:<6}  {}: {}\n",
            if line.result.needs_attention() { "FAILED" } else { "ok" },
            line.what,
            line.result
        ))?;
    }
    let differences = lines.iter().filter(|line| line.result.needs_attention()).count();
    if differences > 0 {
        bail!("{differences} of {} emails differ; fix the causes before you turn off the old job", lines.len());
    }
    Ok(())
}
