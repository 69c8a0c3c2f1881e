//! JSON bodies. A problem with one names the field.

use crate::Problem;
use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error;
use stormwire_http::objects_only::ObjectsOnly;

/// The error of a request body whose time limit has passed.
#[derive(Debug, thiserror::Error)]
#[error("the body was not received in time")]
pub struct BodyTimedOut;

/// The largest body that is read: 1 MiB.
pub(crate) const BODY_LIMIT: usize = 1024 * 1024;

/// PostgreSQL stores no NUL in text, and no vendor's mail has a use for it.
pub(crate) const NUL_REJECTED: &str = "contains the character U+0000, which cannot be stored; remove it";

/// A required body.
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        check_content_type(&request)?;
        parse(&whole_body(request, state).await?).map(Self)
    }
}

/// A body that may be empty.
#[derive(Debug, Clone)]
pub(crate) struct OptionalJson<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let content_type = check_content_type(&request);
        let body = whole_body(request, state).await?;
        if body.is_empty() {
            return Ok(Self(T::default()));
        }
        content_type?;
        Ok(Self(parse::<Option<T>>(&body)?.unwrap_or_default()))
    }
}

/// The whole body, up to [`BODY_LIMIT`]. Nothing is read if the client announces a larger one.
pub(crate) async fn whole_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    if request.body().size_hint().lower() > BODY_LIMIT as u64 {
        return Err(too_large());
    }
    Bytes::from_request(request, state).await.map_err(|rejection| {
        if is_timeout(&rejection) {
            return Problem::new(StatusCode::REQUEST_TIMEOUT, "the body was not received in time; send it again");
        }
        match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            status => Problem::new(status, "the body is incomplete"),
        }
    })
}

fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "the request body is larger than 1 MiB")
}

fn is_timeout(error: &(dyn Error + 'static)) -> bool {
    error.is::<BodyTimedOut>() || error.source().is_some_and(is_timeout)
}

fn check_content_type(request: &Request) -> Result<(), Problem> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if content_type.is_some_and(is_json) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported content type; send the body as application/json"))
}

/// Reads a value that is parsed already.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(ObjectsOnly(value)).map_err(json_problem)
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    // Reports syntax errors and fields that are given twice, which a parsed value no longer shows.
    let mut input = serde_json::Deserializer::from_slice(body);
    let _: T = serde_path_to_error::deserialize(&mut input).map_err(json_problem)?;
    input.end().map_err(|error| Problem::new(StatusCode::BAD_REQUEST, format!("invalid body: {error}")))?;
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, format!("invalid body: {error}")))?;
    match path_of_nul(&value, "") {
        Some(field) => Err(Problem::field(&field, NUL_REJECTED)),
        None => read(value),
    }
}

/// The path of the first text or key with a NUL character.
fn path_of_nul(value: &Value, path: &str) -> Option<String> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::String(text) => text.contains('\0').then(|| path.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| path_of_nul(item, &format!("{path}[{index}]")))
        }
        Value::Object(fields) => fields.iter().find_map(|(name, item)| {
            if name.contains('\0') {
                Some(below(&name.replace('\0', "\\u0000")))
            } else {
                path_of_nul(item, &below(name))
            }
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn json_problem(error: serde_path_to_error::Error<serde_json::Error>) -> Problem {
    let (path, error) = (error.path().to_string(), error.into_inner());
    let problem = Problem::new(StatusCode::BAD_REQUEST, format!("invalid body: {error}"));
    match invalid_field_path(&path, &error_message(&error)).filter(|_| error.is_data()) {
        Some(field) => problem.with_field(field, error_message(&error)),
        // Malformed JSON has no field.
        None => problem,
    }
}

/// The path of a bad value, or of the field that is missing.
fn invalid_field_path(path: &str, message: &str) -> Option<String> {
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    match (path, missing) {
        (".", None) => None,
        (".", Some(name)) => Some(name.to_owned()),
        (path, None) => Some(path.to_owned()),
        (path, Some(name)) => Some(format!("{path}.{name}")),
    }
}

/// Without line and column, because the field says where.
fn error_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}
