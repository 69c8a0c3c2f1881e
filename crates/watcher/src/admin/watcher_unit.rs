//! Changes of a watcher inside a unit of work: the fields, the subscription, the loops and the audit entry.

use super::folder_check::is_other_folder;
use super::sender_rule;
use crate::abandoned::end_abandoned;
use crate::error::WatcherError;
use crate::files;
use crate::jobs::message::MessageJob;
use crate::operator_mail;
use crate::schedule::schedule_watcher;
use crate::subscriptions::clear::release;
use jiff::Timestamp;
use serde_json::Value;
use stormwire_city::accounts::audit;
use stormwire_city::action_secrets;
use stormwire_city::credential_usage;
use stormwire_mailer::operator;
use stormwire_store::queue;
use stormwire_store::tables::abandoned;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log;
use stormwire_store::tables::status_event;
use stormwire_store::tables::watcher::{self, Mode, Watcher, WatcherFields, WatcherKind};
use stormwire_store::{Conn, Schema, StoreError, WatcherId};

pub async fn insert_watcher(
    conn: &mut Conn,
    fields: &WatcherFields,
    actor: &Actor,
    now: Timestamp,
) -> Result<WatcherId, WatcherError> {
    claim_credential(conn, None, fields).await?;
    let id = watcher::insert(conn, fields, now).await.map_err(WatcherError::unknown_credential)?;
    if fields.is_enabled {
        start(conn, id, fields.kind, now).await?;
    }
    audit::record(conn, Schema::It, actor, watcher_change("create", id, None, Some(fields)), now).await?;
    Ok(id)
}

/// The unit of work has locked the watcher.
pub async fn update_watcher(
    conn: &mut Conn,
    before: &Watcher,
    fields: &WatcherFields,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), WatcherError> {
    check_fields(fields)?;
    claim_credential(conn, Some(&before.fields), fields).await?;
    if fields.is_enabled && !before.fields.is_enabled {
        check_secrets(&action::list(conn, before.id).await?)?;
    }
    watcher::update(conn, before.id, fields, now).await.map_err(WatcherError::unknown_credential)?;
    apply_change(conn, before, fields, now).await?;
    let change = watcher_change("update", before.id, Some(&before.fields), Some(fields));
    Ok(audit::record(conn, Schema::It, actor, change, now).await?)
}

/// Keeps its log, in which everything that had not finished ends as Failed. The unit of work has locked the watcher.
pub async fn delete_watcher(
    conn: &mut Conn,
    before: &Watcher,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), WatcherError> {
    abandoned::lock(conn, before.id).await?;
    release(conn, before, now).await?;
    watcher::delete(conn, before.id).await?;
    let unfinished = end_abandoned(conn, now).await?;
    if unfinished > 0 && !before.fields.test_mode {
        operator::enqueue(conn, operator_mail::watcher_deleted(before, unfinished), now).await?;
    }
    let change = watcher_change("delete", before.id, Some(&before.fields), None);
    Ok(audit::record(conn, Schema::It, actor, change, now).await?)
}

/// Actions that came from a file have no secrets. Every message would fail.
fn check_secrets(actions: &[Action]) -> Result<(), WatcherError> {
    let without = actions.iter().filter(|action| action.sealed_secrets.is_none());
    for action in without {
        if let Some(path) = action_secrets::unresolved(&action.action_type, &action.config).first() {
            let text = format!("enter the secret {path} of the action {:?} first", action.name);
            return Err(WatcherError::Conflict(text));
        }
    }
    Ok(())
}

/// A watcher gets no credential that is for other systems. A watcher that has one already can still be changed.
async fn claim_credential(
    conn: &mut Conn,
    before: Option<&WatcherFields>,
    after: &WatcherFields,
) -> Result<(), WatcherError> {
    let Some(id) = after.credential_id.filter(|id| before.and_then(|before| before.credential_id) != Some(*id)) else {
        return Ok(());
    };
    match credential_usage::decide_by_watcher(conn, id).await? {
        Some(reason) => Err(WatcherError::invalid_field("credentialId", reason)),
        None => Ok(()),
    }
}

/// Updates the subscription, the loops and the queue after a change of the fields.
async fn apply_change(
    conn: &mut Conn,
    before: &Watcher,
    after: &WatcherFields,
    now: Timestamp,
) -> Result<(), StoreError> {
    let is_moved = is_other_folder(&before.fields, after);
    let wants_subscription = after.is_enabled && after.mode == Mode::Subscription;
    if is_moved || !wants_subscription {
        release(conn, before, now).await?;
    }
    if is_moved {
        watcher::reset_sync(conn, before.id).await?;
    }
    if after.is_enabled && !before.fields.is_enabled {
        start(conn, before.id, after.kind, now).await?;
        enqueue_detected(conn, before.id, now).await?;
    } else if after.is_enabled {
        schedule_watcher(conn, before.id, after.kind, now).await?;
    }
    Ok(())
}

/// Old changes of status start no workflow: nobody must be warned of a storm that is over.
async fn start(conn: &mut Conn, id: WatcherId, kind: WatcherKind, now: Timestamp) -> Result<(), StoreError> {
    if kind == WatcherKind::StatusEvent {
        let last = status_event::last_id(conn).await?;
        watcher::put_event_cursor(conn, id, last).await?;
    }
    schedule_watcher(conn, id, kind, now).await
}

/// Enqueues messages that were claimed but not processed before the watcher was disabled.
async fn enqueue_detected(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    let detected = log::list_unstarted(conn, watcher_id).await?;
    let job = |(id, at)| MessageJob::new(id, watcher_id, TriggerEvent::Reconciliation, at);
    let jobs: Vec<MessageJob> = detected.into_iter().map(job).collect();
    queue::enqueue_many(conn, &jobs, now).await
}

/// The rules of the fields of a watcher, without asking the provider.
pub fn check_fields(fields: &WatcherFields) -> Result<(), WatcherError> {
    fields.check().map_err(|violation| WatcherError::invalid_field(violation.field, violation.message))?;
    if fields.kind == WatcherKind::File {
        files::pattern(fields)?;
    }
    match sender_rule::violation(fields) {
        Some(message) => Err(WatcherError::invalid_field("fromFilter", message)),
        None => Ok(()),
    }
}

pub(super) fn watcher_change(
    action: &'static str,
    id: WatcherId,
    before: Option<&WatcherFields>,
    after: Option<&WatcherFields>,
) -> AuditChange {
    let json = |fields: &WatcherFields| serde_json::to_value(fields).unwrap_or(Value::Null);
    AuditChange {
        action,
        resource: "watcher",
        resource_id: Some(id.get()),
        before: before.map(json),
        after: after.map(json),
    }
}
