//! The lightning vendor of the demo: emails a storm that crosses the city, minute by minute, and then the next storm.

use super::city::{CENTER, TIME_ZONE};
use super::watcher::MAILBOX;
use anyhow::Result;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_demo::storm::{EmailLayout, Storm, VendorStrike};
use stormwire_emulator::Emulator;
use stormwire_geo::LonLat;

const LAYOUT: EmailLayout = EmailLayout::Paragraphs;

const MINUTES: u32 = 60;
const STRIKES: usize = 900;
/// The first storm started this long before the demo: half of the city is in danger, and the rest follows within minutes.
const HEAD_START: SignedDuration = SignedDuration::from_mins(6);
/// Between storms; long enough for every facility to become Clear.
const PAUSE: SignedDuration = SignedDuration::from_mins(35);

/// What Microsoft 365 writes on top of a message from a sender that it could verify.
const VERIFIED: &str = "spf=pass (sender IP is 192.0.2.25) smtp.mailfrom=vendor.example; dkim=pass (signature was verified) \
                        header.d=vendor.example; dmarc=pass action=none header.from=vendor.example; compauth=pass reason=100";

/// Sends the strikes so far at once, and then new strikes every minute.
pub(crate) async fn send_storm_mail(emulator: Arc<Emulator>, clock: Arc<dyn Clock>) -> Result<()> {
    let center = LonLat::new(CENTER.0, CENTER.1)?;
    let zone = TimeZone::get(TIME_ZONE)?;
    let mut starts_at = clock.now() - HEAD_START;
    for seed in 7.. {
        let storm = Storm { seed, center, starts_at, minutes: MINUTES, strike_count: STRIKES };
        let minute = |strike: &VendorStrike| strike.at.duration_since(starts_at).as_mins();
        for same in storm.generate().chunk_by(|one, other| minute(one) == minute(other)) {
            let sent_at = starts_at + SignedDuration::from_mins(minute(&same[0]) + 1);
            wait_until(clock.as_ref(), sent_at).await;
            let email = LAYOUT.email(same, &zone);
            let message = json!({
                "subject": email.subject,
                "from": {"emailAddress": {"name": "Sky Sentinel", "address": "alerts@vendor.example"}},
                "toRecipients": [{"emailAddress": {"address": MAILBOX}}],
                "body": {"contentType": if email.is_html { "html" } else { "text" }, "content": email.body},
                "receivedDateTime": sent_at.to_string(),
                "internetMessageHeaders": [{"name": "Authentication-Results", "value": VERIFIED}],
            });
            emulator.deliver(MAILBOX, "Inbox", message).map_err(anyhow::Error::msg)?;
        }
        starts_at = starts_at + SignedDuration::from_mins(i64::from(MINUTES)) + PAUSE;
    }
    Ok(())
}

async fn wait_until(clock: &dyn Clock, at: Timestamp) {
    if let Ok(left) = Duration::try_from(at.duration_since(clock.now())) {
        clock.sleep(left).await;
    }
}
