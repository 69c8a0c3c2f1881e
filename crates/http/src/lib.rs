//! What the HTTP side of stormwire is built from, without any route: responses that are computed once and sent often, the
//! hub of event streams, addresses of clients and their limits, ids of requests, and strict JSON.

pub mod client_ip;
pub mod objects_only;
pub mod rate_limit;
pub mod request_id;
pub mod response_cache;
pub mod stream_hub;
