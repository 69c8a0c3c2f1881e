//! Changes the actions of a watcher. A config that cannot run is rejected when it is saved.

use super::Admin;
use super::action_unit::{delete_action, insert_action, order_actions, update_action};
use crate::context_seed;
use crate::error::{WatcherError, credential_not_found};
use crate::files;
use crate::status_event;
use futures_util::FutureExt;
use std::collections::BTreeSet;
use stormwire_city::Recorder;
use stormwire_city::action_secrets::{self, ActionSecrets, MASK};
use stormwire_city::credential_usage;
use stormwire_store::tables::action::{self as rows, Action, ActionFields};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::credential::{self, Credential};
use stormwire_store::tables::watcher::{self, WatcherKind};
use stormwire_store::{ActionId, LockTarget, Schema, WatcherId, lock_for_update};
use stormwire_workflow::context_flow::{self, FlowWarning};
use stormwire_workflow::handlers::text_extract::reads_attachments;
use stormwire_workflow::handlers::{UserTable, procedures, user_tables};
use stormwire_workflow::{ConfigViolation, constants};

pub use super::action_unit::MAX_ORDER;

/// A reason why an action would fail on every message, or on almost every message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionViolation {
    pub action_id: ActionId,
    /// Contains the name of the action and the path of the key.
    pub text: String,
}

impl Admin {
    /// In execution order.
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
        check_masks(&fields)?;
        self.check_action(&fields).await?;
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                if watcher::get(conn, watcher_id).await?.is_none() {
                    return Err(WatcherError::Missing("watcher"));
                }
                insert_action(conn, watcher_id, fields, Recorder { secrets: &secrets, actor: &actor, now }).await
            }
            .boxed()
        });
        unit.await
    }

    /// Replaces all fields.
    pub async fn update_action(
        &self,
        watcher_id: WatcherId,
        id: ActionId,
        mut fields: ActionFields,
        actor: Actor,
    ) -> Result<Action, WatcherError> {
        let before = self.action(watcher_id, id).await?;
        check_host_of_masks(&before, &fields)?;
        let stored = ActionSecrets::open(&self.secrets, &before)?;
        fields.config = action_secrets::merge(&fields.action_type, fields.config, &stored);
        check_masks(&fields)?;
        self.check_action(&fields).await?;
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                let before = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
                update_action(conn, &before, fields, Recorder { secrets: &secrets, actor: &actor, now }).await
            }
            .boxed()
        });
        unit.await
    }

    pub async fn delete_action(&self, watcher_id: WatcherId, id: ActionId, actor: Actor) -> Result<(), WatcherError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                let before = rows::get(conn, watcher_id, id).await?.ok_or(WatcherError::Missing("action"))?;
                delete_action(conn, &before, &actor, now).await
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
                let before = rows::list(conn, watcher_id).await?;
                let ordered: BTreeSet<ActionId> = ids.iter().copied().collect();
                if ordered.len() != ids.len() || ordered != before.iter().map(|action| action.id).collect() {
                    return Err(WatcherError::invalid_field(
                        "ids",
                        "must list every action of the watcher exactly once",
                    ));
                }
                order_actions(conn, watcher_id, &ids, &actor, now).await?;
                Ok(rows::list(conn, watcher_id).await?)
            }
            .boxed()
        });
        unit.await
    }

    /// Probable mistakes that do not prevent saving, each with the path of its key.
    pub fn warnings(&self, action: &Action) -> Vec<String> {
        // Without its secrets a URL cannot be judged. The texts contain none of them.
        let stored = ActionSecrets::open(&self.secrets, action).unwrap_or_default();
        let config = action_secrets::merge(&action.action_type, action.config.clone(), &stored);
        let warnings = self.handlers.warnings(&action.action_type, &config, action.credential_id);
        warnings.into_iter().map(|warning| in_config(warning).to_string()).collect()
    }

    /// Reasons why an action would fail because of what the actions before it set or do not set. `actions` are all actions
    /// of one watcher, in order.
    pub async fn violations(&self, actions: &[Action]) -> Result<Vec<ActionViolation>, WatcherError> {
        let Some(first) = actions.first() else { return Ok(Vec::new()) };
        let watcher = watcher::get(&mut self.store.reader().await?, first.watcher_id).await?;
        let watcher = watcher.ok_or(WatcherError::Missing("watcher"))?;
        let has_tables = actions.iter().any(|action| action.action_type == "Sql");
        // Without the catalog, the rest can still be checked.
        let tables = if has_tables { self.tables().await.unwrap_or_default() } else { Vec::new() };
        let initial_keys: &[&str] = match watcher.fields.kind {
            WatcherKind::Mailbox => &context_seed::INITIAL_KEYS,
            WatcherKind::StatusEvent => &status_event::context::INITIAL_KEYS,
            WatcherKind::File => &files::context::INITIAL_KEYS,
        };
        let flow = context_flow::Workflow { actions, initial_keys, tables: &tables };
        let warned = context_flow::warnings(flow).into_iter();
        let mut violations = self.constant_violations(actions);
        violations.extend(warned.map(|FlowWarning { action_id, text }| ActionViolation { action_id, text }));
        if watcher.fields.kind == WatcherKind::Mailbox && !watcher.fields.include_attachments {
            violations.extend(actions.iter().filter_map(without_attachments));
        }
        Ok(violations)
    }

    /// What `Op.Target` of a `Sql` action can name.
    pub async fn tables(&self) -> Result<Vec<UserTable>, WatcherError> {
        Ok(user_tables(&self.store, &procedures()).await?)
    }

    fn constant_violations(&self, actions: &[Action]) -> Vec<ActionViolation> {
        let each = actions.iter().map(|action| (action.action_type.as_str(), &action.config, action.is_phase_one));
        let found = constants::validate(&self.handlers, each);
        let of_action = |(action, violations): (&Action, Vec<ConfigViolation>)| {
            let (action_id, name) = (action.id, action.name.clone());
            violations.into_iter().map(move |violation| ActionViolation {
                action_id,
                text: format!("{name:?}: {}", in_config(violation)),
            })
        };
        actions.iter().zip(found).flat_map(of_action).collect()
    }

    /// Fails with all violations that prevent saving.
    pub async fn check_action(&self, fields: &ActionFields) -> Result<(), WatcherError> {
        let credential = match fields.credential_id {
            Some(id) => credential::list(&mut self.store.reader().await?, Some(id)).await?.pop(),
            None => None,
        };
        let violations = self.action_violations(fields, credential.as_ref()).await;
        if violations.is_empty() { Ok(()) } else { Err(WatcherError::Invalid(violations)) }
    }

    /// All violations that prevent saving. `credential` is the one that the action names, if it exists.
    pub async fn action_violations(
        &self,
        fields: &ActionFields,
        credential: Option<&Credential>,
    ) -> Vec<ConfigViolation> {
        let mut violations = Vec::new();
        let count = fields.name.chars().count();
        if !(1..=200).contains(&count) || fields.name.trim().is_empty() || fields.name.chars().any(char::is_control) {
            violations.push(ConfigViolation::new("name", "must be 1 to 200 characters"));
        }
        if fields.order.is_some_and(|order| !(0..=MAX_ORDER).contains(&order)) {
            violations.push(ConfigViolation::new("order", format!("must be between 0 and {MAX_ORDER}")));
        }
        if fields.credential_id.is_some() {
            violations.extend(credential_violation(credential, fields));
        }
        let of_handler = self.handlers.check(&fields.action_type, &fields.config, fields.credential_id).await;
        violations.extend(of_handler.into_iter().map(in_config));
        violations
    }
}

