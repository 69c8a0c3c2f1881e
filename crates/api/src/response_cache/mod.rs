//! Responses cached as bytes in each requested content encoding, with their HTTP caching headers.

mod cache;
mod cached_response;
mod compress;
mod encoding;
mod validators;
mod versioned_responses;

pub use cache::ResponseCache;
pub(crate) use cached_response::CachedResponse;
pub(crate) use validators::{Freshness, VARY_FORMAT, etag, is_not_modified, set_cache_headers};
pub(crate) use versioned_responses::{AlertVersion, CityVersion, PageVersion};
