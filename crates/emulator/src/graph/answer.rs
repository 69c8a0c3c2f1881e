//! What a call is answered with, before it becomes HTTP.

use crate::refusal::{Refusal, RefusalBody};
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use jiff::Timestamp;
use serde_json::{Value, json};

pub(crate) const JSON: &str =
    "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8";

/// A success.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: AnswerBody,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Debug)]
pub(crate) enum AnswerBody {
    Nothing,
    Json(Value),
    Bytes { bytes: Bytes, kind: String },
}

impl Answer {
    pub(crate) fn json(status: StatusCode, value: impl Into<Value>) -> Self {
        Self { status, body: AnswerBody::Json(value.into()), headers: Vec::new() }
    }

    pub(crate) fn nothing(status: StatusCode) -> Self {
        Self { status, body: AnswerBody::Nothing, headers: Vec::new() }
    }

    pub(crate) fn bytes(bytes: Bytes, kind: impl Into<String>) -> Self {
        Self { status: StatusCode::OK, body: AnswerBody::Bytes { bytes, kind: kind.into() }, headers: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: Option<String>) -> Self {
        let value = value.and_then(|value| HeaderValue::from_str(&value).ok());
        self.headers.extend(value.map(|value| (HeaderName::from_static(name), value)));
        self
    }
}

/// What stands on every answer.
#[derive(Debug, Clone)]
pub(crate) struct Stamp {
    pub(crate) now: Timestamp,
    pub(crate) request_id: String,
    pub(crate) client_request_id: String,
}

/// Turns the outcome of a call into HTTP.
pub(crate) fn respond(outcome: Result<Answer, Refusal>, stamp: &Stamp) -> Response {
    let (status, body, headers) = match outcome {
        Ok(answer) => (answer.status, answer.body, answer.headers),
        Err(refusal) => (refusal.status, refusal_body(refusal.body, stamp), refusal.headers),
    };
    let (body, kind) = match body {
        AnswerBody::Nothing => (Body::empty(), None),
        AnswerBody::Json(value) => (Body::from(value.to_string()), Some(JSON.to_owned())),
        AnswerBody::Bytes { bytes, kind } => (Body::from(bytes), Some(kind)),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    if let Some(kind) = kind {
        set(header::CONTENT_TYPE, &kind);
    }
    set(HeaderName::from_static("request-id"), &stamp.request_id);
    set(HeaderName::from_static("client-request-id"), &stamp.client_request_id);
    set(HeaderName::from_static("odata-version"), "4.0");
    set(
        HeaderName::from_static("x-ms-ags-diagnostic"),
        "{\"ServerInfo\":{\"DataCenter\":\"Emulator\",\"Ring\":\"0\"}}",
    );
    set(header::CACHE_CONTROL, "no-cache");
    set(header::DATE, &http_date(stamp.now));
    response.headers_mut().extend(headers);
    response
}

fn refusal_body(body: RefusalBody, stamp: &Stamp) -> AnswerBody {
    match body {
        RefusalBody::Empty => AnswerBody::Nothing,
        RefusalBody::Bare { code, message } => AnswerBody::Json(json!({"error": {"code": code, "message": message}})),
        RefusalBody::Full { code, message } => AnswerBody::Json(json!({"error": {
            "code": code,
            "message": message,
            "innerError": {
                "date": stamp.now.strftime("%Y-%m-%dT%H:%M:%S").to_string(),
                "request-id": stamp.request_id,
                "client-request-id": stamp.client_request_id,
            },
        }})),
    }
}

/// The time of the emulator's own clock: who asks can tell how far his own is off.
pub(crate) fn http_date(at: Timestamp) -> String {
    at.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