fn credential_violation(credential: Option<&Credential>, fields: &ActionFields) -> Option<ConfigViolation> {
    let Some(credential) = credential else { return Some(credential_not_found()) };
    let opens_mailbox = credential_usage::signs_in_to_mailboxes(&fields.action_type, &fields.config);
    let reason = credential_usage::mailbox_rejection(credential).filter(|_| opens_mailbox)?;
    Some(ConfigViolation::new("credentialId", reason))
}

/// A stored header value was entered for the host of the stored URL. It is not sent to another one.
pub(super) fn check_host_of_masks(before: &Action, fields: &ActionFields) -> Result<(), WatcherError> {
    let target = credential_usage::target_host;
    let is_moved = target(&before.action_type, &before.config) != target(&fields.action_type, &fields.config);
    if !is_moved || before.action_type != fields.action_type {
        return Ok(());
    }
    let violation = |path: String| {
        let name = path.strip_prefix("Op.Headers.").unwrap_or(&path);
        let message = format!("enter the value of {name} again: the URL now points to another host");
        in_config(ConfigViolation::new(path.clone(), message))
    };
    let violations: Vec<_> =
        action_secrets::unresolved(&fields.action_type, &fields.config).into_iter().map(violation).collect();
    if violations.is_empty() { Ok(()) } else { Err(WatcherError::Invalid(violations)) }
}

/// A mask that no stored secret replaces cannot be saved.
pub(super) fn check_masks(fields: &ActionFields) -> Result<(), WatcherError> {
    let message = || format!("enter the whole value; \"{MASK}\" alone keeps a stored value, and none is stored here");
    let unresolved = action_secrets::unresolved(&fields.action_type, &fields.config).into_iter();
    let violations: Vec<_> = unresolved.map(|path| in_config(ConfigViolation::new(path, message()))).collect();
    if violations.is_empty() { Ok(()) } else { Err(WatcherError::Invalid(violations)) }
}

/// Whether the action reads an attachment, which the watcher does not download.
fn without_attachments(action: &Action) -> Option<ActionViolation> {
    let is_affected = action.action_type == "TextExtract" && reads_attachments(&action.config);
    is_affected.then(|| ActionViolation {
        action_id: action.id,
        text: format!(
            "“{}” reads an attachment, but the watcher does not download attachments. Turn on “Save attachments” \
             (includeAttachments) in the settings of the watcher.",
            action.name
        ),
    })
}

/// Makes the path relative to the action that the client sent.
pub(super) fn in_config(violation: ConfigViolation) -> ConfigViolation {
    match violation.path.as_str() {
        "actionType" => violation,
        "" => ConfigViolation::new("config", violation.message),
        path => ConfigViolation::new(format!("config.{path}"), violation.message),
    }
}
