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
        for (entry, before) in entries.iter().zip(match_stored(entries, stored.unwrap_or_default())) {
            let path = format!("{path}.actions[{:?}]", entry.name);
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

/// The stored action of each entry. Names decide first. An action that is left was renamed if it still follows the same action:
/// as a new one it would lose its secrets, and the watcher would be disabled.
fn match_stored<'a>(entries: &[ActionEntry], stored: &'a [Action]) -> Vec<Option<&'a Action>> {
    let mut found: Vec<Option<usize>> = (0..entries.len()).map(|index| same_name(entries, index, stored)).collect();
    for (index, entry) in entries.iter().enumerate() {
        if found[index].is_some() {
            continue;
        }
        let next = if index == 0 { Some(0) } else { found[index - 1].map(|previous| previous + 1) };
        let is_renamed = |at: usize| stored.get(at).is_some_and(|before| is_renamed(before, entry));
        let renamed = next.filter(|at| !found.contains(&Some(*at)) && is_renamed(*at));
        found[index] = renamed;
    }
    found.into_iter().map(|at| stored.get(at?)).collect()
}

/// The index of the stored action with the entry's name: of several, the one at the same position among them.
fn same_name(entries: &[ActionEntry], index: usize, stored: &[Action]) -> Option<usize> {
    let name = &entries.get(index)?.name;
    let earlier = entries.iter().take(index).filter(|entry| entry.name == *name).count();
    let mut same = stored.iter().enumerate().filter(|(_, action)| action.name == *name);
    same.nth(earlier).map(|(at, _)| at)
}

/// Without a host nothing says that the secret, such as the URL of a chat channel, is meant for it, unless all else is the same.
fn is_renamed(before: &Action, entry: &ActionEntry) -> bool {
    let has_host = target_host(&entry.action_type, &entry.config).is_some();
    keeps_secrets(before, entry) && (has_host || before.config == entry.config)
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

    fn ids(entries: &[ActionEntry], stored: &[Action]) -> Vec<Option<i64>> {
        match_stored(entries, stored).into_iter().map(|found| found.map(|action| action.id.get())).collect()
    }

    #[test]
    fn actions_with_the_same_name_match_in_their_order() {
        let stored = [stored(1, "A", "x"), stored(2, "B", "x"), stored(3, "A", "x")];
        let entries = ["A", "A", "A", "B"].map(|name| entry(name, Value::Null));
        assert_eq!(ids(&entries, &stored), [Some(1), Some(3), None, Some(2)]);
    }

    #[test]
    fn a_renamed_action_is_the_one_in_the_same_position() {
        let stored = [stored(1, "A", "https://a.example"), stored(2, "B", "https://b.example"), stored(3, "C", "none")];
        let entry = |name: &str, url: &str| entry(name, json!({"Op": {"Url": url}}));
        let [a, b] = ["https://a.example/new", "https://b.example/new"];
        for (entries, expected) in [
            (vec![entry("X", a), entry("B", b), entry("C", "none")], vec![Some(1), Some(2), Some(3)]),
            (vec![entry("X", a), entry("Y", b), entry("Z", "none")], vec![Some(1), Some(2), Some(3)]),
            (
                vec![entry("A", a), entry("X", b), entry("New", a), entry("C", "none")],
                vec![Some(1), Some(2), None, Some(3)],
            ),
            // Another host, another position, or nothing that says that it is the same.
            (vec![entry("X", b), entry("B", b)], vec![None, Some(2)]),
            (vec![entry("B", b), entry("X", a)], vec![Some(2), None]),
            (vec![entry("A", a), entry("B", b), entry("Z", "other")], vec![Some(1), Some(2), None]),
        ] {
            assert_eq!(ids(&entries, &stored), expected, "{entries:?}");
        }
    }

    #[test]
    fn secrets_are_not_kept_for_another_host() {
        let before = stored(1, "A", "https://a.example/x");
        for (url, expected) in [("https://a.example/y", true), ("https://b.example/x", false)] {
            assert_eq!(keeps_secrets(&before, &entry("A", json!({"Op": {"Url": url}}))), expected, "{url}");
        }
    }
}
