//! Applies a document: all of it, or nothing.
//!
//! On PostgreSQL all of it is one unit of work. On SQLite policies are in another file, with a unit of their own, which is the last
//! step inside that of credentials, watchers and sinks: if it fails, nothing is stored. A crash or a full disk between the two
//! commits can leave the policies stored and the rest not; applying the file again completes it.

use crate::describe::describe;
use crate::error::BlueprintError;
use crate::installation::{Installation, ItRows};
use crate::plan::Section;
use crate::resolve::usage;
use crate::work::Work;
use crate::write_organization::write_organization;
use crate::write_watcher::{NewCredentials, write_watcher};
use futures_util::FutureExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stormwire_announce::{SinkError, delete_sink, insert_sink, update_sink};
use stormwire_city::Recorder;
use stormwire_city::credentials::{CredentialError, delete_credential, insert_credential, update_credential};
use stormwire_city::secrets::Secrets;
use stormwire_store::tables::credential::CredentialFields;
use stormwire_store::tables::event_sink::{self, SinkFields};
use stormwire_store::{Conn, CredentialId, LockTarget, Schema, Store, lock_for_update};
use stormwire_watcher::WatcherError;
use stormwire_watcher::admin::watcher_unit::delete_watcher;

pub(crate) async fn store_all(work: Work, store: &Store, secrets: &Secrets) -> Result<(), BlueprintError> {
    let (work, secrets, organization) = (Arc::new(work), secrets.clone(), store.clone());
    let are_policies_stored = Arc::new(AtomicBool::new(false));
    let policies_stored = are_policies_stored.clone();
    // The live picture is notified of units of this schema alone.
    let is_one_unit = store.has_units_for_all_schemas() && work.changes_organization();
    let schema = if is_one_unit { Schema::Organization } else { Schema::It };
    let unit = store.write::<(), BlueprintError, _>(schema, move |conn| {
        async move {
            write_it(conn, &work, &secrets).await?;
            if !work.changes_organization() {
                return Ok(());
            }
            if organization.has_units_for_all_schemas() {
                return write_organization(conn, &work).await;
            }
            let unit = organization.write::<(), BlueprintError, _>(Schema::Organization, move |conn| {
                async move { write_organization(conn, &work).await }.boxed()
            });
            unit.await?;
            policies_stored.store(true, Ordering::Release);
            Ok(())
        }
        .boxed()
    });
    match unit.await {
        Err(BlueprintError::Store(error)) if are_policies_stored.load(Ordering::Acquire) => {
            Err(BlueprintError::OnlyPoliciesStored(error))
        }
        done => done,
    }
}

async fn write_it(conn: &mut Conn, work: &Work, secrets: &Secrets) -> Result<(), BlueprintError> {
    lock_stored(conn, &work.installation.it).await?;
    let it = ItRows::read(conn).await?;
    let organization = work.installation.organization.clone();
    let now_stored = Installation { it, organization };
    // Only names and values count: the state that background jobs maintain changes all the time.
    if describe(&now_stored).ok() != describe(&work.installation).ok() {
        return Err(BlueprintError::ChangedMeanwhile);
    }
    let recorder = Recorder { secrets, actor: &work.actor, now: work.now };
    let credentials = write_credentials(conn, &now_stored.it, work, recorder).await?;
    for wanted in work.written_watchers() {
        let before = now_stored.it.watcher(wanted.entry.name());
        let written = write_watcher(conn, before, wanted, &credentials, recorder).await;
        written.map_err(|error| watcher_rejected(wanted.entry.name(), error))?;
    }
    write_sinks(conn, &now_stored.it, work, recorder).await?;
    remove(conn, &now_stored.it, work).await
}

