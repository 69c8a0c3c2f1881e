//! ETags and `Cache-Control` of cached responses.

use axum::http::{HeaderMap, HeaderValue, header};
use jiff::{SignedDuration, Timestamp};

/// Clients may cache a live response this long, unless a status changes within that time.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(1);
const CACHEABLE: HeaderValue = HeaderValue::from_static("public, max-age=1, must-revalidate");
/// For responses that exist in one format.
pub(super) const VARY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");
/// For responses whose format the client chooses.
pub const VARY_FORMAT: HeaderValue = HeaderValue::from_static("accept, accept-encoding");
const REVALIDATE: HeaderValue = HeaderValue::from_static("public, no-cache");

/// How long clients may use a response without asking again.
#[derive(Debug, Clone, Copy)]
pub enum Freshness {
    /// `changes_at` is when the first status in the response changes if nothing more strikes.
    Live {
        changes_at: Option<Timestamp>,
    },
    /// Never without asking.
    Revalidate,
    OneMinute,
    FiveMinutes,
}

impl Freshness {
    fn cache_control(self, now: Timestamp) -> HeaderValue {
        match self {
            Self::Live { changes_at } if changes_at.is_none_or(|at| at.duration_since(now) > MAX_AGE) => CACHEABLE,
            Self::Live { .. } | Self::Revalidate => REVALIDATE,
            Self::OneMinute => HeaderValue::from_static("public, max-age=60"),
            Self::FiveMinutes => HeaderValue::from_static("public, max-age=300"),
        }
    }
}

pub fn set_cache_headers(headers: &mut HeaderMap, etag: &HeaderValue, freshness: Freshness, now: Timestamp) {
    headers.insert(header::ETAG, etag.clone());
    headers.insert(header::CACHE_CONTROL, freshness.cache_control(now));
    headers.insert(header::VARY, VARY_ENCODING);
}

/// Weak, because every content encoding of a response has the same tag.
pub fn etag(hash: &[u8]) -> HeaderValue {
    let start = u128::from_be_bytes(std::array::from_fn(|index| hash.get(index).copied().unwrap_or(0)));
    HeaderValue::from_str(&format!("W/\"{start:032x}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Whether `If-None-Match` lists the tag.
pub fn is_not_modified(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    fn strip_weak_prefix(tag: &str) -> &str {
        tag.trim().trim_start_matches("W/")
    }
    let current = etag.to_str().map(strip_weak_prefix).unwrap_or_default();
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|text| text.split(',')).any(|tag| tag.trim() == "*" || strip_weak_prefix(tag) == current)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_matches_in_any_list_weak_or_strong() {
        let is_match = |value: &'static str| {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(value))]);
            is_not_modified(&headers, &HeaderValue::from_static("W/\"abc\""))
        };
        for value in ["W/\"abc\"", "\"abc\"", "\"x\", W/\"abc\"", "*"] {
            assert!(is_match(value), "{value}");
        }
        for value in ["", "\"ab\"", "abc"] {
            assert!(!is_match(value), "{value}");
        }
    }
}
