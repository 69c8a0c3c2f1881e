//! Seals the secrets of actions that an earlier version stored in clear text, also in the audit trail. Runs at every start
//! and finds nothing to do after the first.

use super::config_secrets::{ActionSecretsError, split};
use crate::secrets::Secrets;
use futures_util::FutureExt;
use serde_json::Value;
use stormwire_store::tables::action::{self, Action, ActionFields};
use stormwire_store::tables::audit::{self, AuditEntry, AuditFilter};
use stormwire_store::{Conn, LockTarget, Schema, Store, StoreError, lock_for_update};

const PAGE: u32 = 200;

/// Returns how many actions were sealed. The audit trail is always searched: it also has the secrets of actions that were
/// deleted before, and the last run may have ended before it was searched.
pub async fn seal_stored_actions(store: &Store, secrets: &Secrets) -> Result<usize, ActionSecretsError> {
    let all = action::list_all(&mut store.reader().await?).await?;
    let plain: Vec<Action> = all.into_iter().filter(has_plain_secrets).collect();
    for action in &plain {
        let (mine, action) = (secrets.clone(), action.clone());
        let unit = store.write(Schema::It, move |conn| async move { seal_action(conn, &mine, &action).await }.boxed());
        unit.await?;
    }
    mask_audit_trail(store).await?;
    Ok(plain.len())
}

fn has_plain_secrets(action: &Action) -> bool {
    !split(&action.action_type, action.config.clone()).1.is_empty()
}

async fn seal_action(conn: &mut Conn, secrets: &Secrets, found: &Action) -> Result<(), ActionSecretsError> {
    lock_for_update(conn, LockTarget::Watcher(found.watcher_id)).await?;
    // It may have been changed or deleted meanwhile.
    let Some(action) = action::get(conn, found.watcher_id, found.id).await?.filter(has_plain_secrets) else {
        return Ok(());
    };
    let (config, values) = split(&action.action_type, action.config.clone());
    let Action { id, watcher_id, order, name, action_type, credential_id, is_phase_one, .. } = action;
    let fields = ActionFields { name, action_type, config, order: Some(order), credential_id, is_phase_one };
    action::update(conn, watcher_id, id, fields).await?;
    values.store(conn, secrets, id).await
}

async fn mask_audit_trail(store: &Store) -> Result<(), StoreError> {
    let filter = AuditFilter { resource: Some("action".into()), ..AuditFilter::default() };
    let mut cursor = None;
    loop {
        let entries = audit::list(&mut store.reader().await?, &filter, cursor, PAGE).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        cursor = Some(last.cursor.clone());
        for entry in entries.iter().filter_map(masked_entry) {
            let unit = store.write(Schema::It, move |conn| {
                async move { audit::set_values(conn, entry.cursor.id, &entry.before, &entry.after).await }.boxed()
            });
            unit.await?;
        }
    }
}

/// `None` if nothing has to be masked.
fn masked_entry(entry: &AuditEntry) -> Option<AuditEntry> {
    let masked = AuditEntry {
        before: entry.before.clone().map(mask_action),
        after: entry.after.clone().map(mask_action),
        ..entry.clone()
    };
    (masked != *entry).then_some(masked)
}

/// The values of an action as the audit trail has them.
fn mask_action(mut values: Value) -> Value {
    let action_type = values["actionType"].as_str().unwrap_or_default().to_owned();
    if let Some(config) = values.get_mut("config") {
        *config = split(&action_type, config.take()).0;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_of_the_audit_trail_are_masked() {
        let values = |url: &str| json!({"name": "A", "actionType": "Chat", "config": {"Op": {"Url": url}}});
        assert_eq!(mask_action(values("https://hook")), values(super::super::config_secrets::MASK));
        assert_eq!(mask_action(json!([1, 2])), json!([1, 2]), "a new order of actions");
    }
}
