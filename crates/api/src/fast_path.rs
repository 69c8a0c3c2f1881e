//! Responses without the router: from the cache, and problems that the listener finds.

use crate::headers::set_security_headers;
use crate::{App, Problem, cors};
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Response, Uri};
use std::net::IpAddr;
use stormwire_http::client_ip::client_ip;
use stormwire_http::request_id;
use stormwire_views::list_format::mentions_geo_json;

/// The part of a request that the fast path reads.
pub struct RequestHead<'a> {
    pub method: &'a Method,
    pub uri: &'a Uri,
    pub headers: &'a HeaderMap,
    pub peer: IpAddr,
}

impl App {
    /// The response to a request if a current one is cached: no database, no log line, no waiting. All other requests
    /// go through the router, which can respond to everything.
    pub fn cached_response(&self, request: &RequestHead<'_>) -> Option<Response<Bytes>> {
        let path_and_query = request.uri.path_and_query()?.as_str();
        // A client that sends a request id wants to find it in the log. The cache is asked by URI, which does not show the
        // format that `Accept` chooses.
        if !cors::is_lightning(path_and_query)
            || request.method != Method::GET
            || request.headers.contains_key(&request_id::HEADER)
            || mentions_geo_json(request.headers)
        {
            return None;
        }
        let (picture, cached) = self.response_cache.live().find_any(path_and_query)?;
        let now = self.clock.now();
        if !self.lightning.is_current(&picture, now) || !cached.is_encoded_for(request.headers) {
            return None;
        }
        if !self.rate_limiter.allows(request.peer, request.headers, &self.trusted_proxies, now) {
            return None;
        }
        let mut response = cached.respond(request.headers, now);
        set_security_headers(response.headers_mut(), path_and_query, &self.public_url);
        self.response_cache.count_hit();
        Some(response)
    }

    /// A problem that the listener finds before the router sees the request.
    pub fn problem_response(&self, path: &str, problem: Problem) -> Response<Bytes> {
        let mut response = problem.into_bytes_response();
        set_security_headers(response.headers_mut(), path, &self.public_url);
        response
    }

    /// The client's address, behind trusted proxies too.
    pub fn client_ip(&self, request: &RequestHead<'_>) -> IpAddr {
        client_ip(request.peer, request.headers, &self.trusted_proxies)
    }
}
