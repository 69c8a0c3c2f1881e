//! The city of all histories: few facilities with very different windows, one watched mailbox, one receiver of webhooks.

use jiff::SignedDuration;

pub(crate) const MAILBOX: &str = "storm@city.test";
/// Gets mail about facilities.
pub(crate) const CREW: &str = "crew@city.test";
/// Gets mail about failures.
pub(crate) const OPERATOR: &str = "operator@city.test";
/// The vendor that sends strikes.
pub(crate) const VENDOR: &str = "alerts@vendor.test";
/// Receives webhooks.
pub(crate) const HOOK: &str = "hook.test";
/// What must never be shown again.
pub(crate) const SECRETS: [&str; 2] = ["client-secret-of-the-histories", "c2VjcmV0IG9mIHRoZSBoaXN0b3JpZXMh"];

/// As it was set up.
#[derive(Debug, Clone)]
pub(crate) struct City {
    pub(crate) facilities: Vec<Facility>,
    pub(crate) watcher: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Facility {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
    pub(crate) lat: f64,
    pub(crate) lng: f64,
    /// A strike within the radius keeps it from being Clear for this long.
    pub(crate) clear_after: SignedDuration,
}

/// Farther than this from a facility, a strike does not count for it; a mile is far from the border on both sides.
pub(crate) const RADIUS_MILES: f64 = 8.0;
