//! Stores a watcher with its actions, inside a unit of work.

use crate::installation::StoredWatcher;
use crate::resolve::{WantedAction, WantedWatcher};
use std::collections::BTreeMap;
use stormwire_city::{Recorder, action_secrets};
use stormwire_store::tables::action::{self, Action, ActionFields};
use stormwire_store::tables::watcher::{self, WatcherFields};
use stormwire_store::{ActionId, Conn, CredentialId, WatcherId};
use stormwire_watcher::WatcherError;
use stormwire_watcher::admin::action_unit::{delete_action, insert_action, order_actions, update_action};
use stormwire_watcher::admin::watcher_unit::{insert_watcher, update_watcher};

/// The ids of credentials that were provisional.
pub(crate) type NewCredentials = BTreeMap<CredentialId, CredentialId>;

/// A watcher that needs secrets which nobody has entered is stored disabled. `before` was locked and read in this unit.
pub(crate) async fn write_watcher(
    conn: &mut Conn,
    before: Option<&StoredWatcher>,
    wanted: &WantedWatcher,
    credentials: &NewCredentials,
    recorder: Recorder<'_>,
) -> Result<(), WatcherError> {
    let Recorder { actor, now, .. } = recorder;
    let mut fields = wanted.fields.clone();
    fields.credential_id = stored_id(fields.credential_id, credentials);
    fields.folder_id = before.and_then(|before| kept_folder_id(&before.watcher.fields, &fields));
    let awaits_secrets = fields.is_enabled && !wanted.missing_secrets.is_empty();
    fields.is_enabled &= !awaits_secrets;
    let id = match before {
        None => {
            let id = insert_watcher(conn, &fields, actor, now).await?;
            write_actions(conn, id, &wanted.actions, credentials, recorder).await?;
            id
        }
        Some(StoredWatcher { watcher, .. }) => {
            // The actions come first: whether the watcher can be enabled depends on them.
            write_actions(conn, watcher.id, &wanted.actions, credentials, recorder).await?;
            update_watcher(conn, watcher, &fields, actor, now).await?;
            watcher.id
        }
    };
    Ok(watcher::put_awaits_secrets(conn, id, awaits_secrets).await?)
}

fn stored_id(id: Option<CredentialId>, credentials: &NewCredentials) -> Option<CredentialId> {
    id.map(|id| credentials.get(&id).copied().unwrap_or(id))
}

/// The folder that was found for the path, while the path is the same.
fn kept_folder_id(before: &WatcherFields, after: &WatcherFields) -> Option<String> {
    let is_same = before.mailbox_address == after.mailbox_address && before.folder_path == after.folder_path;
    before.folder_id.clone().filter(|_| is_same)
}

async fn write_actions(
    conn: &mut Conn,
    watcher_id: WatcherId,
    wanted: &[WantedAction],
    credentials: &NewCredentials,
    recorder: Recorder<'_>,
) -> Result<(), WatcherError> {
    let stored = action::list(conn, watcher_id).await?;
    for action in &stored {
        if !wanted.iter().any(|one| one.stored == Some(action.id)) {
            delete_action(conn, action, recorder.actor, recorder.now).await?;
        }
    }
    let mut ids = Vec::new();
    for one in wanted {
        let before = stored.iter().find(|action| Some(action.id) == one.stored);
        let credential_id = stored_id(one.fields.credential_id, credentials);
        let order = before.map(|action| action.order);
        let fields = ActionFields { credential_id, order, ..one.fields.clone() };
        ids.push(match before {
            Some(action) if is_unchanged(action, &fields) => action.id,
            Some(action) => update_action(conn, action, fields, recorder).await?.id,
            None => insert_action(conn, watcher_id, fields, recorder).await?.id,
        });
    }
    let current: Vec<ActionId> = action::list(conn, watcher_id).await?.iter().map(|action| action.id).collect();
    if current != ids {
        order_actions(conn, watcher_id, &ids, recorder.actor, recorder.now).await?;
    }
    Ok(())
}

/// Secrets that were merged into the config are those that are stored.
fn is_unchanged(action: &Action, fields: &ActionFields) -> bool {
    let (masked, _) = action_secrets::split(&fields.action_type, fields.config.clone());
    action.name == fields.name
        && action.action_type == fields.action_type
        && action.config == masked
        && action.credential_id == fields.credential_id
        && action.is_phase_one == fields.is_phase_one
}
