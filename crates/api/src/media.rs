//! Files of the media folder.

use crate::{App, Problem};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use std::io;
use std::path::Path as FilePath;
use tower_http::services::ServeFile;

/// Images rarely change, and an image that an import replaces gets a new URL (`?v=2`).
const CACHE_30_DAYS: &str = "public, max-age=2592000";
/// No script in the media folder may run.
const NO_SCRIPTS: &str = "default-src 'none'; sandbox";

pub(crate) async fn serve(
    State(app): State<App>,
    Path(path): Path<String>,
    mut request: Request,
) -> Result<Response, Problem> {
    let found = app.media.find(&path, app.clock.as_ref()).await.map_err(|error| {
        tracing::error!(%error, "failed to look up a media file");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error")
    })?;
    let file = found.ok_or_else(|| not_found(&path))?;
    // Invalid ranges are ignored, as RFC 9110 says.
    if !request.headers().get(header::RANGE).is_some_and(is_range) {
        request.headers_mut().remove(header::RANGE);
    }
    let _outside = app.clock.outside();
    let mut response = serve_file(&file, request).await.map_err(|error| {
        tracing::warn!(%error, file = %file.display(), "failed to read a media file");
        not_found(&path)
    })?;
    let is_cacheable = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    if is_cacheable {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE_30_DAYS));
    }
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(NO_SCRIPTS));
    Ok(response)
}

/// The requested range, or the whole file if it is another version than `If-Range` names.
async fn serve_file(file: &FilePath, mut request: Request) -> io::Result<Response> {
    let condition = request.headers_mut().remove(header::IF_RANGE);
    let mut whole = Request::new(Body::empty());
    whole.method_mut().clone_from(request.method());
    whole.headers_mut().clone_from(request.headers());
    whole.headers_mut().remove(header::RANGE);
    let mut service = ServeFile::new(file).ignore_multi_range_requests(true);
    let part = service.try_call(request).await?;
    let is_same = |wanted: &HeaderValue| {
        // The tag is strong, so equal tags mean equal bytes.
        [header::ETAG, header::LAST_MODIFIED].iter().any(|name| part.headers().get(name) == Some(wanted))
    };
    let response = if condition.as_ref().is_none_or(is_same) { part } else { service.try_call(whole).await? };
    Ok(response.map(Body::new))
}

/// Whether it is `bytes=` with ranges that start before they end.
fn is_range(value: &HeaderValue) -> bool {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let is_valid = |range: &str| match range.trim().split_once('-') {
        Some(("", last)) => number(last).is_some(),
        Some((first, "")) => number(first).is_some(),
        Some((first, last)) => number(first).zip(number(last)).is_some_and(|(first, last)| first <= last),
        None => false,
    };
    let ranges = value.to_str().ok().and_then(|text| text.split_once('='));
    ranges.is_some_and(|(unit, ranges)| unit.eq_ignore_ascii_case("bytes") && ranges.split(',').all(is_valid))
}

fn not_found(path: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("/media/{path} not found"))
}
