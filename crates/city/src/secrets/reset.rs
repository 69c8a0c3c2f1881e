//! The way out of a lost key: a new key, and no value that the old one sealed.
//!
//! The values are removed and the key is replaced in one unit of work that blocks changes of secrets. A crash in it leaves
//! values that no key opens, and the next reset removes them.

use super::file::{KeyFile, new_key};
use super::rotate::RotateError;
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_clock::Rng;
use stormwire_store::tables::audit::{self, Actor, AuditChange};
use stormwire_store::tables::sealed::{SealedColumn, lock as lock_sealed};
use stormwire_store::tables::{action, credential, event_sink, subscription, watcher};
use stormwire_store::{Conn, Schema, Store, StoreError};

/// What was removed, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removed {
    /// Credentials without their client secret.
    pub credentials: Vec<String>,
    /// Actions without their webhook URL or header values, as `watcher / action`.
    pub actions: Vec<String>,
    /// Event sinks without their secret.
    pub sinks: Vec<String>,
    /// Watchers whose subscription is created again.
    pub watchers: Vec<String>,
    /// Log ids of messages whose Phase 2 cannot continue.
    pub messages: Vec<i64>,
    /// The key of Web Push. Browsers must subscribe again.
    pub has_push_key: bool,
    /// Where the old key file is kept.
    pub old_key_file: Option<PathBuf>,
}

/// The key file need not exist or be readable.
pub async fn reset(
    store: &Store,
    key_file: PathBuf,
    rng: Arc<dyn Rng>,
    actor: Actor,
    now: Timestamp,
) -> Result<Removed, RotateError> {
    let file = KeyFile::new(key_file);
    file.create_folder()?;
    let lock = file.lock_rotation()?;
    let unit = store.write(Schema::It, move |conn| {
        async move {
            let _lock = lock;
            lock_sealed(conn).await?;
            let mut removed = list_sealed(conn, now).await?;
            for column in SealedColumn::ALL {
                column.clear(conn).await?;
            }
            let after = Some(json!({
                "credentials": removed.credentials, "actions": removed.actions, "sinks": removed.sinks,
                "watchers": removed.watchers, "messages": removed.messages,
            }));
            let change = AuditChange { action: "reset", resource: "secrets", resource_id: None, before: None, after };
            audit::insert(conn, Schema::It, &actor, change, now).await?;
            removed.old_key_file = file.set_aside(now.as_second())?;
            file.replace(&[new_key(rng.as_ref())])?;
            Ok::<_, RotateError>(removed)
        }
        .boxed()
    });
    unit.await
}

/// Also retires the subscriptions whose client state is about to be removed.
async fn list_sealed(conn: &mut Conn, now: Timestamp) -> Result<Removed, StoreError> {
    let mut removed = Removed::default();
    let sealed = SealedColumn::ClientSecret.list(conn).await?;
    let is_sealed = |id: i64| sealed.iter().any(|(row, _)| *row == id);
    let credentials = credential::list(conn, None).await?;
    removed.credentials = credentials.into_iter().filter(|one| is_sealed(one.id.get())).map(|one| one.name).collect();
    let watchers = watcher::list(conn).await?;
    for action in action::list_all(conn).await?.into_iter().filter(|action| action.sealed_secrets.is_some()) {
        let found = watchers.iter().find(|watcher| watcher.id == action.watcher_id);
        let watcher = found.map(|watcher| watcher.fields.name.clone()).unwrap_or_default();
        removed.actions.push(format!("{watcher} / {}", action.name));
    }
    let sinks = event_sink::list(conn, None).await?.into_iter().filter(|sink| sink.sealed_secret.is_some());
    removed.sinks = sinks.map(|sink| sink.fields.name).collect();
    for watcher in watchers.into_iter().filter(|watcher| watcher.state.sealed_client_state.is_some()) {
        if let Some(id) = &watcher.state.subscription_id {
            subscription::mark_retired(conn, id, now).await?;
        }
        removed.watchers.push(watcher.fields.name);
    }
    removed.has_push_key = !SealedColumn::WebPushKey.list(conn).await?.is_empty();
    removed.messages = SealedColumn::Context.list(conn).await?.into_iter().map(|(row, _)| row).collect();
    Ok(removed)
}
