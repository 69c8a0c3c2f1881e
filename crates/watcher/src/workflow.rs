//! A whole workflow put into a watcher: all of its actions or none of them.

use super::actions::{in_config, insert};
use super::{Watch, WatchError};
use futures_util::FutureExt;
use serde_json::{Map, Value};
use stormwire_store::tables::action::{self as rows, Action, ActionFields};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::job;
use stormwire_store::{Held, Schema, hold};
use stormwire_workflow::{ConfigFault, Workflow, constants};

impl Watch {
    /// Puts a workflow into a watcher that has no actions yet.
    pub async fn import_workflow(
        &self,
        job_id: i64,
        workflow: &Workflow,
        settings: &Map<String, Value>,
        actor: Actor,
    ) -> Result<Vec<Action>, WatchError> {
        let actions = self.check_workflow(workflow, settings).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job_id).await?;
                if job::get(conn, job_id).await?.is_none() {
                    return Err(WatchError::Missing("watcher"));
                }
                if !rows::list(conn, job_id).await?.is_empty() {
                    let words = "this watcher has actions already; make another watcher, or remove them first";
                    return Err(WatchError::Conflict(words.into()));
                }
                let mut made = Vec::new();
                for fields in actions {
                    made.push(insert(conn, job_id, fields, (&actor, now)).await?);
                }
                Ok(made)
            }
            .boxed()
        });
        unit.await
    }

    /// The actions of a workflow, or everything that keeps them from being saved.
    pub async fn check_workflow(
        &self,
        workflow: &Workflow,
        settings: &Map<String, Value>,
    ) -> Result<Vec<ActionFields>, WatchError> {
        let actions = workflow.actions(settings).map_err(WatchError::Invalid)?;
        let mut faults = Vec::new();
        if actions.is_empty() {
            faults.push(ConfigFault::new("workflow.actions", "a workflow has at least one action"));
        }
        let told = actions.iter().map(|action| (action.action_type.as_str(), &action.config, action.is_phase_one));
        let objections = constants::objections(self.runner.handlers(), told);
        for ((place, action), objections) in actions.iter().enumerate().zip(objections) {
            let found = match self.check_action(action).await {
                Err(WatchError::Invalid(found)) => found,
                other => other.map(|()| Vec::new())?,
            };
            let at = |fault: ConfigFault| {
                ConfigFault::new(format!("workflow.actions[{place}].{}", fault.path), fault.message)
            };
            faults.extend(found.into_iter().chain(objections.into_iter().map(in_config)).map(at));
        }
        if faults.is_empty() { Ok(actions) } else { Err(WatchError::Invalid(faults)) }
    }
}
