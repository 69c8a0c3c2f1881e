//! An answer as bytes, in every coding that someone has asked for, with the headers that go with it.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::sync::OnceLock;

/// Smaller bodies are not worth compressing.
const SMALL: usize = 1_024;
/// Anyone may keep a live answer this long, if no status turns meanwhile.
const KEEP: SignedDuration = SignedDuration::from_secs(1);
const KEPT: HeaderValue = HeaderValue::from_static("public, max-age=1, must-revalidate");
const ASKED: HeaderValue = HeaderValue::from_static("public, no-cache");

/// An answer, ready to be sent any number of times.
#[derive(Debug)]
pub(crate) struct Answer {
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    tag: HeaderValue,
    /// When the first status in it turns.
    turns_at: Option<Timestamp>,
}

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Answer {
    pub(crate) fn new(view: &impl Serialize, turns_at: Option<Timestamp>) -> Self {
        // A view holds nothing that JSON cannot say.
        let plain = serde_json::to_vec(view).unwrap_or_default();
        let tag = tag(Sha256::digest(&plain).as_slice());
        Self { plain: plain.into(), gzip: OnceLock::new(), brotli: OnceLock::new(), tag, turns_at }
    }

    /// How much memory it takes.
    pub(crate) fn size(&self) -> usize {
        self.plain.len()
    }

    /// Whether it can be sent at once in the form that these headers ask for.
    pub(crate) fn is_at_hand(&self, headers: &HeaderMap) -> bool {
        self.body(self.coding(headers)).is_some()
    }

    /// Compresses it as these headers ask for. Takes a while.
    pub(crate) fn put_at_hand(&self, headers: &HeaderMap) {
        match self.coding(headers) {
            Coding::Plain => {}
            Coding::Gzip => {
                self.gzip.get_or_init(|| {
                    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                    // Writing to memory cannot fail.
                    let _ = out.write_all(&self.plain);
                    out.finish().unwrap_or_default().into()
                });
            }
            Coding::Brotli => {
                self.brotli.get_or_init(|| {
                    let mut out = brotli::CompressorWriter::new(Vec::new(), 4_096, 5, 22);
                    let _ = out.write_all(&self.plain);
                    out.into_inner().into()
                });
            }
        }
    }

    /// The whole answer, or that it is known already.
    pub(crate) fn respond(&self, headers: &HeaderMap, now: Timestamp) -> Response<Bytes> {
        let coding = self.coding(headers);
        let is_known = knows(headers, &self.tag);
        let (body, coding) = match self.body(coding) {
            _ if is_known => (Bytes::new(), Coding::Plain),
            Some(body) => (body.clone(), coding),
            None => (self.plain.clone(), Coding::Plain),
        };
        let mut response = Response::new(body);
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let out = response.headers_mut();
        out.reserve(10);
        dress(out, &self.tag, self.turns_at, now);
        match coding {
            Coding::Plain => {}
            Coding::Gzip => drop(out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))),
            Coding::Brotli => drop(out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"))),
        }
        response
    }

    fn body(&self, coding: Coding) -> Option<&Bytes> {
        match coding {
            Coding::Plain => Some(&self.plain),
            Coding::Gzip => self.gzip.get(),
            Coding::Brotli => self.brotli.get(),
        }
    }

    fn coding(&self, headers: &HeaderMap) -> Coding {
        if self.plain.len() <= SMALL { Coding::Plain } else { accepted(headers) }
    }
}

/// What every answer says about itself. It may be kept for a second, but not past the turn of a status.
pub(crate) fn dress(out: &mut HeaderMap, tag: &HeaderValue, turns_at: Option<Timestamp>, now: Timestamp) {
    let may_be_kept = turns_at.is_none_or(|at| at.duration_since(now) > KEEP);
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    out.insert(header::ETAG, tag.clone());
    out.insert(header::CACHE_CONTROL, if may_be_kept { KEPT } else { ASKED });
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
}

