//! What lies in the media folder, served as it is.

use crate::{App, Problem};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower_http::services::ServeFile;

/// An image hardly ever changes under its name, and one that an import has replaced has another address (`?v=2`).
const LONG: &str = "public, max-age=2592000";
/// Whatever lies in the folder: nothing in it runs.
const INERT: &str = "default-src 'none'; sandbox";

pub(crate) async fn serve(
    State(app): State<App>,
    Path(path): Path<String>,
    mut request: Request,
) -> Result<Response, Problem> {
    let found = app.media.find(&path).await.map_err(|error| {
        tracing::error!(%error, "a picture cannot be had");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong on our side")
    })?;
    let file = found.ok_or_else(|| nothing(&path))?;
    // A part of a picture that may be another one by now is asked for: all of it is always right.
    // What is no range of bytes is to be passed over.
    let is_range = request.headers().get(header::RANGE).is_some_and(is_range);
    if request.headers().contains_key(header::IF_RANGE) || !is_range {
        request.headers_mut().remove(header::RANGE);
    }
    let mut serving = ServeFile::new(&file).ignore_multi_range_requests(true);
    let answer = serving.try_call(request).await.map_err(|error| {
        tracing::warn!(%error, file = %file.display(), "a picture cannot be read");
        nothing(&path)
    })?;
    let mut response = answer.map(Body::new).into_response();
    let is_good = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    if is_good {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(LONG));
    }
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(INERT));
    Ok(response)
}

/// Whether it is `bytes=` with ranges that begin before they end.
fn is_range(value: &HeaderValue) -> bool {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let is_one = |range: &str| match range.trim().split_once('-') {
        Some(("", last)) => number(last).is_some(),
        Some((first, "")) => number(first).is_some(),
        Some((first, last)) => number(first).zip(number(last)).is_some_and(|(first, last)| first <= last),
        None => false,
    };
    let ranges = value.to_str().ok().and_then(|text| text.split_once('='));
    ranges.is_some_and(|(unit, ranges)| unit.eq_ignore_ascii_case("bytes") && ranges.split(',').all(is_one))
}

fn nothing(path: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at /media/{path}"))
}
