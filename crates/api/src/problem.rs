//! Error responses: RFC 9457 `application/problem+json`, also for errors of axum.
//!
//! A handler returns a [`Problem`]. [`render`] writes its body, and also turns bare errors of the framework into
//! problems. A server error shows its request id and no internals.

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::response::Parts;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::any::Any;
use stormwire_city::secrets::SecretsError;
use stormwire_http::request_id::RequestId;
use stormwire_store::StoreError;
use stormwire_store::queue::panic_text;
use tower_http::catch_panic::ResponseForPanic;

/// Violations in one response: a client cannot make the response much larger than its request.
pub(crate) const MAX_VIOLATIONS: usize = 10;
/// Characters of each text in a response, which may contain what the client sent.
const MAX_DETAIL: usize = 1_000;
const MAX_FIELD: usize = 100;
const MAX_MESSAGE: usize = 500;

/// An error response.
#[derive(Debug, Clone)]
pub struct Problem {
    status: StatusCode,
    detail: String,
    errors: Vec<FieldProblem>,
    /// Whether there are more than [`MAX_VIOLATIONS`].
    is_truncated: bool,
    retry_after_seconds: Option<u32>,
}

/// A violation in one field or parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct FieldProblem {
    /// The name of the parameter or the JSON path, such as `point.x`.
    pub field: String,
    /// What is wrong and how to fix it.
    pub message: String,
}

/// RFC 9457 problem details.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub(crate) struct ProblemView {
    /// A stable identifier of this kind of problem.
    #[schema(example = "urn:stormwire:problem:not-found")]
    r#type: String,
    /// The HTTP status as text.
    title: String,
    status: u16,
    /// What failed, why, and what to do.
    detail: String,
    /// Violations by field; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldProblem>,
    /// Only for server errors: the id of the request in the server log.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

