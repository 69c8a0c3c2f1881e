//! What a document means for an installation: its names as ids, its secrets from what is stored, everything validated.

mod actions;
mod policies;
mod sinks;

use crate::describe::{in_order, policy_entry, stored_names};
use crate::document::{CredentialEntry, Document, SinkEntry, VERSION, WatcherEntry};
use crate::error::{BlueprintError, FileProblem};
use crate::installation::Installation;
use crate::settings::{Names, fields_of, settings_of};
use std::collections::BTreeSet;
use stormwire_city::credential_usage::{check_change, only_for_mailboxes};
use stormwire_city::secrets::Secrets;
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::credential::{Credential, CredentialStatus, CredentialUsage};
use stormwire_store::tables::event_sink::SinkFields;
use stormwire_store::tables::policy::PolicyFields;
use stormwire_store::tables::watcher::{WatcherFields, WatcherKind};
use stormwire_store::{ActionId, CredentialId, FacilityId};
use stormwire_watcher::admin::Admin;

/// Of texts that the database limits.
const MAX_TEXT_LENGTH: usize = 100;

/// What is to be stored. Credentials that do not exist yet have ids below zero.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) credentials: Vec<CredentialEntry>,
    pub(crate) policies: Vec<WantedPolicy>,
    pub(crate) watchers: Vec<WantedWatcher>,
    pub(crate) sinks: Vec<WantedSink>,
    pub(crate) names: Names,
}

#[derive(Debug)]
pub(crate) struct WantedPolicy {
    pub(crate) fields: PolicyFields,
    pub(crate) is_default: bool,
    pub(crate) facilities: Vec<FacilityId>,
    facility_names: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct WantedWatcher {
    pub(crate) entry: WatcherEntry,
    pub(crate) fields: WatcherFields,
    pub(crate) actions: Vec<WantedAction>,
    /// What a person must enter before it can be enabled.
    pub(crate) missing_secrets: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct WantedAction {
    /// With the secrets that are stored.
    pub(crate) fields: ActionFields,
    /// The action that becomes this one.
    pub(crate) stored: Option<ActionId>,
}

#[derive(Debug)]
pub(crate) struct WantedSink {
    pub(crate) entry: SinkEntry,
    pub(crate) fields: SinkFields,
    /// What a person must enter before it can be enabled.
    pub(crate) missing_secrets: Vec<String>,
}

impl Wanted {
    /// As it will be exported.
    pub(crate) fn document(&self) -> Document {
        let policy = |one: &WantedPolicy| policy_entry(&one.fields, one.is_default, one.facility_names.clone());
        in_order(Document {
            version: VERSION,
            credentials: self.credentials.clone(),
            policies: self.policies.iter().map(policy).collect(),
            watchers: self.watchers.iter().map(|one| one.entry.clone()).collect(),
            sinks: self.sinks.iter().map(|one| one.entry.clone()).collect(),
        })
    }
}

/// What a document is compared with.
pub(crate) struct Resolver<'a> {
    installation: &'a Installation,
    admin: &'a Admin,
    secrets: &'a Secrets,
    names: Names,
    /// As they will be.
    credentials: Vec<Credential>,
    problems: Vec<FileProblem>,
}

impl<'a> Resolver<'a> {
    /// With `prune`, credentials that the document does not name cannot be used.
    pub(crate) fn new(
        installation: &'a Installation,
        document: &Document,
        prune: bool,
        admin: &'a Admin,
        secrets: &'a Secrets,
    ) -> Self {
        let is_named = |name: &str| document.credentials.iter().any(|entry| entry.name == name);
        let kept = installation.it.credentials.iter().filter(|one| !prune && !is_named(&one.name)).cloned();
        let wanted = document.credentials.iter().zip(1..).map(|(entry, number)| {
            let stored = installation.it.credential(&entry.name).cloned();
            future_credential(entry, stored.unwrap_or_else(|| new_credential(CredentialId::new(-number))))
        });
        let credentials: Vec<Credential> = kept.chain(wanted).collect();
        let mut names = stored_names(installation);
        names.credentials = credentials.iter().map(|one| (one.name.clone(), one.id)).collect();
        Self { installation, admin, secrets, names, credentials, problems: Vec::new() }
    }

    /// Fails with all problems at once.
    pub(crate) async fn resolve(mut self, document: Document) -> Result<Wanted, BlueprintError> {
        self.check_names(&document);
        for entry in &document.credentials {
            self.check_credential(entry);
        }
        let policies = self.policies(&document.policies);
        let mut watchers = Vec::new();
        for entry in &document.watchers {
            watchers.extend(self.watcher(entry).await);
        }
        let sinks = document.sinks.iter().filter_map(|entry| self.sink(entry)).collect();
        if !self.problems.is_empty() {
            return Err(BlueprintError::Invalid(self.problems));
        }
        let credentials = document.credentials.into_iter().map(with_lower_hosts).collect();
        Ok(Wanted { credentials, policies, watchers, sinks, names: self.names })
    }

