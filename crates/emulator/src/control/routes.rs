//! The routes of the control API. docs/guide/developers/graph-emulator.md describes them.

use crate::control::actions::{all_messages, apply_faults, check_address, deliver};
use crate::control::error::ControlError;
use crate::control::mailbox_page::mailbox_page;
use crate::shared::EmulatorShared;
use crate::state::EmulatorState;
use crate::store::mailbox::{Mailbox, MailboxAccess};
use crate::wire::message_input::MessageInput;
use crate::wire::mime_reader::parse_mime;
use crate::wire::time_format::http_date;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// More than any message that Exchange accepts.
const MAX_MESSAGE_BYTES: usize = 256 * 1024 * 1024;

type Shared = State<Arc<EmulatorShared>>;

pub(crate) fn control_routes() -> Router<Arc<EmulatorShared>> {
    Router::new()
        .route("/_emulator/mailboxes", get(list_mailboxes).post(put_mailbox))
        .route("/_emulator/mailboxes/{address}/deliver", post(deliver_message))
        .route("/_emulator/mailboxes/{address}/messages", get(list_messages))
        .route("/_emulator/mailboxes/{address}/page", get(show_mailbox))
        .route("/_emulator/faults", post(set_faults))
        .route("/_emulator/settings", get(get_settings).post(change_settings))
        .route("/_emulator/clock", get(get_clock).post(advance_clock))
        .route("/_emulator/stats", get(get_stats))
        .route("/_emulator/reset", post(reset))
        .route("/_emulator/{*path}", any(unknown_route))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
}

fn parse_body<T: serde::de::DeserializeOwned>(body: &Bytes) -> Result<T, ControlError> {
    let bad_request = |message: String| ControlError::bad_request(message);
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| bad_request(format!("request body is not valid JSON: {error}")))?;
    if !value.is_object() {
        return Err(bad_request("request body is not a JSON object".into()));
    }
    serde_json::from_value(value).map_err(|error| bad_request(format!("request body is not valid: {error}")))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PutMailbox {
    address: String,
    /// Empty removes the restriction to a tenant.
    tenant: Option<String>,
    access: Option<MailboxAccess>,
    full: Option<bool>,
    /// A rule moves new mail to this path. Empty removes the rule.
    #[serde(rename = "ruleFolder")]
    rule_folder: Option<String>,
}

/// Creates a mailbox, or changes the tenant and access of an existing one.
async fn put_mailbox(State(shared): Shared, body: Bytes) -> Result<Response, ControlError> {
    let put: PutMailbox = parse_body(&body)?;
    check_address(&put.address).map_err(ControlError::bad_request)?;
    let mut state = shared.state();
    let exists = state.mailboxes.get(&put.address).is_some();
    let mailbox = state.mailboxes.ensure(&put.address);
    if let Some(tenant) = put.tenant {
        mailbox.tenant = Some(tenant).filter(|tenant| !tenant.is_empty());
    }
    mailbox.access = put.access.unwrap_or(mailbox.access);
    mailbox.is_full = put.full.unwrap_or(mailbox.is_full);
    if let Some(path) = put.rule_folder {
        mailbox.set_rule_folder(&path);
    }
    let status = if exists { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(mailbox_json(mailbox))).into_response())
}

fn mailbox_json(mailbox: &Mailbox) -> Value {
    let rule_folder = mailbox.rule_folder.map(|folder| mailbox.folders.path(folder));
    json!({
        "address": mailbox.address,
        "id": mailbox.user_id,
        "tenant": mailbox.tenant,
        "access": mailbox.access,
        "full": mailbox.is_full,
        "ruleFolder": rule_folder,
    })
}

async fn list_mailboxes(State(shared): Shared) -> Json<Value> {
    let state = shared.state();
    let items = state.mailboxes.all().map(|mailbox| {
        let mut item = mailbox_json(mailbox);
        item["messages"] = mailbox.messages().count().into();
        item
    });
    Json(json!({"items": items.collect::<Vec<_>>()}))
}

/// Resets everything but the clock.
async fn reset(State(shared): Shared) -> Json<Value> {
    *shared.state() = EmulatorState::default();
    Json(json!({}))
}

async fn unknown_route(request: Request) -> ControlError {
    let (method, path) = (request.method(), request.uri().path());
    ControlError::not_found(format!(
        "no route for {method} {path}; see docs/guide/developers/graph-emulator.md for the control routes"
    ))
}

#[derive(Deserialize)]
struct DeliverParams {
    folder: Option<String>,
}

async fn deliver_message(
    State(shared): Shared,
    Path(address): Path<String>,
    Query(params): Query<DeliverParams>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ControlError> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let message = if content_type.to_lowercase().starts_with("message/rfc822") {
        parse_mime(&body).ok_or_else(|| ControlError::bad_request("request body is not a MIME message: no header"))?
    } else {
        parse_body::<MessageInput>(&body)?.into_new_message().map_err(ControlError::bad_request)?
    };
    let id = deliver(&shared, &address, params.folder.as_deref(), message)?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

async fn list_messages(State(shared): Shared, Path(address): Path<String>) -> Result<Json<Value>, ControlError> {
    let items = all_messages(&shared, &address).ok_or_else(|| ControlError::mailbox_not_found(&address))?;
    Ok(Json(json!({ "items": items })))
}

async fn show_mailbox(State(shared): Shared, Path(address): Path<String>) -> Result<Html<String>, ControlError> {
    let messages = all_messages(&shared, &address).ok_or_else(|| ControlError::mailbox_not_found(&address))?;
    Ok(Html(mailbox_page(&address, messages)))
}

async fn set_faults(State(shared): Shared, body: Bytes) -> Result<Json<Value>, ControlError> {
    apply_faults(&shared, parse_body(&body)?)?;
    Ok(Json(json!({})))
}

async fn get_settings(State(shared): Shared) -> Json<Value> {
    Json(json!(shared.state().settings))
}

async fn change_settings(State(shared): Shared, body: Bytes) -> Result<Json<Value>, ControlError> {
    let changes: Value = parse_body(&body)?;
    let mut state = shared.state();
    state.settings = state.settings.with_changes(&changes).map_err(ControlError::bad_request)?;
    Ok(Json(json!(state.settings)))
}

async fn get_clock(State(shared): Shared) -> Json<Value> {
    Json(emulator_clock_json(&shared))
}

fn emulator_clock_json(shared: &EmulatorShared) -> Value {
    json!({"now": shared.now().to_string(), "date": http_date(shared.now())})
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AdvanceClock {
    advance_seconds: u32,
}

async fn advance_clock(State(shared): Shared, body: Bytes) -> Result<Json<Value>, ControlError> {
    let advance: AdvanceClock = parse_body(&body)?;
    shared.clock.advance(Duration::from_secs(advance.advance_seconds.into()));
    Ok(Json(emulator_clock_json(&shared)))
}

async fn get_stats(State(shared): Shared) -> Json<Value> {
    Json(shared.state().stats())
}
