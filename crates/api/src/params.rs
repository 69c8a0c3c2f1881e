//! Ids and query parameters, with refusals that name them.

use crate::Problem;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The id in a path. A malformed one names nothing: 404.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Id(pub(crate) i64);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = parts.uri.path().to_owned();
        let text = Path::<String>::from_request_parts(parts, state).await.map(|Path(text)| text);
        let id = text.ok().and_then(|text| text.parse().ok()).filter(|id| *id > 0);
        id.map(Self).ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at {path}")))
    }
}

/// The query, of which every parameter is known.
#[derive(Debug, Clone)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or("");
        let input = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(input).map(Self).map_err(|error| {
            let (field, problem) = (error.path().to_string(), error.into_inner().to_string());
            Problem::new(StatusCode::BAD_REQUEST, "a parameter cannot be used").with_field(field, problem)
        })
    }
}

/// Between 1 and the most; more is refused, not cut.
pub(crate) fn limit(asked: Option<u32>, usual: u32, most: u32) -> Result<u32, Problem> {
    match asked.unwrap_or(usual) {
        count if (1..=most).contains(&count) => Ok(count),
        count => Err(Problem::new(StatusCode::BAD_REQUEST, "a parameter cannot be used")
            .with_field("limit", format!("{count} is not between 1 and {most}"))),
    }
}
