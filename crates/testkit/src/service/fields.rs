//! Fields of watchers and actions for tests.

use jiff::tz::TimeZone;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::facilities::CityMap;
use stormwire_geo::{Crs, Miles};
use stormwire_lightning::{FeedRules, PlausibleArea};
use stormwire_store::CredentialId;
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::WatcherFields;

/// Strikes are expected as with the default configuration of a city without bounds.
pub fn feed_rules(poll_interval: Duration) -> FeedRules {
    let plausible_area = PlausibleArea { radius: Some(Miles(500.0)), bounds: None };
    FeedRules { poll_interval, plausible_area, external_silence: None, canary_interval: None }
}

/// The default coordinate system, within its zone.
pub fn city_map() -> Arc<CityMap> {
    let crs = Crs::parse("ESRI:102629").expect("a known coordinate system");
    let bounds = crs.zone();
    Arc::new(CityMap::new(crs, bounds))
}

/// A city in the default time zone.
pub fn city_identity() -> CityIdentity {
    CityIdentity::new("Springfield", TimeZone::get("America/Chicago").expect("a known time zone"))
}

pub fn actor() -> Actor {
    Actor::command_line()
}

/// A disabled watcher on the Inbox.
pub fn watcher_fields(mailbox: &str, credential: CredentialId) -> WatcherFields {
    WatcherFields { credential_id: Some(credential), ..WatcherFields::new(format!("watcher of {mailbox}"), mailbox) }
}

/// An action after all others.
pub fn action_fields(action_type: &str, config: Value, is_phase_one: bool) -> ActionFields {
    let (name, action_type) = (action_type.to_lowercase(), action_type.to_owned());
    ActionFields { name, action_type, config, order: None, credential_id: None, is_phase_one }
}
