//! Imports a workflow into a watcher: all of its actions or none.

use super::Admin;
use super::action_unit::insert_action;
use super::actions::in_config;
use super::watcher_unit::watcher_change;
use crate::error::WatcherError;
use futures_util::FutureExt;
use serde_json::{Map, Value};
use stormwire_city::Recorder;
use stormwire_city::accounts::audit;
use stormwire_store::tables::action::{self as rows, Action, ActionFields};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::{self, Resume, WatcherFields, WatcherKind};
use stormwire_store::{LockTarget, Schema, WatcherId, lock_for_update};
use stormwire_workflow::{ConfigViolation, Workflow, constants, ready_workflows};

impl Admin {
    /// The watcher must have no actions yet. The actions of the ready workflows are safe to repeat after a crash, so their
    /// watcher resumes automatically.
    pub async fn import_workflow(
        &self,
        watcher_id: WatcherId,
        workflow: &Workflow,
        settings: &Map<String, Value>,
        actor: Actor,
    ) -> Result<Vec<Action>, WatcherError> {
        let actions = self.check_workflow(workflow, settings).await?;
        let is_ready = ready_workflows().iter().any(|ready| ready.name == workflow.name);
        let (now, secrets, kind) = (self.clock.now(), self.secrets.clone(), workflow.kind);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                let watcher = watcher::get(conn, watcher_id).await?.ok_or(WatcherError::Missing("watcher"))?;
                if let Some(kind) = kind.filter(|kind| *kind != watcher.fields.kind) {
                    return Err(WatcherError::Invalid(vec![wrong_kind(kind)]));
                }
                if !rows::list(conn, watcher_id).await?.is_empty() {
                    let text = "this watcher already has actions; delete them first or create another watcher";
                    return Err(WatcherError::Conflict(text.into()));
                }
                let recorder = Recorder { secrets: &secrets, actor: &actor, now };
                let mut created = Vec::new();
                for fields in actions {
                    created.push(insert_action(conn, watcher_id, fields, recorder).await?);
                }
                if is_ready && watcher.fields.resume != Resume::Automatic {
                    let fields = WatcherFields { resume: Resume::Automatic, ..watcher.fields.clone() };
                    watcher::update(conn, watcher_id, &fields, now).await?;
                    let change = watcher_change("update", watcher_id, Some(&watcher.fields), Some(&fields));
                    audit::record(conn, Schema::It, &actor, change, now).await?;
                }
                Ok(created)
            }
            .boxed()
        });
        unit.await
    }

    /// Returns the actions of a workflow. Fails with all violations that prevent saving.
    pub async fn check_workflow(
        &self,
        workflow: &Workflow,
        settings: &Map<String, Value>,
    ) -> Result<Vec<ActionFields>, WatcherError> {
        let actions = workflow.actions(settings).map_err(WatcherError::Invalid)?;
        let mut violations = Vec::new();
        if actions.is_empty() {
            violations.push(ConfigViolation::new("workflow.actions", "at least one action is required"));
        }
        let each = actions.iter().map(|action| (action.action_type.as_str(), &action.config, action.is_phase_one));
        let constant_violations = constants::validate(&self.handlers, each);
        for ((position, action), constant) in actions.iter().enumerate().zip(constant_violations) {
            let found = match self.check_action(action).await {
                Err(WatcherError::Invalid(found)) => found,
                other => other.map(|()| Vec::new())?,
            };
            let at = |violation: ConfigViolation| {
                ConfigViolation::new(format!("workflow.actions[{position}].{}", violation.path), violation.message)
            };
            violations.extend(found.into_iter().chain(constant.into_iter().map(in_config)).map(at));
        }
        if violations.is_empty() { Ok(actions) } else { Err(WatcherError::Invalid(violations)) }
    }
}

/// `kind` is that of the workflow.
fn wrong_kind(kind: WatcherKind) -> ConfigViolation {
    let message = match kind {
        WatcherKind::Mailbox => "the workflow reads emails; import it into a watcher of a mailbox",
        WatcherKind::StatusEvent => "the workflow reads a status change; import it into a watcher of status changes",
        WatcherKind::File => "the workflow reads files; import it into a watcher of a folder",
    };
    ConfigViolation::new("workflow.kind", message)
}
