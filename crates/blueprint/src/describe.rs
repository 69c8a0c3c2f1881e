//! The document of an installation, in a stable order. Pure.

use crate::document::{
    ActionEntry, CredentialEntry, Document, PolicyEntry, RingEntry, SinkEntry, VERSION, WatcherEntry,
};
use crate::error::FileProblem;
use crate::installation::{Installation, OrganizationRows, StoredWatcher};
use crate::settings::{Names, settings_of};
use std::collections::BTreeMap;
use stormwire_announce::masked_url;
use stormwire_geo::{Ring, ThreatParameter};
use stormwire_store::FacilityId;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::credential::Credential;
use stormwire_store::tables::event_sink::SinkFields;
use stormwire_store::tables::policy::{DEFAULT_POLICY, Policy, PolicyFields};
use stormwire_store::tables::watcher::WatcherFields;

/// All problems at once: what a file cannot express.
pub(crate) fn describe(installation: &Installation) -> Result<Document, Vec<FileProblem>> {
    let names = stored_names(installation);
    let Installation { it, organization } = installation;
    let mut problems = Vec::new();
    let mut watchers = Vec::new();
    for stored in &it.watchers {
        let state = &stored.watcher.state;
        let mut fields = stored.watcher.fields.clone();
        fields.is_enabled |= state.awaits_secrets;
        match watcher_entry(&fields, &stored.actions, &names) {
            Ok(entry) => watchers.push(entry),
            Err(message) => problems.push(FileProblem::new(format!("watchers[{:?}]", fields.name), message)),
        }
    }
    problems.extend(shared_names(&it.watchers));
    let mut sinks = Vec::new();
    for sink in &it.sinks {
        let is_enabled = sink.fields.is_enabled || sink.awaits_secrets;
        match sink_entry(&SinkFields { is_enabled, ..sink.fields.clone() }, &names) {
            Ok(entry) => sinks.push(entry),
            Err(message) => problems.push(FileProblem::new(format!("sinks[{:?}]", sink.fields.name), message)),
        }
    }
    let policies = organization.policies.iter().map(|one| stored_policy_entry(one, organization)).collect();
    let credentials = it.credentials.iter().map(credential_entry).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(in_order(Document { version: VERSION, credentials, policies, watchers, sinks }))
}

/// A file finds watchers by name. Only those of watchers can be equal: the database rejects the others.
fn shared_names(watchers: &[StoredWatcher]) -> Vec<FileProblem> {
    let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for StoredWatcher { watcher, .. } in watchers {
        by_name.entry(&watcher.fields.name).or_default().push(watcher.id.to_string());
    }
    let mut problems = Vec::new();
    for (name, ids) in by_name.into_iter().filter(|(_, ids)| ids.len() > 1) {
        let pages: Vec<String> = ids.iter().map(|id| format!("/portal/watchers/{id}")).collect();
        let (ids, pages) = (ids.join(", "), pages.join(" or "));
        let message = format!(
            "watchers {ids} have this name, and a file finds watchers by name; rename all but one of them in the portal, at \
             {pages}"
        );
        problems.push(FileProblem::new(format!("watchers[{name:?}]"), message));
    }
    problems
}

/// By name; the city's default policy comes first. The order of the database depends on its locale.
pub(crate) fn in_order(mut document: Document) -> Document {
    document.credentials.sort_by(|one, other| one.name.cmp(&other.name));
    document.policies.sort_by(|one, other| (!one.is_default, &one.name).cmp(&(!other.is_default, &other.name)));
    document.watchers.sort_by(|one, other| one.name().cmp(other.name()));
    document.sinks.sort_by(|one, other| one.name.cmp(&other.name));
    document
}

pub(crate) fn stored_names(installation: &Installation) -> Names {
    let mut facilities: BTreeMap<String, Vec<FacilityId>> = BTreeMap::new();
    for facility in &installation.organization.facilities {
        facilities.entry(facility.name.clone()).or_default().push(facility.id);
    }
    let credentials = installation.it.credentials.iter().map(|one| (one.name.clone(), one.id)).collect();
    Names { credentials, facilities }
}

pub(crate) fn watcher_entry(fields: &WatcherFields, actions: &[Action], names: &Names) -> Result<WatcherEntry, String> {
    let entry = |action: &Action| -> Result<ActionEntry, String> {
        let credential = match action.credential_id {
            Some(id) => Some(names.credential_name(id).ok_or("the credential of an action does not exist")?.to_owned()),
            None => None,
        };
        let (name, action_type, config) = (action.name.clone(), action.action_type.clone(), action.config.clone());
        Ok(ActionEntry { name, action_type, is_phase_one: action.is_phase_one, credential, config })
    };
    let actions = actions.iter().map(entry).collect::<Result<_, _>>()?;
    Ok(WatcherEntry { settings: settings_of(fields, names)?, actions })
}

pub(crate) fn sink_entry(fields: &SinkFields, names: &Names) -> Result<SinkEntry, String> {
    let facilities = fields.facility_ids.as_deref().map(|ids| names.facility_names(ids)).transpose()?;
    Ok(SinkEntry {
        name: fields.name.clone(),
        kind: fields.kind,
        url: masked_url(&fields.url),
        facilities,
        statuses: fields.statuses.clone(),
        is_enabled: fields.is_enabled,
    })
}

fn credential_entry(credential: &Credential) -> CredentialEntry {
    CredentialEntry {
        name: credential.name.clone(),
        client_id: credential.client_id.clone(),
        namespace: credential.namespace.clone(),
        purpose: credential.usage.purpose,
        hosts: credential.usage.hosts.clone(),
    }
}

/// A facility with the default as its own policy is one without.
fn stored_policy_entry(policy: &Policy, organization: &OrganizationRows) -> PolicyEntry {
    let is_default = policy.id == DEFAULT_POLICY;
    let having = organization.facilities.iter().filter(|one| !is_default && one.policy_id == Some(policy.id));
    policy_entry(&policy.fields, is_default, having.map(|one| one.name.clone()).collect())
}

pub(crate) fn policy_entry(fields: &PolicyFields, is_default: bool, mut facilities: Vec<String>) -> PolicyEntry {
    facilities.sort_unstable();
    let number = |parameter| fields.rule.parameters().value(parameter);
    let ring = |ring: &Ring| RingEntry {
        name: ring.name().to_owned(),
        radius_miles: ring.radius().0,
        clear_minutes: ring.clear_minutes(),
    };
    PolicyEntry {
        name: fields.name.clone(),
        is_default,
        radius_miles: number(ThreatParameter::Radius),
        danger_minutes: number(ThreatParameter::Danger),
        all_clear_minutes: number(ThreatParameter::AllClear),
        history_hours: number(ThreatParameter::History),
        rings: fields.rule.rings().iter().map(ring).collect(),
        facilities,
    }
}
