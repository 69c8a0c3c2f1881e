//! What lies in the media folder, served as it is.

use crate::{App, Problem};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower_http::services::ServeFile;

/// An image hardly ever changes under its name; when it does, a month later everyone has seen it.
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
    if request.headers().contains_key(header::IF_RANGE) {
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

fn nothing(path: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at /media/{path}"))
}