/// In the order of their kinds and ids: two units never wait for each other's locks.
async fn lock_stored(conn: &mut Conn, it: &ItRows) -> Result<(), BlueprintError> {
    let mut targets: Vec<LockTarget> = Vec::new();
    let mut credentials: Vec<CredentialId> = it.credentials.iter().map(|one| one.id).collect();
    credentials.sort_unstable();
    let mut watchers: Vec<_> = it.watchers.iter().map(|one| one.watcher.id).collect();
    watchers.sort_unstable();
    let mut sinks: Vec<_> = it.sinks.iter().map(|one| one.id).collect();
    sinks.sort_unstable();
    targets.extend(watchers.into_iter().map(LockTarget::Watcher));
    targets.extend(credentials.into_iter().map(LockTarget::Credential));
    targets.extend(sinks.into_iter().map(LockTarget::EventSink));
    for target in targets {
        lock_for_update(conn, target).await?;
    }
    Ok(())
}

async fn write_credentials(
    conn: &mut Conn,
    it: &ItRows,
    work: &Work,
    recorder: Recorder<'_>,
) -> Result<NewCredentials, BlueprintError> {
    let mut created = NewCredentials::new();
    for entry in work.written_credentials() {
        let before = it.credential(&entry.name);
        let fields = CredentialFields {
            name: entry.name.clone(),
            client_id: entry.client_id.clone(),
            namespace: entry.namespace.clone(),
            secret_expires_at: before.and_then(|before| before.secret_expires_at).map(|at| at.0),
            usage: Some(usage(entry)),
        };
        let written = match before {
            Some(before) => update_credential(conn, before, fields, None, recorder).await,
            None => insert_credential(conn, fields, None, recorder).await,
        };
        let written = written.map_err(|error| credential_rejected(&entry.name, error))?;
        if let (None, Some(provisional)) = (before, work.wanted.names.credentials.get(&entry.name)) {
            created.insert(*provisional, written.id);
        }
    }
    Ok(created)
}

async fn write_sinks(conn: &mut Conn, it: &ItRows, work: &Work, recorder: Recorder<'_>) -> Result<(), BlueprintError> {
    for wanted in work.written_sinks() {
        let awaits_secrets = wanted.fields.is_enabled && !wanted.missing_secrets.is_empty();
        let is_enabled = wanted.fields.is_enabled && !awaits_secrets;
        let fields = SinkFields { is_enabled, ..wanted.fields.clone() };
        let written = match it.sink(&fields.name) {
            Some(before) => update_sink(conn, before, &fields, None, recorder).await,
            None => insert_sink(conn, &fields, None, recorder).await,
        };
        let sink = written.map_err(|error| sink_rejected(&fields.name, error))?;
        event_sink::put_awaits_secrets(conn, sink.id, awaits_secrets).await?;
    }
    Ok(())
}

/// Credentials come last, when nothing uses them any more.
async fn remove(conn: &mut Conn, it: &ItRows, work: &Work) -> Result<(), BlueprintError> {
    let (actor, now) = (&work.actor, work.now);
    for name in work.removed(Section::Sink) {
        if let Some(sink) = it.sink(name) {
            delete_sink(conn, sink, actor, now).await.map_err(|error| sink_rejected(name, error))?;
        }
    }
    for name in work.removed(Section::Watcher) {
        if let Some(stored) = it.watcher(name) {
            let deleted = delete_watcher(conn, &stored.watcher, actor, now).await;
            deleted.map_err(|error| watcher_rejected(name, error))?;
        }
    }
    for name in work.removed(Section::Credential) {
        if let Some(credential) = it.credential(name) {
            let deleted = delete_credential(conn, credential, actor, now).await;
            deleted.map_err(|error| credential_rejected(name, error))?;
        }
    }
    Ok(())
}

fn watcher_rejected(name: &str, error: WatcherError) -> BlueprintError {
    match error {
        WatcherError::Store(error) => error.into(),
        other => BlueprintError::at(format!("watchers[{name:?}]"), other),
    }
}

fn sink_rejected(name: &str, error: SinkError) -> BlueprintError {
    match error {
        SinkError::Store(error) => error.into(),
        other => BlueprintError::at(format!("sinks[{name:?}]"), other),
    }
}

fn credential_rejected(name: &str, error: CredentialError) -> BlueprintError {
    match error {
        CredentialError::Store(error) => error.into(),
        other => BlueprintError::at(format!("credentials[{name:?}]"), other),
    }
}
