//! What the vendor and others send.

use crate::city::{MAILBOX, VENDOR};
use crate::draw::Draw;
use crate::model::{Content, Mail, Strike};
use crate::operation::Operation;
use crate::scene::Scene;
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use serde_json::json;
use stormwire_demo::storm::{AlertClass, EmailLayout, StrokeType, VendorStrike};
use stormwire_geo::LonLat;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "mail with strikes", apply: mail_with_strikes },
    Operation { name: "mail with far strikes", apply: mail_with_far_strikes },
    Operation { name: "mail from a stranger", apply: mail_from_stranger },
    Operation { name: "mail that nobody can read", apply: unreadable_mail },
];

/// A degree of latitude.
const MILES_PER_DEGREE: f64 = 69.0;

fn mail_with_strikes(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let facility = draw.below(scene.model.city.facilities.len());
    let count = 1 + draw.below(3);
    let age = SignedDuration::from_secs(*draw.one_of(&[5, 30, 60, 119, 600]));
    send_strikes(scene, draw, &Report { facility, miles: 1.0, age, count })
}

fn mail_with_far_strikes(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let facility = draw.below(scene.model.city.facilities.len());
    send_strikes(scene, draw, &Report { facility, miles: 40.0, age: SignedDuration::from_secs(30), count: 1 })
}

/// Strikes at the same distance from a facility.
struct Report {
    facility: usize,
    miles: f64,
    age: SignedDuration,
    count: usize,
}

fn send_strikes(scene: &mut Scene, draw: &Draw, report: &Report) -> Option<String> {
    let Report { facility, miles, age, count } = *report;
    let site = scene.model.city.facilities[facility].clone();
    let mut strikes = Vec::new();
    for index in 0..count {
        // Whole seconds, as the vendor writes them; a little east each, so that no two are equal.
        let at = (scene.simulation.now() - age).round(jiff::Unit::Second).ok()?;
        let east = f64::from(u32::try_from(index + 1 + draw.below(1000)).unwrap_or(0)) * 1e-6;
        let (lat, lng) = (round(site.lat + miles / MILES_PER_DEGREE), round(site.lng + east));
        strikes.push(Strike { facility, miles, at, lat, lng });
    }
    let reported: Option<Vec<VendorStrike>> = strikes
        .iter()
        .map(|strike| {
            let position = LonLat::new(strike.lng, strike.lat).ok()?;
            Some(VendorStrike { at: strike.at, position, class: AlertClass::Alert, stroke: StrokeType::Ground })
        })
        .collect();
    let email = EmailLayout::Paragraphs.email(&reported?, &TimeZone::UTC);
    deliver(scene, VENDOR, &email.subject, &email.body, Content::Strikes(strikes))?;
    let seconds = age.as_secs();
    Some(format!("{count} strikes {miles} miles from {}, {seconds} s ago", site.name))
}

/// In millionths of a degree.
fn round(degrees: f64) -> f64 {
    (degrees * 1e6).round() / 1e6
}

fn mail_from_stranger(scene: &mut Scene, _: &Draw) -> Option<String> {
    deliver(scene, "somebody@else.test", "Hello", "ALERT: nothing", Content::Stranger)?;
    Some("a mail from somebody else".into())
}

fn unreadable_mail(scene: &mut Scene, _: &Draw) -> Option<String> {
    let body = "ALERT: Ground Stroke Lightning detected on some day\nat latitude north, longitude west\n\n";
    deliver(scene, VENDOR, "Lightning", body, Content::Unreadable)?;
    Some("a mail of the vendor that nobody can read".into())
}

fn deliver(scene: &mut Scene, from: &str, subject: &str, body: &str, content: Content) -> Option<()> {
    let arrived_at = scene.simulation.now();
    let message = json!({
        "subject": subject,
        "from": {"emailAddress": {"name": "Sender", "address": from}},
        "toRecipients": [{"emailAddress": {"address": MAILBOX}}],
        "body": {"contentType": "text", "content": body},
        "receivedDateTime": arrived_at.to_string(),
    });
    let id = scene.simulation.deliver(MAILBOX, "Inbox", message)?;
    let came_in_an_outage = scene.is_outage();
    scene.model.mails.push(Mail { id, arrived_at, content, is_dismissed: false, came_in_an_outage });
    Some(())
}