    fn reject(&mut self, path: impl Into<String>, message: impl std::fmt::Display) {
        self.problems.push(FileProblem::new(path, message));
    }

    fn check_names(&mut self, document: &Document) {
        let sections: [(&str, Vec<&str>); 4] = [
            ("credentials", document.credentials.iter().map(|one| one.name.as_str()).collect()),
            ("policies", document.policies.iter().map(|one| one.name.as_str()).collect()),
            ("watchers", document.watchers.iter().map(WatcherEntry::name).collect()),
            ("sinks", document.sinks.iter().map(|one| one.name.as_str()).collect()),
        ];
        for (section, names) in sections {
            let mut known = BTreeSet::new();
            for name in names {
                if !known.insert(name) {
                    self.reject(
                        format!("{section}[{name:?}]"),
                        "this name appears twice; give each entry its own name",
                    );
                }
            }
        }
    }

    fn check_credential(&mut self, entry: &CredentialEntry) {
        let path = format!("credentials[{:?}]", entry.name);
        let texts = [("name", &entry.name), ("clientId", &entry.client_id), ("namespace", &entry.namespace)];
        for (field, text) in texts {
            let is_valid =
                (1..=MAX_TEXT_LENGTH).contains(&text.trim().chars().count()) && !text.contains(char::is_control);
            if !is_valid {
                let message = format!("{text:?} does not have 1 to {MAX_TEXT_LENGTH} visible characters");
                self.reject(format!("{path}.{field}"), message);
            }
        }
        let stored = self.installation.it.credential(&entry.name).map(|one| &one.usage);
        if let Err(invalid) = check_change(stored, &usage(entry)) {
            self.reject(format!("{path}.{}", invalid.field), invalid.message);
        }
    }

    async fn watcher(&mut self, entry: &WatcherEntry) -> Option<WantedWatcher> {
        let path = format!("watchers[{:?}]", entry.name());
        let fields = fields_of(entry, &self.names).map_err(|problems| self.problems.extend(problems)).ok();
        let stored = self.installation.it.watcher(entry.name());
        let actions = self.actions(&path, &entry.actions, stored.map(|one| one.actions.as_slice())).await;
        let fields = fields?;
        if let Some(before) = stored.map(|one| one.watcher.fields.kind).filter(|kind| *kind != fields.kind) {
            let message =
                format!("cannot be changed from {before} to {}; use another name for a new watcher", fields.kind);
            self.reject(format!("{path}.kind"), message);
        }
        if fields.is_enabled
            && let Some(reason) = self.admin.start_rejection(&fields)
        {
            self.reject(format!("{path}.isEnabled"), reason);
        }
        let settings = settings_of(&fields, &self.names).map_err(|message| self.reject(&path, message)).ok()?;
        let mut missing_secrets = actions.missing_secrets;
        missing_secrets.extend(self.missing_credential(&fields));
        let entry = WatcherEntry { settings, actions: actions.entries };
        Some(WantedWatcher { entry, fields, actions: actions.wanted, missing_secrets })
    }

    /// The credential with which a mailbox is opened, if it has no secret.
    fn missing_credential(&self, fields: &WatcherFields) -> Option<String> {
        if fields.kind != WatcherKind::Mailbox {
            return None;
        }
        let own = fields.credential_id.and_then(|id| self.credential(id));
        let used = own.or_else(|| only_for_mailboxes(&self.credentials))?;
        secret_of(used)
    }

    fn credential(&self, id: CredentialId) -> Option<&Credential> {
        self.credentials.iter().find(|one| one.id == id)
    }
}

/// What a person must enter, if the credential has no secret.
fn secret_of(credential: &Credential) -> Option<String> {
    (!credential.has_secret).then(|| credential_secret(&credential.name))
}

pub(crate) fn credential_secret(name: &str) -> String {
    format!("the secret of the credential {name:?}")
}

/// Hosts are stored in lower case.
fn with_lower_hosts(mut entry: CredentialEntry) -> CredentialEntry {
    entry.hosts = usage(&entry).hosts;
    entry
}

pub(crate) fn usage(entry: &CredentialEntry) -> CredentialUsage {
    CredentialUsage { purpose: entry.purpose, hosts: entry.hosts.iter().map(|host| host.to_lowercase()).collect() }
}

fn future_credential(entry: &CredentialEntry, stored: Credential) -> Credential {
    let CredentialEntry { name, client_id, namespace, .. } = entry.clone();
    Credential { name, client_id, namespace, usage: usage(entry), ..stored }
}

fn new_credential(id: CredentialId) -> Credential {
    Credential {
        id,
        name: String::new(),
        client_id: String::new(),
        namespace: String::new(),
        secret_expires_at: None,
        has_secret: false,
        certificate_thumbprint: None,
        sign_in_error: None,
        status: CredentialStatus::Good,
        status_reason: None,
        usage: CredentialUsage::default(),
    }
}
