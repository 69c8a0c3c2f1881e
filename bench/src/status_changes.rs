//! Changes of status in the real service, one facility for each.

use crate::service::Service;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_geo::LonLat;
use stormwire_testkit::DirectConnection;

const CHECK_INTERVAL: Duration = Duration::from_millis(100);
const TIMEOUT: Duration = Duration::from_mins(3);

/// Until so many changes to a status are recorded. If all facilities became Clear, the feed is healthy, and the next event is
/// about a strike. At most 1,000.
pub async fn wait_for_changes(service: &Service, status: &str, count: usize) -> Result<()> {
    let deadline = SystemClock.now() + TIMEOUT;
    loop {
        let events = service.get("/lightning-strikes/events?limit=1000").await?;
        let found = events.as_array().into_iter().flatten().filter(|event| event["to"] == status).count();
        if found >= count {
            return Ok(());
        }
        ensure!(SystemClock.now() < deadline, "only {found} of {count} facilities became {status}");
        SystemClock.sleep(CHECK_INTERVAL).await;
    }
}

/// Stores a strike as another process does. Returns when it was committed.
pub async fn commit_strike(conn: &mut DirectConnection, position: LonLat) -> Result<Timestamp> {
    conn.execute(&format!(
        "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '{:.6}', 'Ground', {}, {})",
        SystemClock.now(),
        position.lat(),
        position.lon()
    ))
    .await?;
    Ok(SystemClock.now())
}
