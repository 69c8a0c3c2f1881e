//! The pages of `web/`, embedded in the binary and compressed at build time.

use crate::{App, Problem};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Nothing from other sites, nothing inline, never in a frame.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
                      img-src 'self' data:";

/// File names under `assets/` carry a hash of their content.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";
/// The name of the element's file never changes, and a fix must reach other sites soon.
const CACHE_5_MINUTES: &str = "public, max-age=300";

/// The text of a page whose placeholders are filled for each request.
pub(crate) fn template(name: &str) -> Result<String, Problem> {
    let file = Dist::get(name).ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, format!("/{name} not found")))?;
    Ok(String::from_utf8_lossy(&file.data).into_owned())
}

/// Adds the headers of a page with a map.
pub(crate) fn map_page(app: &App, page: Response) -> Response {
    allow_map_images(with_page_headers(page), app)
}

/// One page for every path below `/portal`; its script reads the path.
pub(crate) async fn portal(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(allow_map_images(page("portal.html", &headers)?, &app))
}

pub(crate) async fn docs(headers: HeaderMap) -> Result<Response, Problem> {
    page("docs.html", &headers)
}

pub(crate) async fn element_docs(headers: HeaderMap) -> Result<Response, Problem> {
    page("element.html", &headers)
}

/// `<facility-lightning-status>`, which pages of any site may load.
pub(crate) async fn element(headers: HeaderMap) -> Result<Response, Problem> {
    shared_file("facility-lightning-status.js", &headers)
}

/// What editors and design tools read about the element.
pub(crate) async fn element_manifest(headers: HeaderMap) -> Result<Response, Problem> {
    shared_file("custom-elements.json", &headers)
}

fn shared_file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let mut response = serve_file(name, headers, CACHE_5_MINUTES)?;
    let open = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        // For pages that isolate themselves (COEP).
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    response.headers_mut().extend(open.map(|(name, value)| (name, HeaderValue::from_static(value))));
    Ok(response)
}

pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    // The folder is flat. A debug build reads it from disk, where a slash could leave the folder.
    let name = if name.contains('/') { "" } else { &name };
    serve_file(&format!("assets/{name}"), &headers, CACHE_FOREVER)
}

pub(crate) async fn guide_contents(headers: HeaderMap) -> Result<Response, Problem> {
    page("guide/index.html", &headers)
}

/// A page of the guide, or a file that its pages load: a fragment for the portal, the search texts, an image.
pub(crate) async fn guide_page(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    // A debug build reads the folder from disk, where `..` could leave it.
    let is_plain = |part: &str| part.starts_with(|first: char| first.is_ascii_alphanumeric());
    if !path.split('/').all(is_plain) {
        return Err(Problem::new(StatusCode::NOT_FOUND, format!("no page at /docs/guide/{path}")));
    }
    let is_page = !path.contains('.');
    page(&if is_page { format!("guide/{path}.html") } else { format!("guide/{path}") }, &headers)
}

/// Icons of the installed app. The folder is flat.
pub(crate) fn icon(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let name = if name.contains('/') { "" } else { name };
    serve_file(&format!("icon/{name}"), headers, CACHE_5_MINUTES)
}

pub(crate) fn page(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    serve_file(name, headers, REVALIDATE).map(with_page_headers)
}

/// Security headers of HTML pages, on top of those that every response has.
pub(crate) fn with_page_headers(mut response: Response) -> Response {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    response.headers_mut().extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

/// A page with a map may also load images from the configured media origin.
fn allow_map_images(mut response: Response, app: &App) -> Response {
    let policy = app
        .tiles
        .image_origin()
        .and_then(|origin| HeaderValue::from_str(&format!("{CONTENT_SECURITY_POLICY} {origin}")).ok());
    if let Some(policy) = policy {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn serve_file(name: &str, headers: &HeaderMap, cache: &'static str) -> Result<Response, Problem> {
    let plain = Dist::get(name).filter(|_| !is_compressed(name));
    let plain = plain.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, format!("/{name} not found")))?;
    let tag = etag(&plain);
    let content_type = HeaderValue::from_str(plain.metadata.mimetype());
    let mut response = if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        body(name, plain, headers)
    };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, content_type.unwrap_or(HeaderValue::from_static("application/octet-stream")));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// The smallest encoding that the client accepts.
fn body(name: &str, plain: EmbeddedFile, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    for (encoding, extension) in [("br", "br"), ("gzip", "gz")] {
        let is_accepted = accepted.split(',').any(|item| item.trim() == encoding);
        if let Some(compressed) = Dist::get(&format!("{name}.{extension}")).filter(|_| is_accepted) {
            return ([(header::CONTENT_ENCODING, encoding)], compressed.data).into_response();
        }
    }
    plain.data.into_response()
}

fn is_compressed(name: &str) -> bool {
    matches!(name.rsplit_once('.'), Some((_, "br" | "gz")))
}

/// Weak, because every content encoding of the file has the same tag.
fn etag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let start = u128::from_le_bytes(std::array::from_fn(|index| hash[index]));
    format!("W/\"{start:032x}\"")
}
