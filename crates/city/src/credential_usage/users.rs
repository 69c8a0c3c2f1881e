//! Which watchers and actions use a credential, and which of them a change of the credential would stop.

use super::rules::{can_open_mailboxes, only_for_mailboxes, rejection, signs_in_to_mailboxes, target_host};
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::credential::{self as rows, Credential};
use stormwire_store::tables::watcher::{self, Watcher, WatcherKind};
use stormwire_store::{Conn, CredentialId, StoreError};

/// All watchers and actions, with the credential of those that name none.
pub struct CredentialUsers {
    pub(super) watchers: Vec<Watcher>,
    pub(super) actions: Vec<Action>,
    default_id: Option<CredentialId>,
}

impl CredentialUsers {
    pub async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        let credentials = rows::list(conn, None).await?;
        Ok(Self {
            watchers: watcher::list(conn).await?,
            actions: action::list_all(conn).await?,
            default_id: only_for_mailboxes(&credentials).map(|one| one.id),
        })
    }

    /// Whether watchers or actions sign in at the mail provider with the credential.
    pub fn opens_mailboxes(&self, id: CredentialId) -> bool {
        let by_action = |one: &Action| signs_in_to_mailboxes(&one.action_type, &one.config);
        self.watchers_of(id).next().is_some() || self.actions_of(id).any(by_action)
    }

    /// Why an action must not begin to send the credential to the host. `None` if it may.
    pub fn rejection(&self, credential: &Credential, host: &str) -> Option<String> {
        let is_undecided = credential.usage.purpose.is_none();
        let opens_mailboxes = || {
            let name = &credential.name;
            format!(
                "the credential {name:?} opens mailboxes and is not sent to {host}. Create one with the purpose http."
            )
        };
        let by_use = || (is_undecided && self.opens_mailboxes(credential.id)).then(opens_mailboxes);
        rejection(credential, host).or_else(by_use)
    }

    /// Everything that uses the credential, as text for people.
    pub fn all(&self, id: CredentialId) -> Vec<String> {
        let actions = self.actions_of(id).map(|action| self.action_text(action));
        self.watcher_texts(id).chain(actions).collect()
    }

    /// What works with the credential before a change and not after it.
    pub fn stopped_by(&self, before: &Credential, after: &Credential) -> Vec<String> {
        let loses_mailboxes = can_open_mailboxes(before) && !can_open_mailboxes(after);
        let is_stopped = |action: &&Action| {
            let (action_type, config) = (&action.action_type, &action.config);
            let loses_host = target_host(action_type, config)
                .is_some_and(|host| rejection(before, &host).is_none() && rejection(after, &host).is_some());
            loses_host || loses_mailboxes && signs_in_to_mailboxes(action_type, config)
        };
        let actions = self.actions_of(before.id).filter(is_stopped).map(|action| self.action_text(action));
        self.watcher_texts(before.id).filter(|_| loses_mailboxes).chain(actions).collect()
    }

    fn watchers_of(&self, id: CredentialId) -> impl Iterator<Item = &Watcher> {
        let of_mailboxes = self.watchers.iter().filter(|one| one.fields.kind == WatcherKind::Mailbox);
        of_mailboxes.filter(move |one| one.fields.credential_id.or(self.default_id) == Some(id))
    }

    fn actions_of(&self, id: CredentialId) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(move |one| one.credential_id == Some(id))
    }

    fn watcher_texts(&self, id: CredentialId) -> impl Iterator<Item = String> {
        self.watchers_of(id).map(|one| format!("watcher {:?}", one.fields.name))
    }

    fn action_text(&self, action: &Action) -> String {
        let watcher = self.watchers.iter().find(|one| one.id == action.watcher_id);
        let watcher = watcher.map(|one| one.fields.name.as_str()).unwrap_or_default();
        let host = target_host(&action.action_type, &action.config).map(|host| format!(", which calls {host}"));
        format!("action {:?} of watcher {watcher:?}{}", action.name, host.unwrap_or_default())
    }
}
