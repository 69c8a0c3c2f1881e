//! `/_emulator`: making mailboxes, delivering mail, making things go wrong, moving time. For whoever tests, never for
//! whoever is tested.

use crate::faults::{FaultSet, Faults, Lifecycle};
use crate::graph::answer::http_date;
use crate::page;
use crate::shared::Shared;
use crate::store::id::IdType;
use crate::store::mailbox::{Access, Incoming, Mailbox};
use crate::wire::incoming::Letter;
use crate::wire::message::{Look, show};
use crate::wire::mime;
use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State as Held};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// More than any mail that Exchange takes.
const LARGEST_MAIL: usize = 256 * 1024 * 1024;

pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/_emulator/mailboxes", get(list_mailboxes).post(make_mailbox))
        .route("/_emulator/mailboxes/{address}/deliver", post(deliver))
        .route("/_emulator/mailboxes/{address}/messages", get(messages))
        .route("/_emulator/mailboxes/{address}/page", get(page::mailbox))
        .route("/_emulator/faults", post(set_faults))
        .route("/_emulator/settings", get(settings).post(set_settings))
        .route("/_emulator/clock", get(time).post(move_time))
        .route("/_emulator/stats", get(stats))
        .route("/_emulator/reset", post(reset))
        .route("/_emulator/{*path}", any(nothing_here))
        .layer(DefaultBodyLimit::max(LARGEST_MAIL))
}

/// What cannot be done, in words.
#[derive(Debug)]
pub(crate) struct Complaint(StatusCode, pub(crate) String);

