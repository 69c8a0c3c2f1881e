//! Where mails come from, as they tell it: the city, its time, the address of the storm view.

use super::Context;
use serde_json::json;
use std::time::Duration;

/// The city as its mails name it.
#[derive(Debug, Clone)]
pub struct CityProfile {
    /// For people; empty where the configuration names none.
    pub city: String,
    /// IANA, as in `America/Chicago`.
    pub timezone: String,
    /// Where the storm view is, without a slash at the end.
    pub url: String,
    /// How often a watcher looks that says nothing else.
    pub reconciliation: Duration,
}

impl CityProfile {
    /// Tells a template: `City.Name`, `City.TimeZone` and `StormUrl`, where the context does not say otherwise.
    pub(super) fn seed(&self, context: &mut Context) {
        let known = [
            ("City", json!({"Name": self.city, "TimeZone": self.timezone})),
            ("StormUrl", json!(format!("{}/", self.url.trim_end_matches('/')))),
        ];
        for (key, value) in known {
            if context.root()[key].is_null() {
                context.set(key, value);
            }
        }
    }
}
