//! One response as bytes.

use super::compress::{brotli, gzip};
use super::encoding::{Encoding, preferred_encoding};
use super::validators::{Freshness, VARY_ENCODING, VARY_FORMAT, etag, is_not_modified, set_cache_headers};
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Bodies up to this size are sent uncompressed.
const COMPRESS_ABOVE: usize = 1_024;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A response that can be sent any number of times. Compressed bodies are made on first use.
#[derive(Debug)]
pub struct CachedResponse {
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    etag: HeaderValue,
    content_type: HeaderValue,
    vary: HeaderValue,
    freshness: Freshness,
}

impl CachedResponse {
    /// A live response. `changes_at` is when the first status in it changes if nothing more strikes.
    pub fn live(view: &impl Serialize, changes_at: Option<Timestamp>) -> Self {
        Self::json(view, Freshness::Live { changes_at })
    }

    pub fn json(view: &impl Serialize, freshness: Freshness) -> Self {
        // A view holds nothing that JSON cannot represent.
        Self::of_bytes(serde_json::to_vec(view).unwrap_or_default(), JSON, freshness)
    }

    pub fn of_bytes(body: impl Into<Bytes>, content_type: HeaderValue, freshness: Freshness) -> Self {
        let plain = body.into();
        let etag = etag(Sha256::digest(&plain).as_slice());
        let (gzip, brotli) = (OnceLock::new(), OnceLock::new());
        Self { plain, gzip, brotli, etag, content_type, vary: VARY_ENCODING, freshness }
    }

    /// One of several formats among which `Accept` chooses.
    #[must_use]
    pub fn in_format(self, content_type: HeaderValue) -> Self {
        Self { content_type, vary: VARY_FORMAT, ..self }
    }

    /// The uncompressed body of a response that is text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.plain)
    }

    /// Bytes of the uncompressed body.
    pub(super) fn size(&self) -> usize {
        self.plain.len()
    }

    /// Whether the body exists in the encoding that these request headers prefer.
    pub fn is_encoded_for(&self, headers: &HeaderMap) -> bool {
        self.body(self.encoding(headers)).is_some()
    }

    /// Compresses the body as these request headers prefer. Blocks for milliseconds on large bodies.
    pub fn encode_for(&self, headers: &HeaderMap) {
        match self.encoding(headers) {
            Encoding::Identity => {}
            Encoding::Gzip => {
                self.gzip.get_or_init(|| gzip(&self.plain).into());
            }
            Encoding::Brotli => {
                self.brotli.get_or_init(|| brotli(&self.plain).into());
            }
        }
    }

    /// 200 with the body in the preferred encoding if it exists, else uncompressed; or 304.
    pub fn respond(&self, headers: &HeaderMap, now: Timestamp) -> Response<Bytes> {
        let encoding = self.encoding(headers);
        let is_not_modified = is_not_modified(headers, &self.etag);
        let (body, encoding) = match self.body(encoding) {
            _ if is_not_modified => (Bytes::new(), Encoding::Identity),
            Some(body) => (body.clone(), encoding),
            None => (self.plain.clone(), Encoding::Identity),
        };
        let mut response = Response::new(body);
        if is_not_modified {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let out = response.headers_mut();
        out.reserve(10);
        out.insert(header::CONTENT_TYPE, self.content_type.clone());
        set_cache_headers(out, &self.etag, self.freshness, now);
        out.insert(header::VARY, self.vary.clone());
        if let Some(encoding) = encoding.header_value() {
            out.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// As [`Self::respond`], compressed now if it never was. For bodies that rarely change.
    pub fn encode_and_respond(&self, headers: &HeaderMap, now: Timestamp) -> Response<Bytes> {
        if !is_not_modified(headers, &self.etag) {
            self.encode_for(headers);
        }
        self.respond(headers, now)
    }

    fn body(&self, encoding: Encoding) -> Option<&Bytes> {
        match encoding {
            Encoding::Identity => Some(&self.plain),
            Encoding::Gzip => self.gzip.get(),
            Encoding::Brotli => self.brotli.get(),
        }
    }

    fn encoding(&self, headers: &HeaderMap) -> Encoding {
        if self.plain.len() <= COMPRESS_ABOVE { Encoding::Identity } else { preferred_encoding(headers) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_client_caches_a_response_past_a_change_of_status() {
        let now: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        let cache_control = |changes_at: Option<&str>| {
            let cached = CachedResponse::live(&1, changes_at.map(|at| at.parse().unwrap()));
            let response = cached.respond(&HeaderMap::new(), now);
            response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        assert_eq!(cache_control(None), "public, max-age=1, must-revalidate");
        assert_eq!(cache_control(Some("2026-05-01T12:00:01.000001Z")), "public, max-age=1, must-revalidate");
        assert_eq!(cache_control(Some("2026-05-01T12:00:01Z")), "public, no-cache");
        assert_eq!(cache_control(Some("2026-05-01T11:59:59Z")), "public, no-cache");
    }

    #[test]
    fn large_responses_are_compressed_and_small_ones_are_not() {
        let (small, large) =
            (CachedResponse::live(&"x".repeat(1_000), None), CachedResponse::live(&"x".repeat(2_000), None));
        let now = Timestamp::UNIX_EPOCH;
        for encoding in ["gzip", "br"] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding))]);
            assert!(small.is_encoded_for(&headers) && !large.is_encoded_for(&headers));
            large.encode_for(&headers);
            let response = large.respond(&headers, now);
            assert_eq!(response.headers()[header::CONTENT_ENCODING], encoding);
            assert!(response.body().len() < 200 && large.is_encoded_for(&headers));
            assert!(!small.respond(&headers, now).headers().contains_key(header::CONTENT_ENCODING));
        }
    }
}
