//! The response to a call, before and after its conversion to HTTP.

use crate::graph_error::{ErrorBody, GraphError};
use crate::wire::time_format::http_date;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use jiff::Timestamp;
use serde_json::{Value, json};

const CONTENT_TYPE_JSON: &str =
    "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8";

/// A successful response.
#[derive(Debug)]
pub(crate) struct GraphResponse {
    status: StatusCode,
    body: ResponseBody,
    headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Debug)]
enum ResponseBody {
    Empty,
    Json(Value),
    Bytes { bytes: Bytes, content_type: String },
}

impl GraphResponse {
    pub(crate) fn json(status: StatusCode, value: impl Into<Value>) -> Self {
        Self { status, body: ResponseBody::Json(value.into()), headers: Vec::new() }
    }

    pub(crate) fn empty(status: StatusCode) -> Self {
        Self { status, body: ResponseBody::Empty, headers: Vec::new() }
    }

    pub(crate) fn from_bytes(bytes: Bytes, content_type: impl Into<String>) -> Self {
        let body = ResponseBody::Bytes { bytes, content_type: content_type.into() };
        Self { status: StatusCode::OK, body, headers: Vec::new() }
    }

    /// Sets the `Preference-Applied` header.
    pub(crate) fn with_preferences(mut self, applied: Option<String>) -> Self {
        let value = applied.and_then(|applied| HeaderValue::from_str(&applied).ok());
        self.headers.extend(value.map(|value| (HeaderName::from_static("preference-applied"), value)));
        self
    }
}

/// What every response contains, in headers and error bodies.
#[derive(Debug, Clone)]
pub(crate) struct ResponseMetadata {
    pub(crate) now: Timestamp,
    pub(crate) request_id: String,
    pub(crate) client_request_id: String,
}

pub(crate) fn into_http(result: Result<GraphResponse, GraphError>, metadata: &ResponseMetadata) -> Response {
    let (status, body, headers) = match result {
        Ok(response) => (response.status, response.body, response.headers),
        Err(error) => (error.status, error_body(error.body, metadata), error.headers),
    };
    let (body, content_type) = match body {
        ResponseBody::Empty => (Body::empty(), None),
        ResponseBody::Json(value) => (Body::from(value.to_string()), Some(CONTENT_TYPE_JSON.to_owned())),
        ResponseBody::Bytes { bytes, content_type } => (Body::from(bytes), Some(content_type)),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    if let Some(content_type) = content_type {
        set(header::CONTENT_TYPE, &content_type);
    }
    set(HeaderName::from_static("request-id"), &metadata.request_id);
    set(HeaderName::from_static("client-request-id"), &metadata.client_request_id);
    set(HeaderName::from_static("odata-version"), "4.0");
    set(
        HeaderName::from_static("x-ms-ags-diagnostic"),
        "{\"ServerInfo\":{\"DataCenter\":\"Emulator\",\"Ring\":\"0\"}}",
    );
    set(header::CACHE_CONTROL, "no-cache");
    set(header::DATE, &http_date(metadata.now));
    response.headers_mut().extend(headers);
    response
}

fn error_body(body: ErrorBody, metadata: &ResponseMetadata) -> ResponseBody {
    match body {
        ErrorBody::Empty => ResponseBody::Empty,
        ErrorBody::Bare { code, message } => ResponseBody::Json(json!({"error": {"code": code, "message": message}})),
        ErrorBody::Full { code, message } => ResponseBody::Json(json!({"error": {
            "code": code,
            "message": message,
            "innerError": {
                "date": metadata.now.strftime("%Y-%m-%dT%H:%M:%S").to_string(),
                "request-id": metadata.request_id,
                "client-request-id": metadata.client_request_id,
            },
        }})),
    }
}
