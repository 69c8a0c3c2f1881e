//! The list of actions that is tried. It is checked as if it were saved, and nothing of it is stored.

use super::super::Admin;
use super::super::actions::{check_host_of_masks, check_masks};
use crate::error::WatcherError;
use stormwire_city::action_secrets::{self, ActionSecrets};
use stormwire_store::tables::action::{Action, ActionFields};
use stormwire_store::{ActionId, WatcherId};
use stormwire_workflow::ConfigViolation;

/// Of a list, so that a request cannot ask for endless work.
const MAX_ACTIONS: usize = 100;
/// An action that is not stored. No row has this id.
const NEW_ACTION: ActionId = ActionId::new(0);

#[derive(Debug, Clone)]
pub struct CandidateAction {
    /// The stored action that it changes, whose secrets replace masks; `None` for a new action.
    pub id: Option<ActionId>,
    pub fields: ActionFields,
}

impl Admin {
    /// In the order of the list.
    pub(super) async fn candidate_actions(
        &self,
        watcher_id: WatcherId,
        stored: &[Action],
        actions: Vec<CandidateAction>,
    ) -> Result<Vec<Action>, WatcherError> {
        if actions.len() > MAX_ACTIONS {
            return Err(WatcherError::invalid_field("actions", format!("must have at most {MAX_ACTIONS} actions")));
        }
        let mut candidates = Vec::new();
        for (index, action) in actions.into_iter().enumerate() {
            let before = action.id.and_then(|id| stored.iter().find(|one| one.id == id));
            let read = self.candidate_action(watcher_id, before, action.fields).await;
            candidates.push(read.map_err(|error| in_list(index, error))?);
        }
        Ok(candidates)
    }

    async fn candidate_action(
        &self,
        watcher_id: WatcherId,
        before: Option<&Action>,
        mut fields: ActionFields,
    ) -> Result<Action, WatcherError> {
        if let Some(before) = before {
            if is_unchanged(before, &fields) {
                return Ok(before.clone());
            }
            check_host_of_masks(before, &fields)?;
            let secrets = ActionSecrets::open(&self.secrets, before)?;
            fields.config = action_secrets::merge(&fields.action_type, fields.config, &secrets);
        }
        check_masks(&fields)?;
        self.check_action(&fields).await?;
        let ActionFields { name, action_type, config, credential_id, is_phase_one, .. } = fields;
        Ok(Action {
            id: before.map_or(NEW_ACTION, |before| before.id),
            watcher_id,
            order: 0,
            name,
            action_type,
            config,
            credential_id,
            is_phase_one,
            sealed_secrets: None,
        })
    }
}

/// A stored action keeps its sealed secrets.
fn is_unchanged(before: &Action, fields: &ActionFields) -> bool {
    before.name == fields.name
        && before.action_type == fields.action_type
        && before.config == fields.config
        && before.credential_id == fields.credential_id
        && before.is_phase_one == fields.is_phase_one
}

/// With the position of the action in the path of each violation.
fn in_list(index: usize, error: WatcherError) -> WatcherError {
    let WatcherError::Invalid(violations) = error else { return error };
    let in_list = |ConfigViolation { path, message }| ConfigViolation::new(format!("actions.{index}.{path}"), message);
    WatcherError::Invalid(violations.into_iter().map(in_list).collect())
}
