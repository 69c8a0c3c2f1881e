//! Responses cached as bytes in each requested content encoding, with their HTTP caching headers.

mod cache;
mod cached_response;
mod compress;
mod encoding;
mod validators;
mod versioned_responses;

pub use cache::ResponseCache;
pub use cached_response::CachedResponse;
pub use validators::{Freshness, VARY_FORMAT, etag, is_not_modified, set_cache_headers};
pub use versioned_responses::{AlertVersion, CityVersion, DataVersion, PageVersion, VersionedResponses};
