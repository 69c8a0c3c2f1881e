//! What mails say about the city: its name, its time zone and the address of the storm view.

use super::Context;
use serde_json::json;
use stormwire_city::city_settings::CityIdentity;
use stormwire_lightning::FeedRules;

#[derive(Debug, Clone)]
pub struct CityProfile {
    pub identity: CityIdentity,
    /// Of the storm view, without a slash at the end.
    pub url: String,
    pub feed_rules: FeedRules,
}

impl CityProfile {
    /// Adds `City.Name`, `City.TimeZone` and `StormUrl` for templates. Values already in the context are kept.
    pub(super) fn add_to(&self, context: &mut Context) {
        let city = self.identity.current();
        let defaults = [
            ("City", json!({"Name": city.name, "TimeZone": city.timezone_name()})),
            ("StormUrl", json!(format!("{}/", self.url.trim_end_matches('/')))),
        ];
        for (key, value) in defaults {
            if context.root()[key].is_null() {
                context.set(key, value);
            }
        }
    }
}
