//! Revisions: the state of a watcher with its actions, of a policy or of a sink after each change, with author and time.
//!
//! [`record`] is called for every entry of the audit trail, in the unit of work of the change, so that no change can be
//! without a revision. `state` says what a revision contains.

mod state;

pub use state::{policy_state, sink_state, watcher_state};
pub use stormwire_store::tables::revision::{RestoredRevision, Revision, RevisionKind, RevisionTarget};

use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::Value;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::{action, event_sink, policy, revision as rows, watcher};
use stormwire_store::{Conn, EventSinkId, PolicyId, RevisionId, Store, StoreError, WatcherId};

/// What an entry of the audit trail has changed, if that has revisions.
pub(crate) fn target(change: &AuditChange) -> Option<RevisionTarget> {
    let of = |kind, id: Option<i64>| Some(RevisionTarget { kind, id: id? });
    match (change.resource, change.action) {
        // The order is recorded with the id of the watcher.
        ("watcher", _) | ("action", "order") => of(RevisionKind::Watcher, change.resource_id),
        ("action", _) => {
            let values = change.after.as_ref().or(change.before.as_ref());
            of(RevisionKind::Watcher, values.and_then(|values| values["jobId"].as_i64()))
        }
        ("policy", _) => of(RevisionKind::Policy, change.resource_id),
        ("event-sink", _) => of(RevisionKind::EventSink, change.resource_id),
        _ => None,
    }
}

/// Stores the state after a change, unless nothing has changed. The changes of one unit of work are one revision.
pub(crate) async fn record(
    conn: &mut Conn,
    target: RevisionTarget,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (state, latest) = (current_state(conn, target).await?, rows::latest(conn, target).await?);
    let Some(latest) = latest else {
        return match &state {
            Some(state) => rows::insert(conn, target, actor, Some(state), now).await,
            None => Ok(()),
        };
    };
    if latest.state == state {
        Ok(())
    } else if is_of_unit(&latest, actor, now) {
        rows::set_state(conn, target.kind, latest.id, state.as_ref()).await
    } else {
        rows::insert(conn, target, actor, state.as_ref(), now).await
    }
}

/// Whether a change of the same unit of work has recorded the revision.
fn is_of_unit(revision: &Revision, actor: &Actor, now: Timestamp) -> bool {
    revision.at == now && revision.author == actor.username && revision.request_id == actor.request_id
}

/// Notes in the revision of this unit of work that it restores an older one. If the restored state is the current one, the
/// unit has no revision.
pub async fn note_restored(
    conn: &mut Conn,
    restored: &Revision,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Revision { id, target, at, .. } = *restored;
    match rows::latest(conn, target).await? {
        Some(latest) if latest.id != id && is_of_unit(&latest, actor, now) => {
            rows::set_restores(conn, target.kind, latest.id, RestoredRevision { id, at }).await
        }
        _ => Ok(()),
    }
}

/// `None` if there is no such row.
pub async fn current_state(conn: &mut Conn, target: RevisionTarget) -> Result<Option<Value>, StoreError> {
    Ok(match target.kind {
        RevisionKind::Watcher => {
            let id = WatcherId::new(target.id);
            match watcher::get(conn, id).await? {
                Some(found) => Some(watcher_state(&found.fields, &action::list(conn, id).await?)),
                None => None,
            }
        }
        RevisionKind::Policy => policy::get(conn, PolicyId::new(target.id)).await?.map(|one| policy_state(&one.fields)),
        RevisionKind::EventSink => {
            event_sink::get(conn, EventSinkId::new(target.id)).await?.map(|one| sink_state(&one.fields))
        }
    })
}

/// Newest first, with ids below `before`.
pub async fn list(
    store: &Store,
    target: RevisionTarget,
    before: RevisionId,
    most: u32,
) -> Result<Vec<Revision>, StoreError> {
    rows::list(&mut store.reader().await?, target, before, most).await
}

pub async fn get(store: &Store, kind: RevisionKind, id: RevisionId) -> Result<Option<Revision>, StoreError> {
    rows::get(&mut store.reader().await?, kind, id).await
}

/// The revision before another one.
pub async fn previous(store: &Store, revision: &Revision) -> Result<Option<Revision>, StoreError> {
    Ok(list(store, revision.target, revision.id, 1).await?.pop())
}

/// Gives a first revision to everything that has none, so that the first change can be compared with it. Runs at every
/// start. Returns how many got one.
pub async fn record_missing(store: &Store, now: Timestamp) -> Result<usize, StoreError> {
    let missing = rows::list_missing(&mut store.reader().await?).await?;
    let count = missing.len();
    for target in missing {
        let unit = store.write(target.kind.schema(), move |conn| {
            async move { record(conn, target, &service(), now).await }.boxed()
        });
        unit.await?;
    }
    Ok(count)
}

/// The author of what no person has changed.
fn service() -> Actor {
    Actor { username: "stormwire".into(), request_id: None, address: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn change(
        resource: &'static str,
        action: &'static str,
        before: Option<Value>,
        after: Option<Value>,
    ) -> AuditChange {
        AuditChange { action, resource, resource_id: Some(7), before, after }
    }

    #[test]
    fn every_kind_of_change_has_its_target() {
        let of = |kind, id| Some(RevisionTarget { kind, id });
        let action = Some(json!({"jobId": 3}));
        for (change, expected) in [
            (change("watcher", "update", None, None), of(RevisionKind::Watcher, 7)),
            (change("action", "create", None, action.clone()), of(RevisionKind::Watcher, 3)),
            (change("action", "delete", action, None), of(RevisionKind::Watcher, 3)),
            (change("action", "order", Some(json!([1])), Some(json!([1]))), of(RevisionKind::Watcher, 7)),
            (change("policy", "create", None, None), of(RevisionKind::Policy, 7)),
            (change("event-sink", "delete", None, None), of(RevisionKind::EventSink, 7)),
            (change("facility", "update", None, None), None),
            (change("action", "create", None, None), None),
        ] {
            assert_eq!(target(&change), expected, "{change:?}");
        }
    }
}
