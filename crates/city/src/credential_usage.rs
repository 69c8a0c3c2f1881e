//! What a credential may be used for. A credential for HTTP is only sent to the hosts that are listed with it, so that an
//! action cannot send the secret of one system to another.

use futures_util::FutureExt;
use serde_json::Value;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::credential::{self as rows, Credential, CredentialPurpose, CredentialUsage};
use stormwire_store::{Conn, CredentialId, LockTarget, Schema, Store, StoreError, lock_for_update};
use url::Url;

/// The host that an action sends its credential to, in lower case. `None` if it sends it nowhere.
pub fn target_host(action_type: &str, config: &Value) -> Option<String> {
    let pointer = match action_type {
        "Http" => "/Op/Url",
        "WorkOrder" => "/Op/Endpoint",
        _ => return None,
    };
    url_host(config.pointer(pointer)?.as_str()?)
}

pub fn url_host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_lowercase)
}

/// Why the credential must not be sent to the host. `None` if it may.
pub fn rejection(credential: &Credential, host: &str) -> Option<String> {
    let usage = &credential.usage;
    let name = &credential.name;
    match usage.purpose {
        // Its first use decides.
        None => None,
        Some(CredentialPurpose::Mailbox) => Some(format!(
            "the credential {name:?} is for mailboxes and is not sent to {host}. Select or create one with the purpose http."
        )),
        Some(CredentialPurpose::Http) if usage.hosts.iter().any(|known| known == host) => None,
        Some(CredentialPurpose::Http) => Some(format!(
            "the credential {name:?} is not allowed for {host}. Add the host to the credential, or select another one."
        )),
    }
}

/// The first action that uses a credential without a purpose decides it. Inside the unit that saves the action.
pub async fn decide_by_use(
    conn: &mut Conn,
    id: Option<CredentialId>,
    action_type: &str,
    config: &Value,
) -> Result<(), StoreError> {
    let (Some(id), Some(host)) = (id, target_host(action_type, config)) else { return Ok(()) };
    lock_for_update(conn, LockTarget::Credential(id)).await?;
    let found = rows::list(conn, Some(id)).await?.pop();
    match found {
        Some(credential) if credential.usage.purpose.is_none() => {
            let usage = CredentialUsage { purpose: Some(CredentialPurpose::Http), hosts: vec![host] };
            rows::set_usage(conn, id, &usage).await
        }
        _ => Ok(()),
    }
}

/// Gives the credentials of earlier versions a purpose by their use, so that existing actions keep working. Returns how many
/// got one. Runs at every start; those that nothing uses yet stay undecided.
pub async fn decide_stored_credentials(store: &Store) -> Result<usize, StoreError> {
    let mut conn = store.reader().await?;
    let actions = action::list_all(&mut conn).await?;
    let undecided = rows::list(&mut conn, None).await?.into_iter().filter(|one| one.usage.purpose.is_none());
    let mut decided = Vec::new();
    for credential in undecided {
        let has_watchers = rows::count_watchers(&mut conn, credential.id).await? > 0;
        decided.extend(usage_by_use(credential.id, &actions, has_watchers).map(|usage| (credential.id, usage)));
    }
    drop(conn);
    let count = decided.len();
    for (id, usage) in decided {
        let unit = store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Credential(id)).await?;
                let is_undecided = rows::list(conn, Some(id)).await?.iter().any(|one| one.usage.purpose.is_none());
                if is_undecided { rows::set_usage(conn, id, &usage).await } else { Ok(()) }
            }
            .boxed()
        });
        unit.await?;
    }
    Ok(count)
}

/// Actions count more than watchers: a watcher works with a credential of either purpose.
fn usage_by_use(id: CredentialId, actions: &[Action], has_watchers: bool) -> Option<CredentialUsage> {
    let own = actions.iter().filter(|action| action.credential_id == Some(id));
    let mut hosts: Vec<String> = own.filter_map(|action| target_host(&action.action_type, &action.config)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let purpose = match (hosts.is_empty(), has_watchers) {
        (false, _) => CredentialPurpose::Http,
        (true, true) => CredentialPurpose::Mailbox,
        (true, false) => return None,
    };
    Some(CredentialUsage { purpose: Some(purpose), hosts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stormwire_store::tables::credential::CredentialStatus;
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
    fn credentials_of_earlier_versions_keep_working() {
        let http = action("Http", json!({"Op": {"Url": "https://API.example.com:8443/{{ $.Id }}?k=1"}}));
        let order = action("WorkOrder", json!({"Op": {"Endpoint": "https://311.example.gov/v2"}}));
        let chat = action("Chat", json!({"Op": {"Text": "x"}}));
        let all = [http.clone(), order, http, chat.clone()];
        let usage = usage_by_use(CredentialId::new(7), &all, true).unwrap();
        assert_eq!(usage.purpose, Some(CredentialPurpose::Http));
        assert_eq!(usage.hosts, ["311.example.gov", "api.example.com"]);
        let purpose = |actions: &[Action], has_watchers| {
            usage_by_use(CredentialId::new(7), actions, has_watchers).and_then(|usage| usage.purpose)
        };
        assert_eq!(purpose(&[], true), Some(CredentialPurpose::Mailbox));
        assert_eq!(purpose(&[chat], false), None, "the webhook URL itself is the secret");
        assert!(usage_by_use(CredentialId::new(8), &all, false).is_none());
    }

    #[test]
    fn a_credential_goes_only_where_it_may() {
        let credential = |purpose, hosts: &[&str]| Credential {
            id: CredentialId::new(7),
            name: "Key".into(),
            client_id: "c".into(),
            namespace: "n".into(),
            secret_expires_at: None,
            certificate_thumbprint: None,
            sign_in_error: None,
            status: CredentialStatus::Good,
            status_reason: None,
            usage: CredentialUsage { purpose, hosts: hosts.iter().map(|host| (*host).to_owned()).collect() },
        };
        let (http, mailbox) = (Some(CredentialPurpose::Http), Some(CredentialPurpose::Mailbox));
        for (credential, is_rejected) in [
            (credential(http, &["a.example", "b.example"]), false),
            (credential(http, &["a.example.evil", "x.b.example"]), true),
            (credential(http, &[]), true),
            (credential(mailbox, &["b.example"]), true),
            (credential(None, &[]), false),
        ] {
            assert_eq!(rejection(&credential, "b.example").is_some(), is_rejected, "{credential:?}");
        }
    }
}
