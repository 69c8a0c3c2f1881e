//! `messages/delta`: the contents of a folder, then its changes. Each link contains the state of the query.

use crate::delta::chains::DeltaLink;
use crate::delta::round::{DeltaEntry, DeltaOptions, DeltaRound, ReceivedFrom};
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::odata::filter_expression::{ComparisonOperator, PropertyComparison};
use crate::odata::literal::Literal;
use crate::odata::query::OrderBy;
use crate::settings::{DeltaTopHandling, Settings};
use crate::shared::EmulatorShared;
use crate::store::event::ChangeType;
use crate::store::keys::FolderKey;
use crate::store::mailbox::Mailbox;
use crate::wire::message::{MessageView, message_json};
use crate::wire::message_selection::MessageSelection;
use axum::http::StatusCode;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

const DEFAULT_PAGE_SIZE: usize = 10;
const MAX_PAGE_SIZE: usize = 1_000;

/// The state in a link. Opaque to clients.
#[derive(Debug, Serialize, Deserialize)]
struct SyncToken {
    link: DeltaLink,
    folder: FolderKey,
    round: DeltaRound,
}

pub(crate) fn page(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    folder: &str,
) -> Result<GraphResponse, GraphError> {
    let mut state = shared.state();
    let settings = state.settings.clone();
    let mailbox = state.mailbox(user)?;
    let folder = mailbox.find_folder(folder)?.key;
    let version = mailbox.version();
    let url = delta_url(request, mailbox, folder);
    let sync_token = request.query.sync_token.as_deref().filter(|token| !token.is_empty() && *token != "latest");
    let token = if let Some(text) = sync_token {
        let token = SyncToken::decode(text).filter(|token| token.folder == folder).ok_or_else(malformed_token)?;
        let advanced = state.delta_chains.advance(token.link, &settings);
        let link = advanced.map_err(|lost| lost.into_error(settings.delta_loss, &url))?;
        SyncToken { link, ..token }
    } else {
        let options = delta_options(request, &settings)?;
        SyncToken { link: state.delta_chains.start(), folder, round: DeltaRound::first(version, options) }
    };
    let mailbox = state.mailbox(user)?;
    let folder = mailbox.folders.get(folder).ok_or_else(GraphError::message_not_found)?;
    let size = request.preferences.page_size.unwrap_or(DEFAULT_PAGE_SIZE).min(MAX_PAGE_SIZE);
    let page = token.round.page(folder, size, request.preferences.id_type, &settings);
    let view = MessageView {
        id_type: request.preferences.id_type,
        body_type: request.preferences.body_type,
        selection: MessageSelection::parse(page.next.options.select.as_deref())?,
        attachments: page.next.options.attachments.clone(),
    };
    let items: Vec<Value> = page.entries.iter().filter_map(|entry| entry_json(mailbox, *entry, &view)).collect();
    let (key, option) =
        if page.has_more { ("@odata.nextLink", "skiptoken") } else { ("@odata.deltaLink", "deltatoken") };
    let link = format!("{url}?${option}={}", SyncToken { round: page.next, ..token }.encode());
    let mut map = Map::new();
    map.insert("@odata.context".into(), format!("{}/$metadata#Collection(message)", request.base_url).into());
    map.insert(key.into(), link.into());
    map.insert("value".into(), items.into());
    Ok(GraphResponse::json(StatusCode::OK, map).with_preferences(request.preferences.preference_applied_header(true)))
}

/// `None` if the message has been deleted since.
fn entry_json(mailbox: &Mailbox, entry: DeltaEntry, view: &MessageView) -> Option<Value> {
    match entry {
        DeltaEntry::Present(key) => {
            let mut map = message_json(mailbox, mailbox.message(key)?, view);
            map.insert("@odata.type".into(), "#microsoft.graph.message".into());
            Some(map.into())
        }
        DeltaEntry::Removed(message) => Some(json!({
            "@odata.type": "#microsoft.graph.message",
            "id": mailbox.message_id(message, view.id_type),
            "@removed": {"reason": "deleted"},
        })),
    }
}

fn delta_url(request: &GraphRequest, mailbox: &Mailbox, folder: FolderKey) -> String {
    let (base_url, user_id, folder_id) = (&request.base_url, &mailbox.user_id, mailbox.folder_id(folder));
    format!("{base_url}/users/{user_id}/mailFolders('{folder_id}')/messages/delta")
}

/// Reads the options of the first request. Rejects those that Graph does not support with delta.
fn delta_options(request: &GraphRequest, settings: &Settings) -> Result<DeltaOptions, GraphError> {
    let query = &request.query;
    MessageSelection::parse(query.select.as_deref())?;
    let received_from = match &query.filter {
        None => None,
        Some(filter) => Some(filter.single_comparison().and_then(received_from).ok_or_else(|| {
            invalid_query("The '$filter' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime ge value' is supported.")
        })?),
    };
    let is_default_order = |order: &OrderBy| order.property == "receiveddatetime" && order.descending;
    if !query.order_by.iter().all(is_default_order) {
        return Err(invalid_query(
            "The '$orderby' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime desc' is supported.",
        ));
    }
    let parse_change_type = |name: &String| {
        let unknown = || invalid_query(format!("The 'changeType' parameter value '{name}' is not supported."));
        ChangeType::parse(name).ok_or_else(unknown)
    };
    let change_type = query.change_type.as_ref().map(parse_change_type).transpose()?;
    if query.top.is_some() && settings.delta_top == DeltaTopHandling::Rejected {
        return Err(invalid_query(
            "The '$top' parameter is not supported with change tracking over the 'Messages' resource.",
        ));
    }
    let attachments = query.expanded_attachments()?;
    Ok(DeltaOptions { select: query.select.clone(), attachments, received_from, change_type, top: query.top })
}

fn received_from(comparison: &PropertyComparison) -> Option<ReceivedFrom> {
    let is_inclusive = match comparison.operator {
        ComparisonOperator::GreaterOrEqual => true,
        ComparisonOperator::Greater => false,
        _ => return None,
    };
    match (comparison.property.as_str(), &comparison.value) {
        ("receiveddatetime", Literal::Time(time)) => Some(ReceivedFrom { time: *time, is_inclusive }),
        _ => None,
    }
}

fn invalid_query(message: impl Into<String>) -> GraphError {
    GraphError::new(StatusCode::BAD_REQUEST, "ErrorInvalidUrlQuery", message)
}

fn malformed_token() -> GraphError {
    GraphError::new(StatusCode::BAD_REQUEST, "SyncStateInvalid", "Badly formed token.")
}

impl SyncToken {
    fn encode(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default())
    }

    fn decode(text: &str) -> Option<Self> {
        serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()
    }
}