impl Problem {
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), errors: Vec::new(), is_truncated: false, retry_after_seconds: None }
    }

    /// 400 for one field of a body or one parameter of a query.
    pub fn field(field: &str, message: impl std::fmt::Display) -> Self {
        let message = message.to_string();
        Self::new(StatusCode::BAD_REQUEST, format!("{field}: {message}")).with_field(field, message)
    }

    /// 404: no `what` has this id.
    pub fn resource_not_found(what: &str, id: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} {id} not found"))
    }

    /// 400 for the violations of an input, each with its field.
    pub(crate) fn violations(all: Vec<FieldProblem>) -> Self {
        let detail = match all.as_slice() {
            [one] => format!("{}: {}", one.field, one.message),
            many => format!("{} values are invalid; correct them", many.len()),
        };
        let problem = Self::new(StatusCode::BAD_REQUEST, detail);
        all.into_iter().fold(problem, |problem, one| problem.with_field(one.field, one.message))
    }

    /// 409: another resource has this value.
    pub(crate) fn taken(field: &str, error: impl std::fmt::Display) -> Self {
        let message = error.to_string();
        Self::new(StatusCode::CONFLICT, message.clone()).with_field(field, message)
    }

    /// Adds a violation; those over [`MAX_VIOLATIONS`] are left out.
    #[must_use]
    pub fn with_field(mut self, field: impl Into<String>, message: impl Into<String>) -> Self {
        if self.errors.len() < MAX_VIOLATIONS {
            self.errors.push(FieldProblem { field: field.into(), message: message.into() });
        } else {
            self.is_truncated = true;
        }
        self
    }

    /// Sets `Retry-After`.
    #[must_use]
    pub fn with_retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// For a status that the framework chose.
    fn from_status(status: StatusCode) -> Self {
        let detail = match status {
            StatusCode::BAD_REQUEST => "malformed request",
            StatusCode::NOT_FOUND => "not found",
            StatusCode::PAYLOAD_TOO_LARGE => "the body is too large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "unsupported content type",
            status if status.is_server_error() => "internal error; see the server log",
            _ => "request rejected",
        };
        Self::new(status, detail)
    }

    /// The complete response, for where [`render`] does not run.
    pub(crate) fn into_bytes_response(self) -> Response<Bytes> {
        let mut response = Response::new(());
        *response.status_mut() = self.status;
        self.write(response.into_parts().0, None)
    }

    /// Writes the body, and the headers that belong to it.
    fn write(self, mut parts: Parts, request_id: Option<&RequestId>) -> Response<Bytes> {
        let (retry_after, view) = (self.retry_after_seconds, self.view(request_id));
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if parts.status == StatusCode::UNAUTHORIZED {
            parts.headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = retry_after {
            parts.headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        Response::from_parts(parts, serde_json::to_vec(&view).unwrap_or_default().into())
    }

    fn view(self, request_id: Option<&RequestId>) -> ProblemView {
        let title = self.status.canonical_reason().unwrap_or("Error").to_owned();
        let mut detail = shorten(&self.detail, MAX_DETAIL);
        if self.is_truncated {
            detail.push_str("; only the first 10 are listed");
        }
        let errors = self.errors.into_iter().map(|one| FieldProblem {
            field: shorten(&one.field, MAX_FIELD),
            message: shorten(&one.message, MAX_MESSAGE),
        });
        ProblemView {
            r#type: format!("urn:stormwire:problem:{}", title.to_ascii_lowercase().replace(' ', "-")),
            title,
            status: self.status.as_u16(),
            detail,
            errors: errors.collect(),
            request_id: request_id.filter(|_| self.status.is_server_error()).map(|id| id.0.clone()),
        }
    }
}

/// Leaves out the middle: a value is usually at the start of a message, and the fix at its end.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let half = most / 2;
    let tail: Vec<char> = text.chars().rev().take(half).collect();
    text.chars().take(half).chain(['…']).chain(tail.into_iter().rev()).collect()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The result of a lookup by id, as a response.
pub(crate) trait OrNotFound {
    type Found;

    /// 404 if there is no `what` with this id.
    fn or_not_found(self, what: &str, id: impl std::fmt::Display) -> Result<Self::Found, Problem>;
}

impl<T> OrNotFound for Option<T> {
    type Found = T;

    fn or_not_found(self, what: &str, id: impl std::fmt::Display) -> Result<T, Problem> {
        self.ok_or_else(|| Problem::resource_not_found(what, id))
    }
}

/// Whether there was something to delete: 204 if there was.
impl OrNotFound for bool {
    type Found = StatusCode;

    fn or_not_found(self, what: &str, id: impl std::fmt::Display) -> Result<StatusCode, Problem> {
        self.then_some(StatusCode::NO_CONTENT).or_not_found(what, id)
    }
}

impl From<SecretsError> for Problem {
    fn from(error: SecretsError) -> Self {
        tracing::error!(%error, "failed to encrypt or decrypt a secret");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "a secret could not be encrypted or decrypted; see the server log")
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::DiskFull(_)) {
            tracing::warn!(%error, "the disk is full");
            return Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "the disk of the server is full; free disk space on the server, then try again",
            )
            .with_retry_after(30);
        }
        if error.is_transient() {
            tracing::warn!(%error, "database not reachable");
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, "the database is not reachable; try again later")
                .with_retry_after(5);
        }
        tracing::error!(%error, "database error");
        Self::from_status(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// Writes the body of every problem, and turns bare errors of the framework into problems.
pub(crate) async fn render(request: Request, next: Next) -> Response {
    let id = request.extensions().get::<RequestId>().cloned();
    let mut response = next.run(request).await;
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if (status.is_client_error() || status.is_server_error()) && !is_problem(&response) => {
            Problem::from_status(status)
        }
        None => return response,
    };
    problem.write(response.into_parts().0, id.as_ref()).map(Into::into)
}

fn is_problem(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/problem+json"))
}

pub(crate) async fn no_such_route(uri: Uri) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("{} not found", uri.path()))
}

pub(crate) async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not supported by {}", uri.path()))
}

/// Turns a panic in a handler into a 500 for that request only.
#[derive(Clone, Copy)]
pub(crate) struct PanicResponse;

impl ResponseForPanic for PanicResponse {
    type ResponseBody = axum::body::Body;

    fn response_for_panic(&mut self, panic: Box<dyn Any + Send>) -> Response {
        tracing::error!(panic = panic_text(panic.as_ref()), "request handler panicked");
        Problem::from_status(StatusCode::INTERNAL_SERVER_ERROR).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdefg", 6), "abc…efg");
        assert_eq!(shorten("ääääääää", 4), "ää…ää");
        let message = format!("{:?} is not a number", "1".repeat(60_000));
        assert!(shorten(&message, MAX_MESSAGE).ends_with("11\" is not a number"));
    }

    #[test]
    fn more_than_ten_violations_are_left_out() {
        let ten = (0..10).fold(Problem::new(StatusCode::BAD_REQUEST, "invalid"), |problem, number| {
            problem.with_field(number.to_string(), "x")
        });
        let view = ten.clone().view(None);
        assert_eq!((view.errors.len(), view.detail.as_str()), (10, "invalid"));
        let view = ten.with_field("11", "x").view(None);
        assert_eq!((view.errors.len(), view.detail.as_str()), (10, "invalid; only the first 10 are listed"));
    }
}