/// Weak, because the same tag stands for every coding.
pub(super) fn tag(hash: &[u8]) -> HeaderValue {
    let start = u128::from_be_bytes(std::array::from_fn(|place| hash.get(place).copied().unwrap_or(0)));
    HeaderValue::from_str(&format!("W/\"{start:032x}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Whether the caller has what the tag stands for.
pub(super) fn knows(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    fn bare(tag: &str) -> &str {
        tag.trim().trim_start_matches("W/")
    }
    let mine = tag.to_str().map(bare).unwrap_or_default();
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|text| text.split(',')).any(|one| one.trim() == "*" || bare(one) == mine)
}

/// The best coding that the caller takes.
fn accepted(headers: &HeaderMap) -> Coding {
    let given = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut best = (0.0, Coding::Plain);
    for one in given.flat_map(|text| text.split(',')) {
        let mut words = one.split(';').map(str::trim);
        let coding = match words.next().unwrap_or("") {
            word if word.eq_ignore_ascii_case("gzip") => Coding::Gzip,
            word if word.eq_ignore_ascii_case("br") => Coding::Brotli,
            "*" => Coding::Gzip,
            _ => continue,
        };
        let weight = words.find_map(|word| word.strip_prefix("q=")).map_or(1.0, |text| text.parse().unwrap_or(0.0));
        let is_better = weight > best.0 || (weight > 0.0 && weight >= best.0 && coding == Coding::Brotli);
        if is_better {
            best = (weight, coding);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn the_best_coding_that_is_taken_is_chosen() {
        for (value, expected) in [
            ("", Coding::Plain),
            ("identity", Coding::Plain),
            ("gzip", Coding::Gzip),
            ("gzip, deflate, br", Coding::Brotli),
            ("br, gzip", Coding::Brotli),
            ("gzip;q=1.0, br;q=0.5", Coding::Gzip),
            ("gzip;q=0", Coding::Plain),
            ("br;q=0, gzip;q=0.1", Coding::Gzip),
            ("*", Coding::Gzip),
            ("zstd", Coding::Plain),
        ] {
            assert_eq!(accepted(&headers(header::ACCEPT_ENCODING, value)), expected, "{value}");
        }
    }

    #[test]
    fn a_tag_is_known_in_any_list_weak_or_strong() {
        let tag = HeaderValue::from_static("W/\"abc\"");
        for value in ["W/\"abc\"", "\"abc\"", "\"x\", W/\"abc\"", "*"] {
            assert!(knows(&headers(header::IF_NONE_MATCH, value), &tag), "{value}");
        }
        for value in ["", "\"ab\"", "abc"] {
            assert!(!knows(&headers(header::IF_NONE_MATCH, value), &tag), "{value}");
        }
    }

    #[test]
    fn nobody_keeps_an_answer_past_the_turn_of_a_status() {
        let now: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        let cache = |turns_at: Option<&str>| {
            let answer = Answer::new(&1, turns_at.map(|at| at.parse().unwrap()));
            let response = answer.respond(&HeaderMap::new(), now);
            response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        assert_eq!(cache(None), "public, max-age=1, must-revalidate");
        assert_eq!(cache(Some("2026-05-01T12:00:01.000001Z")), "public, max-age=1, must-revalidate");
        assert_eq!(cache(Some("2026-05-01T12:00:01Z")), "public, no-cache");
        assert_eq!(cache(Some("2026-05-01T11:59:59Z")), "public, no-cache");
    }

    #[test]
    fn large_answers_are_compressed_and_small_ones_are_not() {
        let (small, large) = (Answer::new(&"x".repeat(1_000), None), Answer::new(&"x".repeat(2_000), None));
        let now = Timestamp::UNIX_EPOCH;
        for (value, coding) in [("gzip", "gzip"), ("br", "br")] {
            let asked = headers(header::ACCEPT_ENCODING, value);
            assert!(small.is_at_hand(&asked) && !large.is_at_hand(&asked));
            large.put_at_hand(&asked);
            let response = large.respond(&asked, now);
            assert_eq!(response.headers()[header::CONTENT_ENCODING], coding);
            assert!(response.body().len() < 200 && large.is_at_hand(&asked));
            assert!(!small.respond(&asked, now).headers().contains_key(header::CONTENT_ENCODING));
        }
    }
}
