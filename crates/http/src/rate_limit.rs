//! Counts requests per client address.

use crate::client_ip::client_ip;
use axum::http::HeaderMap;
use ipnet::IpNet;
use jiff::Timestamp;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stormwire_city::counted_address;

/// A token bucket per address. A full bucket holds one second's worth of requests.
#[derive(Clone, Default)]
pub struct RateLimiter(Arc<Inner>);

#[derive(Default)]
struct Inner {
    per_second: u32,
    buckets: Mutex<Buckets>,
}

/// Two generations: a bucket is full again after a second, so addresses not seen in the current or the previous second
/// can be dropped.
#[derive(Default)]
struct Buckets {
    second: i64,
    current: HashMap<IpAddr, FullAt>,
    previous: HashMap<IpAddr, FullAt>,
}

/// When a bucket will be full again, in microseconds.
type FullAt = i64;

const SECOND: i64 = 1_000_000;

impl RateLimiter {
    /// `per_second` requests per address; 0 disables the limit.
    pub fn new(per_second: u32) -> Self {
        Self(Arc::new(Inner { per_second, buckets: Mutex::default() }))
    }

    pub fn is_on(&self) -> bool {
        self.0.per_second > 0
    }

    /// Takes one request from the client's bucket; false when it is empty.
    pub fn allows(&self, peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[IpNet], now: Timestamp) -> bool {
        if !self.is_on() {
            return true;
        }
        let address = counted_address(client_ip(peer, headers, trusted_proxies));
        self.buckets().take_token(address, i64::from(self.0.per_second), now.as_microsecond())
    }

    /// Whether the client's bucket is empty. Takes nothing.
    pub fn is_exhausted(&self, peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[IpNet], now: Timestamp) -> bool {
        let address = counted_address(client_ip(peer, headers, trusted_proxies));
        self.is_on() && self.buckets().is_empty(address, i64::from(self.0.per_second), now.as_microsecond())
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.0.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Buckets {
    fn take_token(&mut self, address: IpAddr, per_second: i64, now: i64) -> bool {
        match bucket_after_request(self.bucket(address, now), per_second, now) {
            Some(bucket) => {
                self.current.insert(address, bucket);
                true
            }
            None => false,
        }
    }

    fn is_empty(&mut self, address: IpAddr, per_second: i64, now: i64) -> bool {
        bucket_after_request(self.bucket(address, now), per_second, now).is_none()
    }

    /// Also drops buckets that are full again.
    fn bucket(&mut self, address: IpAddr, now: i64) -> Option<FullAt> {
        let second = now.div_euclid(SECOND);
        if second != self.second {
            let current = std::mem::take(&mut self.current);
            self.previous = if second == self.second + 1 { current } else { HashMap::new() };
            self.second = second;
        }
        self.current.get(&address).or_else(|| self.previous.get(&address)).copied()
    }
}

/// The bucket after one more request; none when it was empty.
fn bucket_after_request(full_at: Option<FullAt>, per_second: i64, now: i64) -> Option<FullAt> {
    let one = SECOND / per_second;
    let full_at = full_at.unwrap_or(now).max(now);
    (full_at + one <= now + SECOND).then_some(full_at + one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allows_a_burst_of_one_second_and_then_the_steady_rate() {
        let (mut buckets, address) = (Buckets::default(), IpAddr::from([203, 0, 113, 7]));
        let mut take = |at| buckets.take_token(address, 5, at);
        assert!((0..5).all(|_| take(0)) && !take(0), "five at once");
        assert!(!take(199_999) && take(200_000) && !take(200_001), "a fifth of a second later one more");
        assert!(take(999_999) && take(999_999) && take(999_999) && !take(999_999));
        assert!((0..5).all(|_| take(5_000_000)) && !take(5_000_000), "full again");
        assert!(take(1_000_000), "a clock that is set back does not block clients");
    }

    #[test]
    fn addresses_have_their_own_buckets_and_are_dropped() {
        let mut buckets = Buckets::default();
        for last in 0..=255 {
            assert!(buckets.take_token(IpAddr::from([203, 0, 113, last]), 1, 0));
        }
        assert!(!buckets.take_token(IpAddr::from([203, 0, 113, 9]), 1, 999_999));
        assert!(buckets.take_token(IpAddr::from([203, 0, 113, 9]), 1, 2_000_000));
        assert!(buckets.current.len() + buckets.previous.len() < 3);
    }
}
