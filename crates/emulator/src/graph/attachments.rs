use crate::graph::collection::CollectionPage;
use crate::graph::message_ref::MessageRef;
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use crate::store::message::AttachmentContent;
use crate::wire::attachment::{AttachmentView, attachment_json};
use crate::wire::mime_writer::write_mime;
use axum::http::StatusCode;
use serde_json::Value;

fn attachment_view(request: &GraphRequest) -> AttachmentView {
    let is_item = |name: &String| name.to_lowercase().ends_with("itemattachment/item");
    AttachmentView {
        id_type: request.preferences.id_type,
        select: request.query.select.clone(),
        with_item: request.query.expand.iter().any(is_item),
    }
}

pub(crate) fn list(
    shared: &EmulatorShared,
    request: &GraphRequest,
    message_ref: &MessageRef<'_>,
) -> Result<GraphResponse, GraphError> {
    let state = shared.state();
    let (mailbox, message) = message_ref.find(&state)?;
    let view = attachment_view(request);
    let total = message.content.attachments.len();
    let items: Vec<Value> = (0..total).map(|index| attachment_json(mailbox, message, index, &view).into()).collect();
    let id = mailbox.message_id(message.identity(), view.id_type);
    let context = format!("users('{}')/messages('{id}')/attachments", mailbox.user_id);
    let page = CollectionPage { context, items, total, next_link: None };
    Ok(page.into_response(request).with_preferences(request.preferences.preference_applied_header(false)))
}

pub(crate) fn get(
    shared: &EmulatorShared,
    request: &GraphRequest,
    message_ref: &MessageRef<'_>,
    attachment: &str,
) -> Result<GraphResponse, GraphError> {
    let state = shared.state();
    let (mailbox, message) = message_ref.find(&state)?;
    let index = mailbox.find_attachment(message, attachment)?;
    let view = attachment_view(request);
    let mut map = attachment_json(mailbox, message, index, &view);
    let id = mailbox.message_id(message.identity(), view.id_type);
    let (base_url, user_id) = (&request.base_url, &mailbox.user_id);
    let context = format!("{base_url}/$metadata#users('{user_id}')/messages('{id}')/attachments/$entity");
    map.insert("@odata.context".into(), context.into());
    Ok(GraphResponse::json(StatusCode::OK, map).with_preferences(request.preferences.preference_applied_header(false)))
}

/// `$value`
pub(crate) fn value(
    shared: &EmulatorShared,
    message_ref: &MessageRef<'_>,
    attachment: &str,
) -> Result<GraphResponse, GraphError> {
    let (attachment, sent_at) = {
        let state = shared.state();
        let (mailbox, message) = message_ref.find(&state)?;
        let index = mailbox.find_attachment(message, attachment)?;
        if state.faults.faults.reject_downloads {
            let message = "The attachment cannot be opened.";
            return Err(GraphError::new(StatusCode::BAD_REQUEST, "ErrorInvalidRequest", message));
        }
        (message.content.attachments[index].clone(), message.sent_at)
    };
    let content_type = attachment.content_type.as_deref().unwrap_or("application/octet-stream");
    match attachment.content {
        AttachmentContent::File(bytes) => Ok(GraphResponse::from_bytes(bytes, content_type)),
        AttachmentContent::Item(content) => Ok(GraphResponse::from_bytes(write_mime(&content, sent_at), "text/plain")),
        AttachmentContent::Reference(_) => {
            let message = "The resource does not support raw values.";
            Err(GraphError::new(StatusCode::METHOD_NOT_ALLOWED, "ErrorInvalidRequest", message))
        }
    }
}
