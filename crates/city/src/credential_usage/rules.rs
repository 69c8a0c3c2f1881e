//! The rules, without lookups.

use serde_json::Value;
use stormwire_store::tables::credential::{Credential, CredentialPurpose, CredentialUsage};
use thiserror::Error;
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

/// Whether an action signs in at the mail provider with its credential.
pub fn signs_in_to_mailboxes(action_type: &str, config: &Value) -> bool {
    action_type == "Email" && config.pointer("/Op/Via").and_then(Value::as_str) == Some("Graph")
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
        // Also of mailbox credentials: earlier versions used one credential for both.
        Some(_) if usage.hosts.iter().any(|known| known == host) => None,
        Some(CredentialPurpose::Mailbox) => Some(format!(
            "the credential {name:?} is for mailboxes and is not sent to {host}. Select or create one with the purpose http."
        )),
        Some(CredentialPurpose::Http) => Some(format!(
            "the credential {name:?} is not allowed for {host}. Add the host to the credential, or select another one."
        )),
    }
}

pub fn can_open_mailboxes(credential: &Credential) -> bool {
    credential.usage.purpose != Some(CredentialPurpose::Http)
}

/// Why the credential must not be used to sign in at the mail provider. `None` if it may.
pub fn mailbox_rejection(credential: &Credential) -> Option<String> {
    let name = &credential.name;
    let message = || {
        format!(
            "the credential {name:?} is for other systems (purpose http) and does not open mailboxes. Select or create one with \
             the purpose mailbox."
        )
    };
    (!can_open_mailboxes(credential)).then(message)
}

/// The credential of everything that names none: the only one that can open mailboxes.
pub fn only_for_mailboxes(all: &[Credential]) -> Option<&Credential> {
    let mut candidates = all.iter().filter(|one| can_open_mailboxes(one));
    candidates.next().filter(|_| candidates.next().is_none())
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct InvalidUsage {
    pub field: &'static str,
    pub message: String,
}

/// Rejects a usage that does not say where the credential may be sent. What is stored already may stay.
pub fn check_change(before: Option<&CredentialUsage>, after: &CredentialUsage) -> Result<(), InvalidUsage> {
    let stored = before.map(|usage| usage.hosts.as_slice()).unwrap_or_default();
    let is_stored = |host: &&String| stored.contains(host);
    let invalid = |message: String| Err(InvalidUsage { field: "hosts", message });
    if let Some(host) = after.hosts.iter().find(|host| host.contains('*') && !is_stored(host)) {
        return invalid(format!(
            "{host:?} is a wildcard, which would let actions send the secret anywhere. List each host, such as api.example.com."
        ));
    }
    let was = |purpose| before.is_some_and(|usage| usage.purpose == Some(purpose));
    let is_list_missing = after.hosts.is_empty() && !(was(CredentialPurpose::Http) && stored.is_empty());
    let keeps_stored = was(CredentialPurpose::Mailbox) && after.hosts.iter().all(|host| is_stored(&host));
    match after.purpose {
        Some(CredentialPurpose::Http) if is_list_missing => {
            invalid("required for the purpose http: list the hosts that get the secret, such as api.example.com".into())
        }
        Some(CredentialPurpose::Mailbox) if !after.hosts.is_empty() && !keeps_stored => {
            invalid("only for the purpose http; remove the hosts".into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::CredentialId;
    use stormwire_store::tables::credential::CredentialStatus;

    const HTTP: Option<CredentialPurpose> = Some(CredentialPurpose::Http);
    const MAILBOX: Option<CredentialPurpose> = Some(CredentialPurpose::Mailbox);

    fn usage(purpose: Option<CredentialPurpose>, hosts: &[&str]) -> CredentialUsage {
        CredentialUsage { purpose, hosts: hosts.iter().map(|host| (*host).to_owned()).collect() }
    }

    fn credential(id: i64, usage: CredentialUsage) -> Credential {
        Credential {
            id: CredentialId::new(id),
            name: "Key".into(),
            client_id: "c".into(),
            namespace: "n".into(),
            secret_expires_at: None,
            has_secret: true,
            certificate_thumbprint: None,
            sign_in_error: None,
            status: CredentialStatus::Good,
            status_reason: None,
            usage,
        }
    }

    #[test]
    fn a_credential_goes_only_where_it_may() {
        for (purpose, hosts, is_rejected) in [
            (HTTP, &["a.example", "b.example"][..], false),
            (HTTP, &["a.example.evil", "x.b.example"], true),
            (HTTP, &["*"], true),
            (HTTP, &[], true),
            (MAILBOX, &[], true),
            (MAILBOX, &["b.example"], false),
            (None, &[], false),
        ] {
            let credential = credential(7, usage(purpose, hosts));
            assert_eq!(rejection(&credential, "b.example").is_some(), is_rejected, "{credential:?}");
        }
    }

    #[test]
    fn http_credentials_never_open_mailboxes() {
        let with = |id, purpose| credential(id, usage(purpose, &["b.example"]));
        assert!(mailbox_rejection(&with(1, HTTP)).is_some());
        assert!(mailbox_rejection(&with(1, MAILBOX)).is_none());
        assert!(mailbox_rejection(&with(1, None)).is_none());
        let only = |all: &[Credential]| only_for_mailboxes(all).map(|one| one.id.get());
        assert_eq!(only(&[with(1, HTTP), with(2, MAILBOX), with(3, HTTP)]), Some(2));
        assert_eq!(only(&[with(1, HTTP), with(2, None)]), Some(2));
        assert_eq!(only(&[with(1, HTTP)]), None);
        assert_eq!(only(&[with(1, MAILBOX), with(2, None)]), None);
    }

    #[test]
    fn new_usage_names_its_hosts_and_stored_usage_may_stay() {
        for (before, after, is_valid) in [
            (None, usage(HTTP, &["a.example"]), true),
            (None, usage(HTTP, &[]), false),
            (None, usage(HTTP, &["*"]), false),
            (None, usage(HTTP, &["*.example.com"]), false),
            (None, usage(MAILBOX, &[]), true),
            (None, usage(MAILBOX, &["a.example"]), false),
            (Some(usage(HTTP, &[])), usage(HTTP, &[]), true),
            (Some(usage(HTTP, &["*"])), usage(HTTP, &["*", "b.example"]), true),
            (Some(usage(HTTP, &["a.example"])), usage(HTTP, &[]), false),
            (Some(usage(HTTP, &["a.example"])), usage(MAILBOX, &["a.example"]), false),
            (Some(usage(MAILBOX, &["a.example", "b.example"])), usage(MAILBOX, &["a.example"]), true),
            (Some(usage(MAILBOX, &["a.example"])), usage(MAILBOX, &["b.example"]), false),
            (Some(usage(MAILBOX, &[])), usage(HTTP, &[]), false),
        ] {
            assert_eq!(check_change(before.as_ref(), &after).is_ok(), is_valid, "{before:?} {after:?}");
        }
    }
}
