use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::{Value, json};

/// An error response of the token endpoint.
#[derive(Debug)]
pub(crate) struct TokenError {
    pub(crate) status: StatusCode,
    /// The error code of OAuth 2.
    error: &'static str,
    /// The number after `AADSTS`.
    aadsts: u32,
    message: String,
}

impl TokenError {
    pub(crate) fn bad_request(error: &'static str, aadsts: u32, message: String) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error, aadsts, message }
    }

    pub(crate) fn invalid_client(aadsts: u32, message: String) -> Self {
        Self { status: StatusCode::UNAUTHORIZED, error: "invalid_client", aadsts, message }
    }

    pub(crate) fn missing_parameter(name: &str) -> Self {
        let message = format!("The request body must contain the following parameter: '{name}'.");
        Self::bad_request("invalid_request", 900_144, message)
    }

    pub(crate) fn with_error(self, error: &'static str) -> Self {
        Self { error, ..self }
    }

    pub(crate) fn body(&self, trace_id: &str, now: Timestamp) -> Value {
        let at = now.strftime("%Y-%m-%d %H:%M:%SZ").to_string();
        let Self { error, aadsts, message, .. } = self;
        json!({
            "error": error,
            "error_description": format!(
                "AADSTS{aadsts}: {message}\r\nTrace ID: {trace_id}\r\nCorrelation ID: {trace_id}\r\nTimestamp: {at}"
            ),
            "error_codes": [aadsts],
            "timestamp": at,
            "trace_id": trace_id,
            "correlation_id": trace_id,
            "error_uri": format!("https://login.microsoftonline.com/error?code={aadsts}"),
        })
    }
}
