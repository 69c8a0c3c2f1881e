//! `stormwire queue`: lists queue items, and retries a dead-lettered one.

use super::config_options::ConfigOptions;
use crate::command_database::open_existing_store;
use crate::output::print;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use std::fmt::Write;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::queue::{self, ListedItem};
use stormwire_store::{QueueItemId, Schema, Store};

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    config: ConfigOptions,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Retry a failed item
    Retry {
        /// Id of the item
        id: QueueItemId,
    },
}

const MAX_ROWS: u32 = 200;

pub(super) async fn run(options: &Options) -> Result<()> {
    let config = options.config.load()?;
    let store = open_existing_store(&config).await?;
    let result = match options.action {
        None => list(&store).await,
        Some(Action::Retry { id }) => retry(&store, id).await,
    };
    store.close().await;
    result
}

async fn list(store: &Store) -> Result<()> {
    let rows = queue::list(&mut store.reader().await?, None, MAX_ROWS).await?;
    print(&format_table(&rows))
}

async fn retry(store: &Store, id: QueueItemId) -> Result<()> {
    let now = SystemClock.now();
    let revived = store.write(Schema::It, move |conn| Box::pin(queue::retry_dead_lettered(conn, id, now))).await?;
    if !revived {
        bail!("item {id} not found or not failed; list the items with `stormwire queue`");
    }
    print(&format!("Item {id} will be retried\n"))
}

fn format_table(rows: &[ListedItem]) -> String {
    if rows.is_empty() {
        return "The queue is empty\n".into();
    }
    let mut text =
        format!("{:>8}  {:<6}  {:<20}  {:<27}  {:>8}  {}\n", "id", "state", "kind", "due", "attempts", "last error");
    for row in rows {
        let key = row.unique_key.as_deref().map_or(String::new(), |key| format!("/{}", shorten_key(key)));
        let error: String = row.last_error.as_deref().unwrap_or("").chars().map(replace_control_character).collect();
        let (kind, due) = (format!("{}{key}", row.kind), row.due_at.0.to_string());
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:>8}  {:<6}  {kind:<20}  {due:<27}  {:>8}  {error}", row.id, row.state, row.attempts);
    }
    if rows.len() == MAX_ROWS as usize {
        let _ = writeln!(text, "Only the first {MAX_ROWS} items are shown; /metrics has the total");
    }
    text
}

/// The key of an all-clear email is a hash.
fn shorten_key(key: &str) -> String {
    const MAX_CHARS: usize = 11;
    if key.chars().count() <= MAX_CHARS {
        return key.to_owned();
    }
    key.chars().take(MAX_CHARS - 1).chain(['…']).collect()
}

/// Errors may contain text from other systems; removes line ends and escape codes.
fn replace_control_character(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_keys_are_shortened() {
        assert_eq!(shorten_key("12345678901"), "12345678901");
        assert_eq!(shorten_key(&"a1".repeat(32)), "a1a1a1a1a1…");
    }
}
