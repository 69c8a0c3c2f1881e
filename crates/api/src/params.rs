//! Ids in paths, and query parameters. Problems name the parameter.

use crate::Problem;
use crate::json::NUL_REJECTED;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use std::str::FromStr;
use std::time::Duration;
use stormwire_clock::later;

/// The id in a path. A malformed id is 404.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Id<T>(pub(crate) T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for Id<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, state).await.map(|Path(text)| text);
        let id = text.ok().and_then(|text| read_id(&text));
        id.map(Self).ok_or_else(|| not_found(parts))
    }
}

/// The two ids in a path: of a resource, and of one that belongs to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ids<A, B>(pub(crate) A, pub(crate) B);

impl<S: Send + Sync, A: FromStr, B: FromStr> FromRequestParts<S> for Ids<A, B> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let texts = Path::<(String, String)>::from_request_parts(parts, state).await.map(|Path(texts)| texts);
        let ids = texts.ok().and_then(|(one, two)| Some(Self(read_id(&one)?, read_id(&two)?)));
        ids.ok_or_else(|| not_found(parts))
    }
}

/// The three ids in a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreeIds<A, B, C>(pub(crate) A, pub(crate) B, pub(crate) C);

impl<S: Send + Sync, A: FromStr, B: FromStr, C: FromStr> FromRequestParts<S> for ThreeIds<A, B, C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let texts = Path::<(String, String, String)>::from_request_parts(parts, state).await.map(|Path(texts)| texts);
        let ids = texts.ok().and_then(|(one, two, three)| Some(Self(read_id(&one)?, read_id(&two)?, read_id(&three)?)));
        ids.ok_or_else(|| not_found(parts))
    }
}

/// Ids are integers from 1.
pub(crate) fn read_id<T: FromStr>(text: &str) -> Option<T> {
    text.parse::<i64>().ok().filter(|id| *id > 0)?;
    text.parse().ok()
}

pub(crate) fn not_found(parts: &Parts) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("{} not found", parts.uri.path()))
}

/// The query string. Unknown parameters are rejected when `T` denies unknown fields.
#[derive(Debug, Clone)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parse_query(parts.uri.query().unwrap_or("")).map(Self)
    }
}

/// Parses a query string.
pub fn parse_query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    if let Some((name, _)) = form_urlencoded::parse(query.as_bytes()).find(|(_, value)| value.contains('\0')) {
        return Err(Problem::field(&name, NUL_REJECTED));
    }
    let input = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(input).map_err(|error| {
        let (path, problem) = (error.path().to_string(), error.into_inner().to_string());
        let field = if path == "." { first_quoted_name(&problem).to_owned() } else { path };
        let given = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| *name == field);
        let message = error_message(&problem, given.as_ref().map_or("", |(_, value)| value));
        Problem::field(&field, message)
    })
}

/// Rewrites an error of the deserializer in plain words.
fn error_message(problem: &str, given: &str) -> String {
    let mut names = problem.split('`').skip(1).step_by(2);
    if problem.starts_with("unknown field") {
        let known: Vec<&str> = names.by_ref().skip(1).collect();
        return format!("unknown parameter; known are {}", known.join(", "));
    }
    if problem.starts_with("duplicate field") {
        return "given more than once".to_owned();
    }
    if problem.starts_with("missing field") {
        return "required".to_owned();
    }
    let is_number =
        ["invalid digit", "cannot parse integer", "number too"].iter().any(|start| problem.starts_with(start));
    if is_number { format!("{given:?} is not a valid integer") } else { format!("{given:?}: {problem}") }
}

/// The parameter named in an error that has no path: one that is missing or given twice.
fn first_quoted_name(problem: &str) -> &str {
    problem.split('`').nth(1).unwrap_or(".")
}

/// Between 1 and `max`; a larger limit is rejected, not reduced.
pub(crate) fn limit(given: Option<u32>, default: u32, max: u32) -> Result<u32, Problem> {
    match given.unwrap_or(default) {
        count if (1..=max).contains(&count) => Ok(count),
        count => Err(Problem::new(StatusCode::BAD_REQUEST, "invalid parameter")
            .with_field("limit", format!("{count} is not between 1 and {max}"))),
    }
}

/// A time; without an offset it is UTC. A zone name such as `[America/Chicago]` is rejected: ignoring it would shift the
/// result by hours.
pub(crate) fn read_time(text: &str) -> Option<Timestamp> {
    if text.contains('[') {
        return None;
    }
    let plain = || text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp());
    text.parse().ok().or_else(plain)
}

/// A time as [`read_time`] reads it, clamped to the range that can be stored.
pub(crate) fn parse_time(name: &str, text: &str) -> Result<Timestamp, Problem> {
    let at = read_time(text).ok_or_else(|| {
        let problem = Problem::new(StatusCode::BAD_REQUEST, "invalid parameter");
        problem.with_field(name, format!("{text:?} is not a time such as 2026-05-01T12:00:00Z"))
    })?;
    Ok(at.clamp(Timestamp::UNIX_EPOCH, later(Timestamp::UNIX_EPOCH, Duration::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_deserializer_are_rewritten() {
        for (problem, given, expected) in [
            ("unknown field `z`, expected one of `x`, `y`", "1", "unknown parameter; known are x, y"),
            ("unknown field `z`, expected `x`", "1", "unknown parameter; known are x"),
            ("duplicate field `x`", "1", "given more than once"),
            ("missing field `x`", "", "required"),
            ("invalid digit found in string", "ten", "\"ten\" is not a valid integer"),
            ("provided string was not `true` or `false`", "1", "\"1\": provided string was not `true` or `false`"),
        ] {
            assert_eq!(error_message(problem, given), expected);
        }
    }

    #[test]
    fn a_time_without_an_offset_is_utc() {
        for (text, expected) in [
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z"),
            ("2026-05-01T12:00:00-05:00", "2026-05-01T17:00:00Z"),
            ("2026-05-01T12:00:00.25", "2026-05-01T12:00:00.25Z"),
            ("2026-05-01 12:00", "2026-05-01T12:00:00Z"),
            ("2026-05-01", "2026-05-01T00:00:00Z"),
            ("1800-01-01", "1970-01-01T00:00:00Z"),
        ] {
            assert_eq!(parse_time("from", text).unwrap().to_string(), expected, "{text}");
        }
        for text in ["", "noon", "2026-13-01", "12:00", "2026-05-01T12:00:00[America/Chicago]"] {
            assert!(parse_time("from", text).is_err(), "{text}");
        }
    }
}
