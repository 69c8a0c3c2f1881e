//! Restores the state of a revision, as a new revision.

use crate::document::WatcherEntry;
use crate::installation::StoredWatcher;
use crate::resolve::{WantedAction, WantedWatcher};
use crate::write_watcher::{NewCredentials, write_watcher};
use futures_util::FutureExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_announce::{EventSinks, SinkError, SinkInput};
use stormwire_city::Recorder;
use stormwire_city::action_secrets::{self, ActionSecrets};
use stormwire_city::credential_usage::target_host;
use stormwire_city::policies::{Policies, PolicyError, PolicyInput, RingInput};
use stormwire_city::revisions::{Revision, RevisionKind, note_restored};
use stormwire_city::secrets::Secrets;
use stormwire_clock::Clock;
use stormwire_store::tables::action::{self, Action, ActionFields};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::{self, WatcherFields};
use stormwire_store::{
    ActionId, CredentialId, EventSinkId, LockTarget, Schema, Store, StoreError, WatcherId, lock_for_update,
};
use stormwire_watcher::admin::watcher_unit::check_fields;
use stormwire_watcher::{WatcherError, Watchers};
use stormwire_workflow::ConfigViolation;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum RestoreError {
    #[error("this revision is the deletion; restore an earlier one")]
    IsDeletion,
    #[error("the {0} was deleted; create it again, and use this revision as the pattern")]
    Deleted(&'static str),
    #[error("cannot read this revision: {0}")]
    Unreadable(String),
    #[error(transparent)]
    Watcher(#[from] WatcherError),
    #[error(transparent)]
    Sink(#[from] SinkError),
    #[error(transparent)]
    Policy(#[from] PolicyError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether a watcher or a sink is enabled stays as it is: an old state must not stop the feed.
pub struct Restorer {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub secrets: Secrets,
    pub watchers: Watchers,
    pub event_sinks: EventSinks,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PolicyState {
    name: String,
    radius_miles: f64,
    danger_minutes: f64,
    all_clear_minutes: f64,
    history_hours: f64,
    rings: Vec<RingState>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RingState {
    name: String,
    radius_miles: f64,
    clear_minutes: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SinkState {
    name: String,
    kind: String,
    url: String,
    facility_ids: Option<Vec<i64>>,
    statuses: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ActionState {
    id: ActionId,
    name: String,
    action_type: String,
    is_phase_one: bool,
    credential_id: Option<CredentialId>,
    config: Value,
}

impl Restorer {
    pub async fn restore(&self, revision: &Revision, actor: Actor) -> Result<(), RestoreError> {
        let state = revision.state.clone().ok_or(RestoreError::IsDeletion)?;
        match revision.target.kind {
            RevisionKind::Watcher => self.restore_watcher(revision.clone(), state, actor).await,
            RevisionKind::Policy => self.restore_policy(revision.clone(), state, actor).await,
            RevisionKind::EventSink => self.restore_sink(revision.clone(), state, actor).await,
        }
    }

    async fn restore_policy(&self, revision: Revision, state: Value, actor: Actor) -> Result<(), RestoreError> {
        let policies = Policies::new(self.store.clone(), self.clock.clone());
        let restored = policies.restore(revision, policy_input(read(state)?), actor).await?;
        restored.map(|_| ()).ok_or(RestoreError::Deleted("policy"))
    }

    async fn restore_sink(&self, revision: Revision, state: Value, actor: Actor) -> Result<(), RestoreError> {
        let SinkState { name, kind, url, facility_ids, statuses } = read(state)?;
        let current = self.event_sinks.get(EventSinkId::new(revision.target.id)).await?;
        let is_enabled = current.ok_or(RestoreError::Deleted("event sink"))?.fields.is_enabled;
        let input = SinkInput { name, kind, url, secret: None, facility_ids, statuses, is_enabled };
        let restored = self.event_sinks.restore(revision, input, actor).await?;
        restored.map(|_| ()).ok_or(RestoreError::Deleted("event sink"))
    }

    async fn restore_watcher(&self, revision: Revision, state: Value, actor: Actor) -> Result<(), RestoreError> {
        let id = WatcherId::new(revision.target.id);
        let Value::Object(mut settings) = state else {
            return Err(RestoreError::Unreadable("the state of a watcher is not an object".into()));
        };
        let actions: Vec<ActionState> = read(settings.remove("actions").unwrap_or_default())?;
        let current = self.read_watcher(id).await?;
        let fields = watcher_fields(settings, &current.watcher.fields)?;
        check_fields(&fields)?;
        let wanted = self.wanted_actions(actions, &current.actions).await?;
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(id)).await?;
                let watcher = watcher::get(conn, id).await?.ok_or(RestoreError::Deleted("watcher"))?;
                let actions = action::list(conn, id).await?;
                let fields = WatcherFields { is_enabled: watcher.fields.is_enabled, ..fields };
                let before = StoredWatcher { watcher, actions };
                let entry = WatcherEntry { settings: Map::new(), actions: Vec::new() };
                let wanted = WantedWatcher { entry, fields, actions: wanted, missing_secrets: Vec::new() };
                let recorder = Recorder { secrets: &secrets, actor: &actor, now };
                write_watcher(conn, Some(&before), &wanted, &NewCredentials::new(), recorder).await?;
                Ok(note_restored(conn, &revision, &actor, now).await?)
            }
            .boxed()
        });
        unit.await
    }

    async fn read_watcher(&self, id: WatcherId) -> Result<StoredWatcher, RestoreError> {
        let mut conn = self.store.reader().await?;
        let watcher = watcher::get(&mut conn, id).await?.ok_or(RestoreError::Deleted("watcher"))?;
        Ok(StoredWatcher { watcher, actions: action::list(&mut conn, id).await? })
    }

    /// An action that was deleted since is created again; one that is still there keeps its secrets.
    async fn wanted_actions(
        &self,
        states: Vec<ActionState>,
        current: &[Action],
    ) -> Result<Vec<WantedAction>, RestoreError> {
        let mut wanted = Vec::new();
        for ActionState { id, name, action_type, is_phase_one, credential_id, config } in states {
            let stored = current.iter().find(|action| action.id == id && action.action_type == action_type);
            let is_same_host = |stored: &&Action| {
                target_host(&stored.action_type, &stored.config) == target_host(&action_type, &config)
            };
            let secrets = stored.filter(is_same_host).map(|stored| ActionSecrets::open(&self.secrets, stored));
            let secrets = secrets.transpose().map_err(WatcherError::from)?.unwrap_or_default();
            let config = action_secrets::merge(&action_type, config, &secrets);
            if let Some(path) = action_secrets::unresolved(&action_type, &config).first() {
                return Err(WatcherError::Conflict(lost_secret(path, &name, stored)).into());
            }
            let fields = ActionFields { name, action_type, config, order: None, credential_id, is_phase_one };
            if let Err(error) = self.watchers.admin().check_action(&fields).await {
                return Err(of_action(&fields.name, error).into());
            }
            wanted.push(WantedAction { fields, stored: stored.map(|action| action.id) });
        }
        Ok(wanted)
    }
}

/// `stored` is `None` if the action was deleted.
fn lost_secret(path: &str, name: &str, stored: Option<&Action>) -> String {
    let solution = match stored {
        Some(_) => "edit the action instead, and enter the secret",
        None => "the action was deleted with it; add the action again, and enter the secret",
    };
    format!("{path} of the action {name:?} is a secret that is no longer stored; {solution}")
}

/// Names the action: a watcher has several.
fn of_action(name: &str, error: WatcherError) -> WatcherError {
    let WatcherError::Invalid(violations) = error else { return error };
    let named = |one: ConfigViolation| ConfigViolation::new(format!("actions[{name:?}].{}", one.path), one.message);
    WatcherError::Invalid(violations.into_iter().map(named).collect())
}

/// Fields that the revision does not have, because they are newer, keep their values.
fn watcher_fields(settings: Map<String, Value>, current: &WatcherFields) -> Result<WatcherFields, RestoreError> {
    let mut values = json!(current);
    for (name, value) in settings {
        values[name] = value;
    }
    values["kind"] = json!(current.kind);
    read(values)
}

fn policy_input(state: PolicyState) -> PolicyInput {
    let PolicyState { name, radius_miles, danger_minutes, all_clear_minutes, history_hours, rings } = state;
    let ring = |RingState { name, radius_miles, clear_minutes }| RingInput { name, radius_miles, clear_minutes };
    let rings = rings.into_iter().map(ring).collect();
    PolicyInput { name, radius_miles, danger_minutes, all_clear_minutes, history_hours, rings }
}

fn read<T: DeserializeOwned>(state: Value) -> Result<T, RestoreError> {
    serde_json::from_value(state).map_err(|error| RestoreError::Unreadable(error.to_string()))
}
