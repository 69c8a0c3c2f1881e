//! What a notification says. Pure.
//!
//! The advice comes from `safety-text.json`, which every other status display uses as well.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::Value;
use std::sync::LazyLock;
use stormwire_store::FacilityId;
use stormwire_store::tables::push_subscription::{DueNotification, PushLanguage};
use url::Url;

static TEXTS: LazyLock<Value> = LazyLock::new(|| {
    let file = include_str!("../../../../web/src/status-text/safety-text.json");
    serde_json::from_str(file).expect("safety-text.json is checked by a test")
});

/// The text of a message, which the service worker of the web app reads.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    facility_id: FacilityId,
    name: &'a str,
    /// `Active`, `Clear` or `Unknown`.
    status: &'a str,
    title: String,
    text: String,
    language: &'a str,
    /// When the change was true.
    at: Timestamp,
    /// From then on the text is outdated.
    until: Timestamp,
    /// The page of the facility.
    url: String,
}

/// When the text applies.
#[derive(Debug, Clone)]
pub(super) struct MessageTime {
    /// The zone of the city.
    pub(super) zone: TimeZone,
    pub(super) until: Timestamp,
}

pub(super) fn payload(due: &DueNotification, public_url: &Url, time: MessageTime) -> Vec<u8> {
    let (language, status) = (due.language.name(), due.status.name());
    let word = &TEXTS["status"][language][status];
    let advice = &TEXTS["full"][language]["advice"][status];
    let clock = local_time(due.at.0, time.zone, due.language);
    let page = format!("/f/{}?lang={language}", due.facility_id);
    let payload = Payload {
        facility_id: due.facility_id,
        name: &due.facility_name,
        status,
        title: format!("{}: {}", due.facility_name, word.as_str().unwrap_or(status)),
        text: format!("{} {clock}", advice.as_str().unwrap_or_default()),
        language,
        at: due.at.0,
        until: time.until,
        url: public_url.join(&page).map_or(page, String::from),
    };
    serde_json::to_vec(&payload).expect("texts and numbers are always JSON")
}

fn local_time(at: Timestamp, zone: TimeZone, language: PushLanguage) -> String {
    let at = at.to_zoned(zone);
    match language {
        PushLanguage::English => format!("Since {}.", at.strftime("%-I:%M %p")),
        PushLanguage::Spanish => format!("Desde las {}.", at.strftime("%H:%M")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::tables::status_event::FacilityStatus;
    use stormwire_store::{DbTimestamp, PushSubscriptionId, StatusEventId};

    fn read(status: FacilityStatus, language: PushLanguage) -> Value {
        let due = DueNotification {
            id: PushSubscriptionId::new(1),
            endpoint: String::new(),
            p256dh: String::new(),
            auth: String::new(),
            language,
            attempts: 0,
            event_id: StatusEventId::new(3),
            facility_id: FacilityId::new(7),
            facility_name: "Joe's \"Pool\"".into(),
            at: DbTimestamp("2026-05-01T19:05:00Z".parse().unwrap()),
            status,
        };
        let zone = TimeZone::get("America/Chicago").unwrap();
        let time = MessageTime { zone, until: "2026-05-01T19:35:00Z".parse().unwrap() };
        serde_json::from_slice(&payload(&due, &"https://storm.example.gov".parse().unwrap(), time)).unwrap()
    }

    #[test]
    fn texts_are_those_of_the_pages_in_local_time() {
        let active = read(FacilityStatus::Active, PushLanguage::English);
        assert_eq!(active["title"], "Joe's \"Pool\": Active");
        assert_eq!(active["text"], "Lightning is close. Go inside now. Since 2:05 PM.");
        assert_eq!((&active["facilityId"], &active["status"]), (&7.into(), &"Active".into()));
        assert_eq!(active["url"], "https://storm.example.gov/f/7?lang=en");
        assert_eq!((&active["at"], &active["until"]), (&"2026-05-01T19:05:00Z".into(), &"2026-05-01T19:35:00Z".into()));
        let spanish = read(FacilityStatus::Clear, PushLanguage::Spanish);
        assert_eq!(spanish["title"], "Joe's \"Pool\": Despejado");
        assert_eq!(spanish["text"], "No se han reportado rayos cerca. Desde las 14:05.");
    }

    #[test]
    fn only_the_event_decides_whether_it_is_clear() {
        for status in FacilityStatus::ALL {
            for language in PushLanguage::ALL {
                let found = read(status, language);
                assert_eq!(found["status"], status.name());
                let says_clear = found["title"].as_str().unwrap().ends_with(["Clear", "Despejado"][language as usize]);
                assert_eq!(says_clear, status == FacilityStatus::Clear, "{found}");
            }
        }
    }
}
