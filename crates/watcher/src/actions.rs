//! The actions of a watcher as people change them. What cannot run is refused when it is saved.

use super::error::no_credential;
use super::{Watch, WatchError};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use stormwire_city::people::audit;
use stormwire_store::tables::action::{self as rows, Action, ActionFields};
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::{credential, job};
use stormwire_store::{Conn, Held, Schema, StoreError, hold};
use stormwire_workflow::{ConfigFault, constants};

impl Watch {
    /// All actions of a watcher, in their order.
    pub async fn actions(&self, job_id: i64) -> Result<Vec<Action>, WatchError> {
        let mut conn = self.store.reader().await?;
        job::get(&mut conn, job_id).await?.ok_or(WatchError::Missing("watcher"))?;
        Ok(rows::list(&mut conn, job_id).await?)
    }

    /// One action.
    pub async fn action(&self, job_id: i64, id: i64) -> Result<Action, WatchError> {
        let found = rows::get(&mut self.store.reader().await?, job_id, id).await?;
        found.ok_or(WatchError::Missing("action"))
    }

    /// Makes an action.
    pub async fn create_action(&self, job_id: i64, fields: ActionFields, actor: Actor) -> Result<Action, WatchError> {
        self.check_action(&fields).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job_id).await?;
                if job::get(conn, job_id).await?.is_none() {
                    return Err(WatchError::Missing("watcher"));
                }
                insert(conn, job_id, fields, (&actor, now)).await
            }
            .boxed()
        });
        unit.await.map_err(WatchError::unknown_credential)
    }

    /// Writes all of an action.
    pub async fn update_action(
        &self,
        job_id: i64,
        id: i64,
        fields: ActionFields,
        actor: Actor,
    ) -> Result<Action, WatchError> {
        self.check_action(&fields).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job_id).await?;
                let before = rows::get(conn, job_id, id).await?.ok_or(WatchError::Missing("action"))?;
                rows::update(conn, job_id, id, fields).await?;
                let after = rows::get(conn, job_id, id).await?.ok_or(WatchError::Missing("action"))?;
                record(conn, "update", id, (Some(&before), Some(&after)), (&actor, now)).await?;
                Ok::<_, WatchError>(after)
            }
            .boxed()
        });
        unit.await.map_err(WatchError::unknown_credential)
    }

    /// Removes an action.
    pub async fn delete_action(&self, job_id: i64, id: i64, actor: Actor) -> Result<(), WatchError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job_id).await?;
                let before = rows::get(conn, job_id, id).await?.ok_or(WatchError::Missing("action"))?;
                rows::delete(conn, job_id, id).await?;
                record(conn, "delete", id, (Some(&before), None), (&actor, now)).await?;
                Ok::<_, WatchError>(())
            }
            .boxed()
        });
        unit.await
    }

    /// Puts the actions of a watcher into an order; every one of them must be named once.
    pub async fn order_actions(&self, job_id: i64, ids: Vec<i64>, actor: Actor) -> Result<Vec<Action>, WatchError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job_id).await?;
                if job::get(conn, job_id).await?.is_none() {
                    return Err(WatchError::Missing("watcher"));
                }
                let before: Vec<i64> = rows::list(conn, job_id).await?.iter().map(|action| action.id).collect();
                let named: BTreeSet<i64> = ids.iter().copied().collect();
                if named.len() != ids.len() || named != before.iter().copied().collect() {
                    return Err(WatchError::invalid("ids", "every action of the watcher must be named once"));
                }
                for (id, order) in ids.iter().zip(1..) {
                    rows::place(conn, job_id, *id, order).await?;
                }
                let change = Change {
                    action: "order",
                    resource: "action",
                    resource_id: Some(job_id),
                    before: Some(json!(before)),
                    after: Some(json!(ids)),
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(rows::list(conn, job_id).await?)
            }
            .boxed()
        });
        unit.await
    }

    /// What is probably not meant so about an action, in words with the path of the key.
    pub fn warnings(&self, action: &Action) -> Vec<String> {
        let warnings = self.runner.handlers().warnings(&action.action_type, &action.config);
        warnings.into_iter().map(|warning| in_config(warning).to_string()).collect()
    }

    /// What would fail at every message in a watcher's actions, given in their order, because of what earlier ones always set:
    /// which action, and in words with the path of its key.
    pub fn objections(&self, actions: &[Action]) -> Vec<(i64, String)> {
        let told = actions.iter().map(|action| (action.action_type.as_str(), &action.config, action.is_phase_one));
        let found = constants::objections(self.runner.handlers(), told);
        let words = |(action, faults): (&Action, Vec<ConfigFault>)| {
            let (id, name) = (action.id, action.name.clone());
            faults.into_iter().map(move |fault| (id, format!("{name:?}: {}", in_config(fault))))
        };
        actions.iter().zip(found).flat_map(words).collect()
    }

    /// Everything that keeps an action from being saved.
    pub async fn check_action(&self, fields: &ActionFields) -> Result<(), WatchError> {
        let mut faults = Vec::new();
        let count = fields.name.chars().count();
        if !(1..=200).contains(&count) || fields.name.trim().is_empty() || fields.name.chars().any(char::is_control) {
            faults.push(ConfigFault::new("name", "1 to 200 characters are needed"));
        }
        if let Some(id) = fields.credential_id
            && credential::list(&mut self.store.reader().await?, Some(id)).await?.is_empty()
        {
            faults.push(no_credential());
        }
        let handlers = self.runner.handlers();
        let of_handler = handlers.check(&fields.action_type, &fields.config, fields.credential_id).await;
        faults.extend(of_handler.into_iter().map(in_config));
        if faults.is_empty() { Ok(()) } else { Err(WatchError::Invalid(faults)) }
    }
}

/// Within a unit: makes an action, and the record of who did.
pub(super) async fn insert(
    conn: &mut Conn,
    job_id: i64,
    fields: ActionFields,
    by: (&Actor, Timestamp),
) -> Result<Action, WatchError> {
    let id = rows::insert(conn, job_id, fields).await?;
    let made = rows::get(conn, job_id, id).await?.ok_or(WatchError::Missing("action"))?;
    record(conn, "create", id, (None, Some(&made)), by).await?;
    Ok(made)
}

/// The path as whoever sent the action sees it.
pub(super) fn in_config(fault: ConfigFault) -> ConfigFault {
    match fault.path.as_str() {
        "actionType" => fault,
        "" => ConfigFault::new("config", fault.message),
        path => ConfigFault::new(format!("config.{path}"), fault.message),
    }
}

async fn record(
    conn: &mut Conn,
    action: &'static str,
    id: i64,
    (before, after): (Option<&Action>, Option<&Action>),
    (actor, now): (&Actor, Timestamp),
) -> Result<(), StoreError> {
    let (before, after) = (before.map(view), after.map(view));
    let change = Change { action, resource: "action", resource_id: Some(id), before, after };
    audit::record(conn, Schema::It, actor, change, now).await
}

fn view(action: &Action) -> Value {
    json!({
        "jobId": action.job_id,
        "name": action.name,
        "actionType": action.action_type,
        "config": action.config,
        "order": action.order,
        "credentialId": action.credential_id,
        "isPhaseOne": action.is_phase_one,
    })
}
