//! The city's name and time zone, shared by everything that shows them. They may change while the service runs.

use jiff::tz::TimeZone;
use std::sync::{Arc, PoisonError, RwLock};

#[derive(Debug)]
pub struct CityLabel {
    pub name: String,
    /// The zone in which times are shown.
    pub timezone: TimeZone,
}

impl CityLabel {
    /// IANA, as in `America/Chicago`.
    pub fn timezone_name(&self) -> &str {
        self.timezone.iana_name().unwrap_or("UTC")
    }
}

#[derive(Debug, Clone)]
pub struct CityIdentity(Arc<RwLock<Arc<CityLabel>>>);

impl CityIdentity {
    pub fn new(name: &str, timezone: TimeZone) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(CityLabel { name: name.to_owned(), timezone }))))
    }

    /// Another value after every change of the city's settings.
    pub fn current(&self) -> Arc<CityLabel> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn replace(&self, label: CityLabel) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(label);
    }
}