impl IntoResponse for Complaint {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

fn wrong(words: impl Into<String>) -> Complaint {
    Complaint(StatusCode::BAD_REQUEST, words.into())
}

pub(crate) fn no_mailbox(address: &str) -> Complaint {
    let words =
        format!("there is no mailbox {address}; make it with POST /_emulator/mailboxes {{\"address\": \"{address}\"}}");
    Complaint(StatusCode::NOT_FOUND, words)
}

fn read<T: serde::de::DeserializeOwned>(body: &Bytes) -> Result<T, Complaint> {
    let value: Value = serde_json::from_slice(body).map_err(|error| wrong(format!("the body is not JSON: {error}")))?;
    if !value.is_object() {
        return Err(wrong("the body is not a JSON object"));
    }
    serde_json::from_value(value).map_err(|error| wrong(format!("the body cannot be read: {error}")))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewMailbox {
    address: String,
    /// Empty: of any tenant.
    tenant: Option<String>,
    access: Option<Access>,
}

/// Made once; asked for again, its tenant and access are changed.
async fn make_mailbox(Held(shared): Held<Arc<Shared>>, body: Bytes) -> Result<Response, Complaint> {
    let new: NewMailbox = read(&body)?;
    check_address(&new.address).map_err(wrong)?;
    let mut state = shared.state();
    let known = state.store.get(&new.address).is_some();
    let mailbox = state.store.ensure(&new.address);
    if let Some(tenant) = new.tenant {
        mailbox.tenant = Some(tenant).filter(|tenant| !tenant.is_empty());
    }
    mailbox.access = new.access.unwrap_or(mailbox.access);
    let shown =
        json!({"address": mailbox.address, "id": mailbox.guid, "tenant": mailbox.tenant, "access": mailbox.access});
    Ok((if known { StatusCode::OK } else { StatusCode::CREATED }, Json(shown)).into_response())
}

pub(crate) fn check_address(address: &str) -> Result<(), String> {
    let parts = address.split_once('@').filter(|(name, host)| !name.is_empty() && !host.is_empty());
    let odd = |sign: char| sign.is_whitespace() || sign.is_control() || "/()".contains(sign);
    match parts {
        Some(_) if !address.contains(odd) => Ok(()),
        _ => Err(format!("address {address:?} is not the address of a mailbox")),
    }
}

async fn list_mailboxes(Held(shared): Held<Arc<Shared>>) -> Json<Value> {
    let state = shared.state();
    let one = |mailbox: &Mailbox| {
        json!({"address": mailbox.address, "id": mailbox.guid, "tenant": mailbox.tenant, "access": mailbox.access,
            "messages": mailbox.messages().count()})
    };
    Json(json!({"items": state.store.all().map(one).collect::<Vec<_>>()}))
}

/// Everything as at the start, but for the time.
async fn reset(Held(shared): Held<Arc<Shared>>) -> Json<Value> {
    *shared.state() = crate::shared::State::default();
    Json(json!({}))
}

async fn nothing_here(request: axum::extract::Request) -> Complaint {
    let (method, path) = (request.method(), request.uri().path());
    let words = format!("there is no {method} {path}; docs/graph-emulator.md lists the control routes");
    Complaint(StatusCode::NOT_FOUND, words)
}

#[derive(Deserialize)]
struct Destination {
    folder: Option<String>,
}

async fn deliver(
    Held(shared): Held<Arc<Shared>>,
    Path(address): Path<String>,
    Query(into): Query<Destination>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Complaint> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let incoming = if kind.to_lowercase().starts_with("message/rfc822") {
        mime::read(&body).ok_or_else(|| wrong("the body is not mail: it has no header"))?
    } else {
        read::<Letter>(&body)?.accept().map_err(wrong)?
    };
    let id = put(&shared, &address, into.folder.as_deref(), incoming)?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

/// Delivers into a folder, which is made where it is missing, and tells whoever has subscribed.
pub(crate) fn put(
    shared: &Shared,
    address: &str,
    folder: Option<&str>,
    incoming: Incoming,
) -> Result<String, Complaint> {
    let mut state = shared.state();
    let mailbox = state.store.get_mut(address).ok_or_else(|| no_mailbox(address))?;
    let folder = match folder {
        Some(path) => mailbox.folder_at(path),
        None => mailbox.well_known("inbox").unwrap_or_else(|| mailbox.root()),
    };
    let gone = |_| wrong("the folder is gone");
    let (item, event) = mailbox.deliver(incoming, folder, shared.now()).map_err(gone)?;
    let message = mailbox.message(item).ok_or_else(|| wrong("the message is gone"))?;
    let id = mailbox.message_id(message, IdType::Immutable);
    shared.tell(&mut state, address, &[event]);
    Ok(id)
}

/// Everything in a mailbox, wherever it lies.
async fn messages(Held(shared): Held<Arc<Shared>>, Path(address): Path<String>) -> Result<Json<Value>, Complaint> {
    let items = all_messages(&shared, &address).ok_or_else(|| no_mailbox(&address))?;
    Ok(Json(json!({ "items": items })))
}

/// None when there is no such mailbox.
pub(crate) fn all_messages(shared: &Shared, address: &str) -> Option<Vec<Value>> {
    let state = shared.state();
    let mailbox = state.store.get(address)?;
    let look = Look { ids: IdType::Immutable, ..Look::default() };
    let mut all: Vec<_> = mailbox.messages().collect();
    all.sort_by_key(|message| message.item);
    let shown = all.into_iter().map(|message| {
        let mut map = show(mailbox, message, &look);
        map.insert("folder".into(), mailbox.path(message.folder).into());
        Value::from(map)
    });
    Some(shown.collect())
}

/// Replaces the faults in force, and does at once what is to be done once.
async fn set_faults(Held(shared): Held<Arc<Shared>>, body: Bytes) -> Result<Json<Value>, Complaint> {
    apply_faults(&shared, read(&body)?)?;
    Ok(Json(json!({})))
}

pub(crate) fn apply_faults(shared: &Shared, set: FaultSet) -> Result<(), Complaint> {
    set.check().map_err(wrong)?;
    let now = shared.now();
    let mut state = shared.state();
    if set.not_found_once {
        state.store.forget_questions();
    }
    if set.lose_delta_state {
        state.chains.lose();
    }
    if let Some(what) = set.lifecycle {
        for notice in state.subscriptions.lifecycle_notices(what, now) {
            shared.outbox.put_surely(notice, &mut state.throttle, now);
        }
    }
    if set.expire_subscriptions || set.lifecycle == Some(Lifecycle::SubscriptionRemoved) {
        state.subscriptions.clear();
    }
    state.faults = Faults::new(set);
    Ok(())
}

async fn settings(Held(shared): Held<Arc<Shared>>) -> Json<Value> {
    Json(json!(shared.state().settings))
}

async fn set_settings(Held(shared): Held<Arc<Shared>>, body: Bytes) -> Result<Json<Value>, Complaint> {
    let change: Value = read(&body)?;
    let mut state = shared.state();
    state.settings = state.settings.merged(&change).map_err(wrong)?;
    Ok(Json(json!(state.settings)))
}

async fn time(Held(shared): Held<Arc<Shared>>) -> Json<Value> {
    Json(json!({"now": shared.now().to_string(), "date": http_date(shared.now())}))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Advance {
    advance_seconds: u32,
}

async fn move_time(Held(shared): Held<Arc<Shared>>, body: Bytes) -> Result<Json<Value>, Complaint> {
    let advance: Advance = read(&body)?;
    shared.clock.advance(Duration::from_secs(advance.advance_seconds.into()));
    Ok(time(Held(shared)).await)
}

async fn stats(Held(shared): Held<Arc<Shared>>) -> Json<Value> {
    Json(shared.state().throttle.stats())
}
