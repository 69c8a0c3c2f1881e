//! Gives a purpose to a credential that has none: its first use decides.

use super::rules::{mailbox_rejection, target_host};
use super::users::CredentialUsers;
use futures_util::FutureExt;
use serde_json::Value;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::credential::{self as rows, Credential, CredentialPurpose, CredentialUsage};
use stormwire_store::{Conn, CredentialId, LockTarget, Schema, Store, StoreError, lock_for_update};

/// Inside the unit that saves the action.
pub async fn decide_by_action(
    conn: &mut Conn,
    id: Option<CredentialId>,
    action_type: &str,
    config: &Value,
) -> Result<(), StoreError> {
    let (Some(id), Some(host)) = (id, target_host(action_type, config)) else { return Ok(()) };
    lock_for_update(conn, LockTarget::Credential(id)).await?;
    let found = rows::list(conn, Some(id)).await?.pop();
    if found.is_none_or(|credential| credential.usage.purpose.is_some()) {
        return Ok(());
    }
    // A watcher may have begun to use it since the action was checked.
    let usage = if CredentialUsers::read(conn).await?.opens_mailboxes(id) {
        CredentialUsage { purpose: Some(CredentialPurpose::Mailbox), hosts: Vec::new() }
    } else {
        CredentialUsage { purpose: Some(CredentialPurpose::Http), hosts: vec![host] }
    };
    rows::set_usage(conn, id, &usage).await
}

/// Inside the unit that saves the watcher. Returns why the watcher must not use the credential, if it must not.
pub async fn decide_by_watcher(conn: &mut Conn, id: CredentialId) -> Result<Option<String>, StoreError> {
    lock_for_update(conn, LockTarget::Credential(id)).await?;
    // The foreign key rejects a credential that does not exist.
    let Some(credential) = rows::list(conn, Some(id)).await?.pop() else { return Ok(None) };
    if credential.usage.purpose.is_none() {
        let usage = CredentialUsage { purpose: Some(CredentialPurpose::Mailbox), hosts: Vec::new() };
        rows::set_usage(conn, id, &usage).await?;
    }
    Ok(mailbox_rejection(&credential))
}

/// Gives the credentials of earlier versions a purpose by their use, so that existing watchers and actions keep working.
/// Returns how many got one. Runs at every start; those that nothing uses yet stay undecided.
pub async fn decide_stored_credentials(store: &Store) -> Result<usize, StoreError> {
    let mut conn = store.reader().await?;
    let users = CredentialUsers::read(&mut conn).await?;
    let all = rows::list(&mut conn, None).await?;
    drop(conn);
    let decided: Vec<_> =
        all.iter().filter_map(|one| Some((one.id, one.usage.clone(), usage_by_use(one, &users)?))).collect();
    let count = decided.len();
    for (id, before, usage) in decided {
        let unit = store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Credential(id)).await?;
                let is_unchanged = rows::list(conn, Some(id)).await?.iter().any(|one| one.usage == before);
                if is_unchanged { rows::set_usage(conn, id, &usage).await } else { Ok(()) }
            }
            .boxed()
        });
        unit.await?;
    }
    Ok(count)
}

/// `None` if the stored usage stays. A credential that is used for both opens mailboxes and keeps the hosts of its actions.
fn usage_by_use(credential: &Credential, users: &CredentialUsers) -> Option<CredentialUsage> {
    let id = credential.id;
    match credential.usage.purpose {
        Some(CredentialPurpose::Mailbox) => None,
        // Saving such a watcher was possible before; it must not stop.
        Some(CredentialPurpose::Http) => {
            let is_named = users.watchers.iter().any(|one| one.fields.credential_id == Some(id));
            let hosts = credential.usage.hosts.clone();
            is_named.then_some(CredentialUsage { purpose: Some(CredentialPurpose::Mailbox), hosts })
        }
        None => {
            let hosts = hosts_of(id, &users.actions);
            let purpose = match (users.opens_mailboxes(id), hosts.is_empty()) {
                (true, _) => CredentialPurpose::Mailbox,
                (false, false) => CredentialPurpose::Http,
                (false, true) => return None,
            };
            Some(CredentialUsage { purpose: Some(purpose), hosts })
        }
    }
}

fn hosts_of(id: CredentialId, actions: &[Action]) -> Vec<String> {
    let own = actions.iter().filter(|action| action.credential_id == Some(id));
    let mut hosts: Vec<String> = own.filter_map(|action| target_host(&action.action_type, &action.config)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    hosts
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stormwire_store::{ActionId, WatcherId};

    fn action(action_type: &str, config: Value) -> Action {
        Action {
            id: ActionId::new(1),
            watcher_id: WatcherId::new(1),
            order: 1,
            name: "a".into(),
            action_type: action_type.into(),
            config,
            credential_id: Some(CredentialId::new(7)),
            is_phase_one: true,
            sealed_secrets: None,
        }
    }

    #[test]
    fn hosts_are_those_of_the_actions_of_the_credential() {
        let http = action("Http", json!({"Op": {"Url": "https://API.example.com:8443/{{ $.Id }}?k=1"}}));
        let order = action("WorkOrder", json!({"Op": {"Endpoint": "https://311.example.gov/v2"}}));
        let chat = action("Chat", json!({"Op": {"Text": "x"}}));
        let all = [http.clone(), order, http, chat.clone()];
        assert_eq!(hosts_of(CredentialId::new(7), &all), ["311.example.gov", "api.example.com"]);
        assert!(hosts_of(CredentialId::new(8), &all).is_empty());
        assert!(hosts_of(CredentialId::new(7), &[chat]).is_empty(), "the webhook URL itself is the secret");
    }
}
