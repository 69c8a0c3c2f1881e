//! Operations on a message: read, update, move, delete.

use crate::graph::body_params::{BodyParams, choice, wrong_type};
use crate::graph::message_ref::MessageRef;
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use crate::store::message::{Message, MutableProperties};
use crate::wire::message::{MessageView, etag, message_json};
use crate::wire::message_selection::MessageSelection;
use crate::wire::mime_writer::write_mime;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

pub(crate) const IMPORTANCES: [&str; 3] = ["low", "normal", "high"];

pub(crate) fn message_view(request: &GraphRequest) -> Result<MessageView, GraphError> {
    Ok(MessageView {
        id_type: request.preferences.id_type,
        body_type: request.preferences.body_type,
        selection: MessageSelection::parse(request.query.select.as_deref())?,
        attachments: request.query.expanded_attachments()?,
    })
}

pub(crate) fn get(
    shared: &EmulatorShared,
    request: &GraphRequest,
    message_ref: &MessageRef<'_>,
) -> Result<GraphResponse, GraphError> {
    let view = message_view(request)?;
    let mut state = shared.state();
    let key = message_ref.find(&state)?.1.key;
    let is_first = state.mailbox_mut(message_ref.user)?.fetched.insert(key);
    if is_first && state.faults.faults.not_found_once {
        return Err(GraphError::message_not_found());
    }
    let (mailbox, message) = message_ref.find(&state)?;
    let context = format!("users('{}')/messages{}/$entity", mailbox.user_id, view.selection.context_suffix());
    let mut map = with_context(request, &context, message_json(mailbox, message, &view));
    if state.faults.faults.unreadable_messages {
        map.remove("receivedDateTime");
    }
    Ok(GraphResponse::json(StatusCode::OK, map).with_preferences(request.preferences.preference_applied_header(false)))
}

fn with_context(request: &GraphRequest, context: &str, mut map: Map<String, Value>) -> Map<String, Value> {
    map.insert("@odata.context".into(), format!("{}/$metadata#{context}", request.base_url).into());
    map
}

/// `$value`
pub(crate) fn mime(shared: &EmulatorShared, message_ref: &MessageRef<'_>) -> Result<GraphResponse, GraphError> {
    let (content, sent_at) = {
        let state = shared.state();
        let (_, message) = message_ref.find(&state)?;
        (message.content.clone(), message.sent_at)
    };
    Ok(GraphResponse::from_bytes(write_mime(&content, sent_at), "text/plain"))
}

pub(crate) fn update(
    shared: &EmulatorShared,
    request: &GraphRequest,
    message_ref: &MessageRef<'_>,
) -> Result<GraphResponse, GraphError> {
    let params = BodyParams::parse(request)?;
    let mut state = shared.state();
    let (_, message) = message_ref.find(&state)?;
    check_etag(request, message)?;
    let properties = updated_properties(&message.properties, &params)?;
    let key = message.key;
    let event = state.mailbox_mut(message_ref.user)?.update(key, properties, shared.now())?;
    shared.notify_subscribers(&mut state, message_ref.user, &[event]);
    let (mailbox, message) = message_ref.find(&state)?;
    let context = format!("users('{}')/messages/$entity", mailbox.user_id);
    let map = with_context(request, &context, message_json(mailbox, message, &message_view(request)?));
    Ok(GraphResponse::json(StatusCode::OK, map).with_preferences(request.preferences.preference_applied_header(false)))
}

fn check_etag(request: &GraphRequest, message: &Message) -> Result<(), GraphError> {
    match &request.if_match {
        Some(expected) if expected != "*" && *expected != etag(message) => {
            let text = "The send or update operation could not be performed because the change key passed in the request does not match the current change key for the item.";
            Err(GraphError::new(StatusCode::PRECONDITION_FAILED, "ErrorIrresolvableConflict", text))
        }
        _ => Ok(()),
    }
}

/// Rejects properties that cannot be changed on a received message.
fn updated_properties(current: &MutableProperties, params: &BodyParams) -> Result<MutableProperties, GraphError> {
    let mut updated = current.clone();
    for name in params.names() {
        match name.to_lowercase().as_str() {
            "isread" => updated.is_read = params.boolean(name)?.unwrap_or(false),
            "categories" => updated.categories = string_list(params.get(name), name)?,
            "importance" => {
                let value = params.text(name)?.unwrap_or("normal");
                updated.importance = choice(name, value, &IMPORTANCES, "microsoft.graph.importance")?;
            }
            "inferenceclassification" => {
                let (value, type_name) =
                    (params.text(name)?.unwrap_or("focused"), "microsoft.graph.inferenceClassificationType");
                updated.inference_classification = choice(name, value, &["focused", "other"], type_name)?;
            }
            "flag" => {
                let status = params.get(name).and_then(|flag| flag["flagStatus"].as_str());
                let type_name = "microsoft.graph.followupFlag";
                let status = status.ok_or_else(|| wrong_type(name, type_name))?;
                updated.flag_status = choice(name, status, &["notFlagged", "complete", "flagged"], type_name)?;
            }
            annotation if annotation.contains("odata.") => {}
            _ => {
                let message =
                    format!("Update operation is invalid for property '{name}' on a message that is not a draft.");
                return Err(GraphError::new(StatusCode::BAD_REQUEST, "ErrorInvalidPropertySet", message));
            }
        }
    }
    Ok(updated)
}

fn string_list(value: Option<&Value>, name: &str) -> Result<Vec<String>, GraphError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    serde_json::from_value(value.clone()).map_err(|_| wrong_type(name, "Collection(Edm.String)"))
}

pub(crate) fn move_to_folder(
    shared: &EmulatorShared,
    request: &GraphRequest,
    message_ref: &MessageRef<'_>,
) -> Result<GraphResponse, GraphError> {
    let params = BodyParams::parse(request)?;
    let destination = params.text("destinationId")?.ok_or_else(|| {
        GraphError::new(StatusCode::BAD_REQUEST, "ErrorInvalidRequest", "The parameter 'DestinationId' is required.")
    })?;
    let mut state = shared.state();
    if state.faults.faults.reject_moves {
        let message = "The message cannot be moved for now.";
        return Err(GraphError::new(StatusCode::BAD_REQUEST, "ErrorMoveCopyFailed", message));
    }
    let (mailbox, message) = message_ref.find(&state)?;
    let (key, target) = (message.key, mailbox.find_folder(destination)?.key);
    let events = state.mailbox_mut(message_ref.user)?.move_to(key, target, shared.now())?;
    shared.notify_subscribers(&mut state, message_ref.user, &events);
    let mailbox = state.mailbox(message_ref.user)?;
    let message = mailbox.message(key).ok_or_else(GraphError::message_not_found)?;
    let mut map = with_context(request, "message", message_json(mailbox, message, &message_view(request)?));
    map.insert("@odata.type".into(), json!("#microsoft.graph.message"));
    Ok(GraphResponse::json(StatusCode::CREATED, map)
        .with_preferences(request.preferences.preference_applied_header(false)))
}

pub(crate) fn delete(shared: &EmulatorShared, message_ref: &MessageRef<'_>) -> Result<GraphResponse, GraphError> {
    let mut state = shared.state();
    let key = message_ref.find(&state)?.1.key;
    let events = state.mailbox_mut(message_ref.user)?.delete(key, shared.now())?;
    shared.notify_subscribers(&mut state, message_ref.user, &events);
    Ok(GraphResponse::empty(StatusCode::NO_CONTENT))
}
