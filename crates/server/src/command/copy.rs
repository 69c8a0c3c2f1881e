//! `stormwire copy`: copies all rows between SQLite and PostgreSQL.

use super::config_options::ConfigOptions;
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Args;
use stormwire_city::config::parse_database_url;
use stormwire_store::{Database, FolderLock, StoreError, transfer};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Database to read: sqlite:FOLDER or postgres://user@host/database; default: database.url
    #[arg(long, value_name = "URL")]
    from: Option<String>,
    /// Empty database to write
    #[arg(long, value_name = "URL")]
    to: String,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load()?;
    let from = options.from.as_deref().map(parse_database_url).transpose()?.unwrap_or(config.database);
    let to = parse_database_url(&options.to)?;
    warn_if_in_use(&from).await?;
    let copied = transfer::copy(&from, &to).await?;
    let rows = format_count(copied.iter().map(|table| table.rows).sum(), ["row", "rows"]);
    let tables = format_count(copied.len() as u64, ["table", "tables"]);
    print(&format!("Copied and compared {rows} in {tables} from {from} to {to}\n"))
}

/// What a running service writes after the copy has begun is not copied.
async fn warn_if_in_use(database: &Database) -> Result<()> {
    if let Database::Sqlite(folder) = database
        && database.exists().await?
        && let Err(StoreError::InUse { holder, .. }) = FolderLock::acquire(folder)
    {
        tracing::warn!(%holder, "a service is using the database: what it writes from now on is not copied; stop it first");
    }
    Ok(())
}
