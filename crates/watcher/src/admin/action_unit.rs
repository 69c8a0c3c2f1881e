//! Changes of the actions of a watcher inside a unit of work that has locked the watcher.

use crate::error::WatcherError;
use crate::schedule::schedule_feed;
use jiff::Timestamp;
use serde_json::{Value, json};
use stormwire_city::Recorder;
use stormwire_city::accounts::audit;
use stormwire_city::{action_secrets, credential_usage};
use stormwire_store::tables::action::{self as rows, Action, ActionFields};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::{ActionId, Conn, Schema, WatcherId};

/// The largest `order`. The action after the last one still has a number.
pub const MAX_ORDER: i32 = 1_000_000;

/// Creates an action with its sealed secrets and its audit entry, inside a unit.
pub async fn insert_action(
    conn: &mut Conn,
    watcher_id: WatcherId,
    fields: ActionFields,
    recorder: Recorder<'_>,
) -> Result<Action, WatcherError> {
    let Recorder { secrets, actor, now } = recorder;
    if fields.order.is_none() {
        make_room_at_the_end(conn, watcher_id).await?;
    }
    credential_usage::decide_by_action(conn, fields.credential_id, &fields.action_type, &fields.config).await?;
    let (config, values) = action_secrets::split(&fields.action_type, fields.config);
    let id = rows::insert(conn, watcher_id, ActionFields { config, ..fields })
        .await
        .map_err(WatcherError::unknown_credential)?;
    values.store(conn, secrets, id).await?;
    schedule_feed(conn, watcher_id, now).await?;
    let created = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
    audit::record(conn, Schema::It, actor, action_change("create", id, None, Some(&created)), now).await?;
    Ok(created)
}

/// Numbers the actions from 1 if the last one has the largest order, so that another can follow it.
async fn make_room_at_the_end(conn: &mut Conn, watcher_id: WatcherId) -> Result<(), WatcherError> {
    let actions = rows::list(conn, watcher_id).await?;
    if actions.last().is_some_and(|last| last.order >= MAX_ORDER) {
        for (action, order) in actions.iter().zip(1..) {
            rows::set_order(conn, watcher_id, action.id, order).await?;
        }
    }
    Ok(())
}

/// Replaces all fields. A secret that the config does not contain is removed.
pub async fn update_action(
    conn: &mut Conn,
    before: &Action,
    fields: ActionFields,
    recorder: Recorder<'_>,
) -> Result<Action, WatcherError> {
    let (Recorder { secrets, actor, now }, id, watcher_id) = (recorder, before.id, before.watcher_id);
    credential_usage::decide_by_action(conn, fields.credential_id, &fields.action_type, &fields.config).await?;
    let (config, values) = action_secrets::split(&fields.action_type, fields.config);
    let updated = rows::update(conn, watcher_id, id, ActionFields { config, ..fields }).await;
    updated.map_err(WatcherError::unknown_credential)?;
    values.store(conn, secrets, id).await?;
    schedule_feed(conn, watcher_id, now).await?;
    let after = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
    let change = action_change("update", id, Some(before), Some(&after));
    audit::record(conn, Schema::It, actor, change, now).await?;
    Ok(after)
}

pub async fn delete_action(
    conn: &mut Conn,
    before: &Action,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), WatcherError> {
    rows::delete(conn, before.watcher_id, before.id).await?;
    let change = action_change("delete", before.id, Some(before), None);
    Ok(audit::record(conn, Schema::It, actor, change, now).await?)
}

/// `ids` are all actions of the watcher.
pub async fn order_actions(
    conn: &mut Conn,
    watcher_id: WatcherId,
    ids: &[ActionId],
    actor: &Actor,
    now: Timestamp,
) -> Result<(), WatcherError> {
    let before: Vec<ActionId> = rows::list(conn, watcher_id).await?.iter().map(|action| action.id).collect();
    for (id, order) in ids.iter().zip(1..) {
        rows::set_order(conn, watcher_id, *id, order).await?;
    }
    let change = AuditChange {
        action: "order",
        resource: "action",
        resource_id: Some(watcher_id.get()),
        before: Some(json!(before)),
        after: Some(json!(ids)),
    };
    Ok(audit::record(conn, Schema::It, actor, change, now).await?)
}

fn action_change(action: &'static str, id: ActionId, before: Option<&Action>, after: Option<&Action>) -> AuditChange {
    let (before, after) = (before.map(audit_json), after.map(audit_json));
    AuditChange { action, resource: "action", resource_id: Some(id.get()), before, after }
}

fn audit_json(action: &Action) -> Value {
    json!({
        "jobId": action.watcher_id,
        "name": action.name,
        "actionType": action.action_type,
        "config": action.config,
        "order": action.order,
        "credentialId": action.credential_id,
        "isPhaseOne": action.is_phase_one,
    })
}
