use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An error response of the control API.
#[derive(Debug)]
pub(crate) struct ControlError {
    status: StatusCode,
    pub(crate) message: String,
}

impl ControlError {
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: message.into() }
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, message: message.into() }
    }

    pub(crate) fn mailbox_not_found(address: &str) -> Self {
        Self::not_found(format!(
            "mailbox {address} not found; create it with POST /_emulator/mailboxes {{\"address\": \"{address}\"}}"
        ))
    }
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.message}))).into_response()
    }
}
