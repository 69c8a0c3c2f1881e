//! `stormwire workflow`: imports ready-made workflows into a watcher, and compares a watcher with the forwarding job that
//! it replaces.

use super::config_options::{ConfigOptions, key_value};
use super::extract;
use crate::deps::{ClockAndRng, Deps, open_store};
use crate::output::print;
use crate::watchers;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use stormwire_city::config::Config;
use stormwire_city::secrets::Secrets;
use stormwire_store::Store;
use stormwire_store::WatcherId;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_watcher::Watchers;
use stormwire_watcher::repair::forwarding_comparison::ForwardedMail;
use stormwire_workflow::{Workflow, gallery};

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Name the workflows that come with stormwire, and what each asks for.
    List,
    /// Print one of them as JSON, to be changed and imported.
    Show {
        /// Its name.
        name: String,
    },
    /// Put a workflow into a watcher: all of its actions, or none of them.
    Import(Import),
    /// Hold mails that the old forwarding job sent against what became of the same messages here.
    Compare {
        /// A folder with those mails as .eml files, or as text.
        folder: PathBuf,
        /// The watcher, by id or name.
        #[arg(long)]
        watcher: String,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

#[derive(Debug, Args)]
pub(super) struct Import {
    /// A file as `workflow show` prints it, or the name of a workflow that comes with stormwire.
    file: PathBuf,
    /// The watcher, by id or name; it has no actions yet.
    #[arg(long, required_unless_present = "mailbox", conflicts_with = "mailbox")]
    watcher: Option<String>,
    /// Make a watcher of this mailbox's Inbox, switched off, called as the workflow is.
    #[arg(long, value_name = "ADDRESS")]
    mailbox: Option<String>,
    /// A setting of the workflow, as in --setting Recipients=crew@example.gov; JSON where it is JSON.
    #[arg(long = "setting", value_name = "NAME=VALUE", value_parser = key_value)]
    given: Vec<(String, String)>,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::List => list(),
        Action::Show { name } => {
            let found = gallery().into_iter().find(|workflow| workflow.name.eq_ignore_ascii_case(&name));
            let found = found.with_context(|| format!("there is no workflow {name:?}; workflow list names them"))?;
            print(&format!("{}\n", serde_json::to_string_pretty(&found)?))
        }
        Action::Import(import) => import_into(import).await,
        Action::Compare { folder, watcher, config } => compare(&folder, &watcher, &config.load()?).await,
    }
}

fn list() -> Result<()> {
    for workflow in gallery() {
        print(&format!("{}\n  {}\n", workflow.name, workflow.description))?;
        for (name, value) in workflow.settings() {
            let value = if value.is_null() { "must be given".into() } else { value.to_string() };
            print(&format!("  --setting {name}=…  ({value})\n"))?;
        }
    }
    Ok(())
}

async fn import_into(import: Import) -> Result<()> {
    let (workflow, config) = (read(&import.file)?, import.config.load()?);
    let text = |value: String| serde_json::from_str(&value).unwrap_or(Value::String(value));
    let settings: Map<String, Value> = import.given.into_iter().map(|(name, value)| (name, text(value))).collect();
    let store = open_store(&config).await?;
    let watchers = build(&config, store.clone())?;
    let admin = watchers.admin();
    admin.check_workflow(&workflow, &settings).await?;
    let watcher = match (import.watcher, import.mailbox) {
        (Some(named), _) => find(&watchers, &named).await?,
        (None, Some(mailbox)) => {
            let fields = WatcherFields::new(&workflow.name, mailbox);
            admin.create(fields, Actor::command_line()).await?.watcher.id
        }
        (None, None) => bail!("name a watcher with --watcher, or a mailbox with --mailbox"),
    };
    let made = admin.import_workflow(watcher, &workflow, &settings, Actor::command_line()).await?;
    let is_on = admin.get(watcher).await?.watcher.fields.is_enabled;
    store.close().await;
    print(&format!("watcher {watcher} has the {} actions of {:?} now\n", made.len(), workflow.name))?;
    for (action, warning) in
        made.iter().flat_map(|action| admin.warnings(action).into_iter().map(move |warning| (action, warning)))
    {
        print(&format!("warning: {:?}: {warning}\n", action.name))?;
    }
    let next = "it is switched off: fit its patterns to the vendor's mail in the workbench of the portal, and enable it there\n";
    print(if is_on { "it is switched on\n" } else { next })
}

/// From a file, or from the gallery.
fn read(file: &Path) -> Result<Workflow> {
    let named = |workflow: &Workflow| file.to_str().is_some_and(|name| workflow.name.eq_ignore_ascii_case(name));
    if let Some(workflow) = gallery().into_iter().find(named) {
        return Ok(workflow);
    }
    if !file.exists() {
        bail!("there is no file {}, and no workflow of that name; workflow list names them", file.display());
    }
    serde_json::from_value(extract::config(file)?).with_context(|| format!("{} is not a workflow", file.display()))
}

/// Nothing here uses the public URL.
fn build(config: &Config, store: Store) -> Result<Watchers> {
    let system = ClockAndRng::system();
    let secrets = Secrets::load(config.key_file.clone(), system.rng.clone())?;
    let public_url = config.server.public_url.clone().map_or_else(|| "http://127.0.0.1".parse(), Ok)?;
    watchers::build(config, &Deps::new(store, &system, secrets), &public_url)
}

async fn find(watchers: &Watchers, named: &str) -> Result<WatcherId> {
    let all = watchers.admin().list().await?;
    let found: Vec<_> = all
        .iter()
        .map(|one| &one.watcher)
        .filter(|one| one.id.to_string() == named || one.fields.name == named)
        .collect();
    match found.as_slice() {
        [one] => Ok(one.id),
        [] => bail!("there is no watcher {named:?}"),
        _ => bail!("several watchers are called {named:?}; give the id"),
    }
}

async fn compare(folder: &Path, watcher: &str, config: &Config) -> Result<()> {
    let mut old = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            old.push(ForwardedMail { name, sample: extract::sample(&path).map_err(|error| format!("{error:#}")) });
        }
    }
    old.sort_by(|one, other| one.name.cmp(&other.name));
    if old.is_empty() {
        bail!("{} holds no mails; save those of the old job there as .eml files", folder.display());
    }
    let store = open_store(config).await?;
    let watchers = build(config, store.clone())?;
    let lines = watchers.repair().compare_forwarded(find(&watchers, watcher).await?, old).await?;
    store.close().await;
    for line in &lines {
        print(&format!(
            "{}  {}: {}\n",
            if line.result.needs_attention() { "BAD" } else { "ok " },
            line.what,
            line.result
        ))?;
    }
    let differences = lines.iter().filter(|line| line.result.needs_attention()).count();
    if differences > 0 {
        bail!("{differences} of {} differ; mend them before the old job is switched off", lines.len());
    }
    Ok(())
}
