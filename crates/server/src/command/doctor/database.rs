//! The database: versions, counts, queue, watchers and the last errors.

use super::section::Section;
use crate::command_database::open_store;
use anyhow::{Result, bail};
use jiff::Timestamp;
use stormwire_city::config::Config;
use stormwire_city::secrets::Secrets;
use stormwire_service::watchers;
use stormwire_service::{Deps, Surroundings};
use stormwire_store::hints::session_warning;
use stormwire_store::queue::{self, QueueState};
use stormwire_store::tables::log::{self, LogSearch, LogStatus};
use stormwire_store::tables::system;
use stormwire_store::{Database, Store};
use stormwire_watcher::admin::watchers::{LoopStatus, WatcherStatus};

const MAX_ERRORS: u32 = 20;

pub(super) async fn describe(config: &Config) -> Vec<Section> {
    let store = match open(config).await {
        Ok(store) => store,
        Err(error) => return vec![Section::new("Database", Err(error))],
    };
    let sections = vec![
        Section::new("Database", versions_and_counts(&store).await),
        Section::new("Queue", queue_counts(&store).await),
        Section::new("Watchers", watcher_health(config, &store).await),
        Section::new("Failed queue items", failed_items(&store).await),
        Section::new("Failed messages", failed_messages(&store).await),
    ];
    store.close().await;
    sections
}

/// A report creates nothing.
async fn open(config: &Config) -> Result<Store> {
    if let Database::Sqlite(folder) = &config.database
        && !folder.join("it.db").exists()
    {
        bail!("no database in {}; use --config or --database-url", folder.display());
    }
    open_store(config).await
}

async fn versions_and_counts(store: &Store) -> Result<Vec<String>> {
    let mut conn = store.reader().await?;
    let system::DatabaseInfo { version, bytes } = system::database(&mut conn).await?;
    let mut lines = vec![format!("{version}, {} MiB", bytes / (1 << 20))];
    let schemas = system::schema_versions(&mut conn).await?;
    lines.extend(schemas.iter().map(|schema| format!("schema {}: version {}", schema.name, schema.version)));
    let counts = system::table_counts(&mut conn).await?;
    lines.extend(counts.iter().map(|count| format!("{}: {}", count.name, count.items)));
    lines.extend(session_warning(store).await?.map(|warning| format!("warning: {warning}")));
    Ok(lines)
}

async fn queue_counts(store: &Store) -> Result<Vec<String>> {
    let rows = queue::summary(&mut store.reader().await?).await?;
    let line = |row: &queue::QueueSummary| {
        format!("{} {}: {}, earliest due {}", row.kind, row.state, row.items, row.earliest_due_at.0)
    };
    Ok(rows.iter().map(line).collect())
}

async fn watcher_health(config: &Config, store: &Store) -> Result<Vec<String>> {
    if !config.key_file.exists() {
        bail!("the key file {} does not exist", config.key_file.display());
    }
    let system = Surroundings::system();
    let secrets = Secrets::load(config.key_file.clone(), system.rng.clone())?;
    let public_url = config.server.public_url.clone().map_or_else(|| "http://127.0.0.1".parse(), Ok)?;
    let watchers = watchers::build(config, &Deps::new(store.clone(), &system, secrets), &public_url)?;
    Ok(watchers.admin().list(None).await?.iter().flat_map(watcher_lines).collect())
}

fn watcher_lines(WatcherStatus { watcher, health, loops, warnings }: &WatcherStatus) -> Vec<String> {
    let reason = health.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let head = format!("{} (watcher {}): {}{reason}", watcher.fields.name, watcher.id, health.health);
    let warnings = warnings.iter().map(|warning| format!("    warning: {warning}"));
    [head].into_iter().chain(loops.iter().map(loop_line)).chain(warnings).collect()
}

fn loop_line(status: &LoopStatus) -> String {
    let at = |at: Option<Timestamp>| at.map_or("never".to_owned(), |at| at.to_string());
    let error = status.last_error.as_deref().map(|error| format!(": {error}")).unwrap_or_default();
    let (success, failure) = (at(status.last_success_at), at(status.last_failure_at));
    format!("    {}: last success {success}, last failure {failure}{error}", status.name)
}

async fn failed_items(store: &Store) -> Result<Vec<String>> {
    let rows = queue::list(&mut store.reader().await?, Some(QueueState::Dead), MAX_ERRORS).await?;
    let line = |row: &queue::ListedItem| {
        let (attempts, error) = (row.attempts, row.last_error.as_deref().unwrap_or_default());
        format!("{} {}, {attempts} attempts: {error}", row.id, row.kind)
    };
    Ok(rows.iter().map(line).collect())
}

/// Without subject and sender.
async fn failed_messages(store: &Store) -> Result<Vec<String>> {
    let search = LogSearch { status: Some(LogStatus::Failed), most: MAX_ERRORS, ..LogSearch::default() };
    let rows = log::list(&mut store.reader().await?, search).await?;
    let line = |row: &log::LogEntry| {
        let error = row.error_message.as_deref().unwrap_or_default();
        format!("message {} of watcher {}, detected {}: {error}", row.id, row.watcher_id, row.detected_at.0)
    };
    Ok(rows.iter().map(line).collect())
}
