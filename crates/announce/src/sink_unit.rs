//! Changes of a sink inside a unit of work.

use crate::validation::{SinkViolation, violation};
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use stormwire_city::Recorder;
use stormwire_city::accounts::audit;
use stormwire_city::action_secrets::MASK;
use stormwire_city::revisions::sink_state;
use stormwire_city::secrets::{Secrets, SecretsError};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::event_delivery;
use stormwire_store::tables::event_sink::{self as rows, EventSink, SinkFields, SinkKind};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::{Conn, EventSinkId, Schema, StoreError};
use thiserror::Error;

/// Bounds what is in progress at the same time.
pub const MAX_SINKS: i64 = 50;
const DISABLED: &str = "the sink was disabled before the event was delivered";

#[derive(Debug, Error)]
pub enum SinkError {
    #[error("the event sink is invalid")]
    Invalid(Vec<SinkViolation>),
    #[error("an event sink with this name already exists; choose another name")]
    NameTaken,
    #[error("there are {MAX_SINKS} event sinks, which is the most; delete one first")]
    TooMany,
    /// Receivers would have to accept events from anyone.
    #[error("the webhook has no secret, so its events cannot be signed; enter a secret, or leave the sink disabled")]
    Unsigned,
    /// A delivery that cannot be retried, and why.
    #[error("{0}")]
    NotRetried(&'static str),
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// With its audit entry.
pub async fn insert_sink(
    conn: &mut Conn,
    fields: &SinkFields,
    secret: Option<&SecretString>,
    recorder: Recorder<'_>,
) -> Result<EventSink, SinkError> {
    let Recorder { secrets, actor, now } = recorder;
    if rows::count(conn).await? >= MAX_SINKS {
        return Err(SinkError::TooMany);
    }
    let id = rows::insert(conn, fields, now).await.map_err(name_taken)?;
    put_secret(conn, secrets, id, secret).await?;
    let created = reload(conn, id).await?;
    check_signed(&created)?;
    let change = change("create", id, None, Some(values(&created)));
    audit::record(conn, Schema::It, actor, change, now).await?;
    Ok(created)
}

/// The unit of work has locked the sink. With its audit entry.
pub async fn update_sink(
    conn: &mut Conn,
    before: &EventSink,
    fields: &SinkFields,
    secret: Option<&SecretString>,
    recorder: Recorder<'_>,
) -> Result<EventSink, SinkError> {
    let (Recorder { secrets, actor, now }, id) = (recorder, before.id);
    if before.fields.kind != fields.kind {
        return Err(kind_changed(before));
    }
    rows::update(conn, id, fields).await.map_err(name_taken)?;
    put_secret(conn, secrets, id, secret).await?;
    match (before.fields.is_enabled, fields.is_enabled) {
        (true, true) => event_delivery::retry_waiting(conn, id, now).await?,
        (true, false) => event_delivery::skip_waiting(conn, id, DISABLED).await.map(|_| ())?,
        (false, true) => rows::start_now(conn, id).await?,
        (false, false) => {}
    }
    let after = reload(conn, id).await?;
    check_signed(&after)?;
    let mut is = values(&after);
    if secret.is_some() {
        is["secretChanged"] = json!(true);
    }
    let change = change("update", id, Some(values(before)), Some(is));
    audit::record(conn, Schema::It, actor, change, now).await?;
    Ok(after)
}

/// With its log. The unit of work has locked the sink.
pub async fn delete_sink(conn: &mut Conn, before: &EventSink, actor: &Actor, now: Timestamp) -> Result<(), SinkError> {
    rows::delete(conn, before.id).await?;
    let change = change("delete", before.id, Some(values(before)), None);
    Ok(audit::record(conn, Schema::It, actor, change, now).await?)
}

/// A webhook without a secret came in a configuration file, or its secret was removed together with a lost key.
fn check_signed(sink: &EventSink) -> Result<(), SinkError> {
    let SinkFields { kind, is_enabled, .. } = sink.fields;
    if is_enabled && kind == SinkKind::Webhook && sink.sealed_secret.is_none() {
        return Err(SinkError::Unsigned);
    }
    Ok(())
}

fn kind_changed(before: &EventSink) -> SinkError {
    let message = format!("the kind of a sink cannot be changed from {}; create another sink", before.fields.kind);
    SinkError::Invalid(vec![violation("kind", message)])
}

/// The row must have been touched before, as [`stormwire_city::secrets`] requires.
async fn put_secret(
    conn: &mut Conn,
    secrets: &Secrets,
    id: EventSinkId,
    secret: Option<&SecretString>,
) -> Result<(), SinkError> {
    match secret {
        None => {}
        Some(secret) if secret.expose_secret().is_empty() => rows::remove_secret(conn, id).await?,
        Some(secret) => {
            let sealed = secrets.seal(&SealedColumn::SinkSecret.location(id.get()), secret)?;
            SealedColumn::SinkSecret.store_sealed_value(conn, id.get(), sealed).await?;
        }
    }
    Ok(())
}

async fn reload(conn: &mut Conn, id: EventSinkId) -> Result<EventSink, StoreError> {
    let found = rows::get(conn, id).await?;
    found.ok_or_else(|| StoreError::Unreadable(format!("event sink {id} disappeared within its transaction")))
}

/// The name is the only unique column.
fn name_taken(error: StoreError) -> SinkError {
    match error {
        StoreError::Conflict(_) => SinkError::NameTaken,
        other => other.into(),
    }
}

pub(crate) fn change(
    action: &'static str,
    id: EventSinkId,
    before: Option<Value>,
    after: Option<Value>,
) -> AuditChange {
    AuditChange { action, resource: "event-sink", resource_id: Some(id.get()), before, after }
}

/// A URL as people see it: its query may be a key.
pub fn masked_url(url: &str) -> String {
    match url.split_once('?') {
        Some((path, _)) => format!("{path}?{MASK}"),
        None => url.to_owned(),
    }
}

/// As the audit trail shows it.
fn values(sink: &EventSink) -> Value {
    let mut state = sink_state(&sink.fields);
    state["url"] = masked_url(&sink.fields.url).into();
    state
}
