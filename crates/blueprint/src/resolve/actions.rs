//! The actions of a watcher.

use super::{Resolver, WantedAction, secret_of};
use crate::document::ActionEntry;
use stormwire_city::action_secrets::{self, ActionSecrets, MASK};
use stormwire_city::credential_usage::{rejection, target_host};
use stormwire_store::CredentialId;
use stormwire_store::tables::action::{Action, ActionFields};

/// Handlers must not read a credential that the same file changes.
const NO_STORED_CREDENTIAL: CredentialId = CredentialId::new(-1);

#[derive(Default)]
pub(super) struct ResolvedActions {
    pub(super) entries: Vec<ActionEntry>,
    pub(super) wanted: Vec<WantedAction>,
    pub(super) missing_secrets: Vec<String>,
}

impl Resolver<'_> {
    pub(super) async fn actions(
        &mut self,
        path: &str,
        entries: &[ActionEntry],
        stored: Option<&[Action]>,
    ) -> ResolvedActions {
        let mut resolved = ResolvedActions::default();
        for (index, entry) in entries.iter().enumerate() {
            let path = format!("{path}.actions[{:?}]", entry.name);
            let before = matching(entries, index, stored.unwrap_or_default());
            let Some(fields) = self.action_fields(&path, entry, before) else { continue };
            let unresolved = action_secrets::unresolved(&fields.action_type, &fields.config);
            self.check_action(&path, &fields, &unresolved).await;
            let secret = |name: &String| format!("{name} of the action {:?}", entry.name);
            resolved.missing_secrets.extend(unresolved.iter().map(secret));
            let credential = fields.credential_id.and_then(|id| self.credential(id));
            resolved.missing_secrets.extend(credential.and_then(secret_of));
            resolved.entries.push(entry.clone());
            resolved.wanted.push(WantedAction { fields, stored: before.map(|action| action.id) });
        }
        resolved
    }

    /// With the secrets that are stored.
    fn action_fields(&mut self, path: &str, entry: &ActionEntry, before: Option<&Action>) -> Option<ActionFields> {
        let credential = entry.credential.as_ref().map(|name| self.names.credential(name)).transpose();
        let credential_id = credential.map_err(|message| self.reject(format!("{path}.credential"), message)).ok()?;
        let (masked, _) = action_secrets::split(&entry.action_type, entry.config.clone());
        if masked != entry.config {
            let message =
                format!("contains a secret, which a file must not; write {MASK:?}, and enter it in the portal");
            self.reject(format!("{path}.config"), message);
            return None;
        }
        let secrets = before.filter(|before| keeps_secrets(before, entry));
        let secrets = secrets.map(|before| ActionSecrets::open(self.secrets, before)).transpose();
        let secrets = secrets.map_err(|error| self.reject(path, error)).ok()?.unwrap_or_default();
        Some(ActionFields {
            name: entry.name.clone(),
            action_type: entry.action_type.clone(),
            config: action_secrets::merge(&entry.action_type, masked, &secrets),
            order: None,
            credential_id,
            is_phase_one: entry.is_phase_one,
        })
    }

    /// What is wrong with a secret that is missing is no news.
    async fn check_action(&mut self, path: &str, fields: &ActionFields, unresolved: &[String]) {
        let credential = fields.credential_id.and_then(|id| self.credential(id)).cloned();
        let checked =
            ActionFields { credential_id: fields.credential_id.map(|_| NO_STORED_CREDENTIAL), ..fields.clone() };
        let violations = self.admin.action_violations(&checked, credential.as_ref()).await;
        let is_missing = |violation: &str| {
            unresolved
                .iter()
                .any(|name| violation.strip_prefix("config.").is_some_and(|path| path.starts_with(name.as_str())))
        };
        for violation in violations.into_iter().filter(|one| !is_missing(&one.path)) {
            self.reject(format!("{path}.{}", violation.path), violation.message);
        }
        let host = target_host(&fields.action_type, &fields.config);
        let reason = credential.zip(host).and_then(|(credential, host)| rejection(&credential, &host));
        if let Some(reason) = reason {
            self.reject(format!("{path}.credential"), reason);
        }
    }
}

/// The stored action of an entry: of those with its name, the one at the same position among them.
fn matching<'a>(entries: &[ActionEntry], index: usize, stored: &'a [Action]) -> Option<&'a Action> {
    let name = &entries.get(index)?.name;
    let earlier = entries.iter().take(index).filter(|entry| entry.name == *name).count();
    stored.iter().filter(|action| action.name == *name).nth(earlier)
}

/// A stored value was entered for the host of the stored URL. It is not sent to another one.
fn keeps_secrets(before: &Action, entry: &ActionEntry) -> bool {
    let host = target_host(&entry.action_type, &entry.config);
    before.action_type == entry.action_type && target_host(&before.action_type, &before.config) == host
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use stormwire_store::{ActionId, WatcherId};

    fn stored(id: i64, name: &str, url: &str) -> Action {
        Action {
            id: ActionId::new(id),
            watcher_id: WatcherId::new(1),
            order: 1,
            name: name.into(),
            action_type: "Http".into(),
            config: json!({"Op": {"Url": url}}),
            credential_id: None,
            is_phase_one: true,
            sealed_secrets: None,
        }
    }

    fn entry(name: &str, config: Value) -> ActionEntry {
        ActionEntry { name: name.into(), action_type: "Http".into(), is_phase_one: true, credential: None, config }
    }

    #[test]
    fn actions_with_the_same_name_match_in_their_order() {
        let stored = [stored(1, "A", "x"), stored(2, "B", "x"), stored(3, "A", "x")];
        let entries = ["A", "A", "A", "B"].map(|name| entry(name, Value::Null));
        let found: Vec<Option<i64>> =
            (0..4).map(|index| matching(&entries, index, &stored).map(|action| action.id.get())).collect();
        assert_eq!(found, [Some(1), Some(3), None, Some(2)]);
    }

    #[test]
    fn secrets_are_not_kept_for_another_host() {
        let before = stored(1, "A", "https://a.example/x");
        for (url, expected) in [("https://a.example/y", true), ("https://b.example/x", false)] {
            assert_eq!(keeps_secrets(&before, &entry("A", json!({"Op": {"Url": url}}))), expected, "{url}");
        }
    }
}
