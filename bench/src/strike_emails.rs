//! Emails of the vendor, one strike per email and one facility per strike, and when the API shows each of them.

use crate::service::Service;
use anyhow::{Context, Result, ensure};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::json;
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_demo::storm::{AlertClass, EmailLayout, StrokeType, VendorStrike};
use stormwire_geo::LonLat;

/// Faster than a vendor, so that a run is short. Polls and notifications do not depend on it.
const DELIVERY_INTERVAL: Duration = Duration::from_secs(1);
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// After the last delivery.
const TIMEOUT: Duration = Duration::from_mins(3);
/// Degrees between two facilities, so that a strike at one makes no other Active.
const SPACING: f64 = 0.4;
const COLUMNS: u32 = 15;

/// One facility for each email.
pub fn facility_positions(count: usize) -> Result<Vec<LonLat>> {
    let position = |number: usize| {
        let number = u32::try_from(number)?;
        let (column, row) = (f64::from(number % COLUMNS), f64::from(number / COLUMNS));
        Ok(LonLat::new(-90.0 + column * SPACING, 32.0 + row * SPACING)?)
    };
    (0..count).map(position).collect()
}

/// Delivers an email every second, with a strike at each facility in turn. Returns, in order, from each delivery until the
/// first response with the facility Active. The facilities must be named as [`crate::synthetic_city::write_facilities`] does.
pub async fn measure_alarms(service: &Service, mailbox: &str, facilities: &[LonLat]) -> Result<Vec<Duration>> {
    let (delivered, seen) =
        tokio::join!(deliver(service, mailbox, facilities), watch_statuses(service, facilities.len()));
    let (delivered, seen) = (delivered?, seen?);
    let latency = |(number, at): (usize, &Timestamp)| {
        let seen_at = seen.get(&format!("Facility {number}"));
        let seen_at = seen_at.with_context(|| format!("facility {number} never became Active"))?;
        Ok(seen_at.duration_since(*at).try_into()?)
    };
    delivered.iter().enumerate().map(latency).collect()
}

/// Returns when each email was delivered.
async fn deliver(service: &Service, mailbox: &str, facilities: &[LonLat]) -> Result<Vec<Timestamp>> {
    let mut delivered = Vec::new();
    for position in facilities {
        delivered.push(deliver_strike(service, mailbox, *position)?);
        SystemClock.sleep(DELIVERY_INTERVAL).await;
    }
    Ok(delivered)
}

/// Delivers an email about one strike, which happened now. Returns when.
pub fn deliver_strike(service: &Service, mailbox: &str, position: LonLat) -> Result<Timestamp> {
    let now = SystemClock.now();
    let at = Timestamp::from_second(now.as_second())?;
    deliver_email(
        service,
        mailbox,
        VendorStrike { at, position, class: AlertClass::Alert, stroke: StrokeType::Ground },
    )?;
    Ok(now)
}

/// In the layout that the ready workflow reads.
pub fn deliver_email(service: &Service, mailbox: &str, strike: VendorStrike) -> Result<()> {
    let email = EmailLayout::Paragraphs.email(&[strike], &TimeZone::UTC);
    let message = json!({"subject": email.subject, "body": {"contentType": "text", "content": email.body}});
    service.emulator.deliver(mailbox, "Inbox", message).map_err(anyhow::Error::msg)?;
    Ok(())
}

/// When each facility was first Active, by name. A response with an error is no news: the facility is shown later.
async fn watch_statuses(service: &Service, count: usize) -> Result<HashMap<String, Timestamp>> {
    let mut active: HashMap<String, Timestamp> = HashMap::new();
    let deadline = SystemClock.now() + DELIVERY_INTERVAL * u32::try_from(count)? + TIMEOUT;
    while active.len() < count {
        ensure!(SystemClock.now() < deadline, "only {} of {count} facilities became Active", active.len());
        let facilities = service.get("/lightning-strikes/facilities").await.unwrap_or_default();
        let now = SystemClock.now();
        let rows = facilities["facilities"].as_array().into_iter().flatten();
        for row in rows.filter(|row| row["proximity"]["status"] == "Active") {
            active.entry(row["name"].as_str().unwrap_or_default().to_owned()).or_insert(now);
        }
        SystemClock.sleep(CHECK_INTERVAL).await;
    }
    Ok(active)
}
