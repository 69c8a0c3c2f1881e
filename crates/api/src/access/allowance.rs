//! How often one address may ask what anyone may ask. Off unless `server.anonymous_per_second` says otherwise.
//!
//! Webhooks are different: what the mail provider tells us is never refused for its number, because that would lose or
//! delay mail. There only calls that are not believed count, and only they are refused.

use super::address::client;
use crate::{App, Problem};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use jiff::Timestamp;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

/// What needs a role or guards itself. Everything else is open to anyone.
const GUARDED: [&str; 8] =
    ["/auth", "/user", "/token", "/audit", "/credential", "/facility", "/mailbox-watcher", "/metrics"];

/// What each address has used.
#[derive(Clone, Default)]
pub struct Allowance(Arc<Inner>);

#[derive(Default)]
struct Inner {
    per_second: u32,
    ledger: Mutex<Ledger>,
}

/// Two generations: a bucket is full again after a second, so what was not seen in the present or the last second need
/// not be remembered.
#[derive(Default)]
struct Ledger {
    second: i64,
    present: HashMap<IpAddr, Bucket>,
    last: HashMap<IpAddr, Bucket>,
}

/// When it will be full again, in microseconds.
type Bucket = i64;

const SECOND: i64 = 1_000_000;

impl Allowance {
    /// So many requests per second and address; 0 is any number.
    pub fn new(per_second: u32) -> Self {
        Self(Arc::new(Inner { per_second, ledger: Mutex::default() }))
    }

    /// Takes one of the allowance of whoever asks; false when it is used up.
    pub(crate) fn admits(&self, peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet], now: Timestamp) -> bool {
        if self.0.per_second == 0 {
            return true;
        }
        let address = client(peer, headers, trusted).to_canonical();
        let mut ledger = self.0.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.take(address, i64::from(self.0.per_second), now.as_microsecond())
    }
}

impl Ledger {
    fn take(&mut self, address: IpAddr, per_second: i64, now: i64) -> bool {
        let second = now.div_euclid(SECOND);
        if second != self.second {
            let present = std::mem::take(&mut self.present);
            self.last = if second == self.second + 1 { present } else { HashMap::new() };
            self.second = second;
        }
        let before = self.present.get(&address).or_else(|| self.last.get(&address));
        match spend(before.copied(), per_second, now) {
            Some(bucket) => {
                self.present.insert(address, bucket);
                true
            }
            None => false,
        }
    }
}

/// One more of so many per second, all of which may come at once; none when the bucket is empty.
fn spend(full_at: Option<Bucket>, per_second: i64, now: i64) -> Option<Bucket> {
    let one = SECOND / per_second;
    let full_at = full_at.unwrap_or(now).max(now);
    (full_at + one <= now + SECOND).then_some(full_at + one)
}

/// Refuses who asks too often.
pub(crate) async fn limit(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if app.allowance.0.per_second == 0 || is_guarded(path) {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let headers = request.headers().clone();
    let admits = || app.allowance.admits(peer, &headers, &app.trusted_proxies, app.clock.now());
    if path.starts_with("/webhooks/") {
        let response = next.run(request).await;
        return if response.status().is_client_error() && !admits() { refusal() } else { response };
    }
    if admits() { next.run(request).await } else { refusal() }
}

fn refusal() -> Response {
    metrics::counter!("stormwire_anonymous_refused_total").increment(1);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many requests from this address")
        .with_retry_after(1)
        .into_response()
}

fn is_guarded(path: &str) -> bool {
    let below = |prefix: &str| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    GUARDED.iter().any(|prefix| below(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_per_second_and_then_one_by_one() {
        let (mut ledger, address) = (Ledger::default(), IpAddr::from([203, 0, 113, 7]));
        let mut take = |at| ledger.take(address, 5, at);
        assert!((0..5).all(|_| take(0)) && !take(0), "five at once");
        assert!(!take(199_999) && take(200_000) && !take(200_001), "a fifth of a second later one more");
        assert!(take(999_999) && take(999_999) && take(999_999) && !take(999_999));
        assert!((0..5).all(|_| take(5_000_000)) && !take(5_000_000), "full again");
        assert!(take(1_000_000), "a clock that goes back locks nobody out");
    }

    #[test]
    fn addresses_do_not_pay_for_each_other_and_are_forgotten() {
        let mut ledger = Ledger::default();
        for last in 0..=255 {
            assert!(ledger.take(IpAddr::from([203, 0, 113, last]), 1, 0));
        }
        assert!(!ledger.take(IpAddr::from([203, 0, 113, 9]), 1, 999_999));
        assert!(ledger.take(IpAddr::from([203, 0, 113, 9]), 1, 2_000_000));
        assert!(ledger.present.len() + ledger.last.len() < 3);
    }

    #[test]
    fn what_needs_a_role_is_not_limited_here() {
        assert!(is_guarded("/facility") && is_guarded("/facility/1") && is_guarded("/metrics"));
        assert!(!is_guarded("/facility-map") && !is_guarded("/lightning-strikes") && !is_guarded("/healthz"));
    }
}
