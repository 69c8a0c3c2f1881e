//! The actions of a watcher as people change them. What cannot run is rejected when it is saved.

use super::Admin;
use crate::error::{WatcherError, no_credential};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use stormwire_city::accounts::audit;
use stormwire_store::tables::action::{self as rows, Action, ActionFields};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::{credential, watcher};
use stormwire_store::{ActionId, Conn, LockTarget, Schema, WatcherId, lock_for_update};
use stormwire_workflow::{ConfigViolation, constants};

/// Why an action would fail for every message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionViolation {
    pub action_id: ActionId,
    /// With the action's name and the path of the key.
    pub text: String,
}

impl Admin {
    /// In their order.
    pub async fn actions(&self, watcher_id: WatcherId) -> Result<Vec<Action>, WatcherError> {
        let mut conn = self.store.reader().await?;
        watcher::get(&mut conn, watcher_id).await?.ok_or(WatcherError::Missing("watcher"))?;
        Ok(rows::list(&mut conn, watcher_id).await?)
    }

    pub async fn action(&self, watcher_id: WatcherId, id: ActionId) -> Result<Action, WatcherError> {
        let found = rows::get(&mut self.store.reader().await?, watcher_id, id).await?;
        found.ok_or(WatcherError::Missing("action"))
    }

    pub async fn create_action(
        &self,
        watcher_id: WatcherId,
        fields: ActionFields,
        actor: Actor,
    ) -> Result<Action, WatcherError> {
        self.check_action(&fields).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                if watcher::get(conn, watcher_id).await?.is_none() {
                    return Err(WatcherError::Missing("watcher"));
                }
                insert(conn, watcher_id, fields, &actor, now).await
            }
            .boxed()
        });
        unit.await.map_err(WatcherError::unknown_credential)
    }

    /// Replaces all fields.
    pub async fn update_action(
        &self,
        watcher_id: WatcherId,
        id: ActionId,
        fields: ActionFields,
        actor: Actor,
    ) -> Result<Action, WatcherError> {
        self.check_action(&fields).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                let before = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
                rows::update(conn, watcher_id, id, fields).await?;
                let after = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
                let change = action_change("update", id, Some(&before), Some(&after));
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok::<_, WatcherError>(after)
            }
            .boxed()
        });
        unit.await.map_err(WatcherError::unknown_credential)
    }

    pub async fn delete_action(&self, watcher_id: WatcherId, id: ActionId, actor: Actor) -> Result<(), WatcherError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                let before = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
                rows::delete(conn, watcher_id, id).await?;
                let change = action_change("delete", id, Some(&before), None);
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok::<_, WatcherError>(())
            }
            .boxed()
        });
        unit.await
    }

    /// `ids` must contain every action of the watcher exactly once.
    pub async fn order_actions(
        &self,
        watcher_id: WatcherId,
        ids: Vec<ActionId>,
        actor: Actor,
    ) -> Result<Vec<Action>, WatcherError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                if watcher::get(conn, watcher_id).await?.is_none() {
                    return Err(WatcherError::Missing("watcher"));
                }
                let before: Vec<ActionId> =
                    rows::list(conn, watcher_id).await?.iter().map(|action| action.id).collect();
                let ordered: BTreeSet<ActionId> = ids.iter().copied().collect();
                if ordered.len() != ids.len() || ordered != before.iter().copied().collect() {
                    return Err(WatcherError::invalid("ids", "every action of the watcher must be named once"));
                }
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
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(rows::list(conn, watcher_id).await?)
            }
            .boxed()
        });
        unit.await
    }

    /// What can be saved and is probably a mistake, each with the path of its key.
    pub fn warnings(&self, action: &Action) -> Vec<String> {
        let warnings = self.handlers.warnings(&action.action_type, &action.config);
        warnings.into_iter().map(|warning| in_config(warning).to_string()).collect()
    }

    /// What would fail for every message, because of values that earlier actions always set. The actions are those of
    /// one watcher, in their order.
    pub fn violations(&self, actions: &[Action]) -> Vec<ActionViolation> {
        let each = actions.iter().map(|action| (action.action_type.as_str(), &action.config, action.is_phase_one));
        let found = constants::objections(&self.handlers, each);
        let of_action = |(action, faults): (&Action, Vec<ConfigViolation>)| {
            let (action_id, name) = (action.id, action.name.clone());
            faults
                .into_iter()
                .map(move |fault| ActionViolation { action_id, text: format!("{name:?}: {}", in_config(fault)) })
        };
        actions.iter().zip(found).flat_map(of_action).collect()
    }

    /// Returns everything that keeps an action from being saved.
    pub async fn check_action(&self, fields: &ActionFields) -> Result<(), WatcherError> {
        let mut faults = Vec::new();
        let count = fields.name.chars().count();
        if !(1..=200).contains(&count) || fields.name.trim().is_empty() || fields.name.chars().any(char::is_control) {
            faults.push(ConfigViolation::new("name", "1 to 200 characters are needed"));
        }
        if let Some(id) = fields.credential_id
            && credential::list(&mut self.store.reader().await?, Some(id)).await?.is_empty()
        {
            faults.push(no_credential());
        }
        let of_handler = self.handlers.check(&fields.action_type, &fields.config, fields.credential_id).await;
        faults.extend(of_handler.into_iter().map(in_config));
        if faults.is_empty() { Ok(()) } else { Err(WatcherError::Invalid(faults)) }
    }
}

/// Within a unit: creates an action with its audit entry.
pub(super) async fn insert(
    conn: &mut Conn,
    watcher_id: WatcherId,
    fields: ActionFields,
    actor: &Actor,
    now: Timestamp,
) -> Result<Action, WatcherError> {
    let id = rows::insert(conn, watcher_id, fields).await?;
    let created = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
    audit::record(conn, Schema::It, actor, action_change("create", id, None, Some(&created)), now).await?;
    Ok(created)
}

/// The path as the client that sent the action sees it.
pub(super) fn in_config(fault: ConfigViolation) -> ConfigViolation {
    match fault.path.as_str() {
        "actionType" => fault,
        "" => ConfigViolation::new("config", fault.message),
        path => ConfigViolation::new(format!("config.{path}"), fault.message),
    }
}

fn action_change(action: &'static str, id: ActionId, before: Option<&Action>, after: Option<&Action>) -> AuditChange {
    let (before, after) = (before.map(view), after.map(view));
    AuditChange { action, resource: "action", resource_id: Some(id.get()), before, after }
}

fn view(action: &Action) -> Value {
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
