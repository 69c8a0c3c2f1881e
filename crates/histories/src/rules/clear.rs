//! Nothing says Clear while a strike that a source has received speaks against it.

use crate::model::Model;
use crate::observers::Sight;
use crate::rule::Rule;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

pub(super) fn rules() -> Vec<Box<dyn Rule>> {
    vec![Box::new(ShownClear), Box::new(RecordedClear), Box::new(ReceivedClear)]
}

/// What was Clear stays Clear while a message younger than this is read: twice the polling interval, at least a minute, and
/// time for the look itself.
const MAY_BE_UNREAD: SignedDuration = SignedDuration::from_secs(75);

struct ShownClear;

impl Rule for ShownClear {
    fn name(&self) -> &'static str {
        "no page shows Clear against a strike"
    }

    fn judge(&mut self, model: &Model, sight: &Sight) -> Option<String> {
        let shown = sight.facilities.as_ref()?;
        if shown["feed"]["healthy"] != true {
            return None;
        }
        let mut clear = shown["facilities"].as_array()?.iter().filter(|one| one["proximity"]["status"] == "Clear");
        clear.find_map(|one| against(model, one["facilityId"].as_i64()?, sight.now))
    }
}

struct RecordedClear;

impl Rule for RecordedClear {
    fn name(&self) -> &'static str {
        "no event to Clear is recorded against a strike"
    }

    fn judge(&mut self, model: &Model, sight: &Sight) -> Option<String> {
        sight.events.iter().find_map(|event| clear_event(model, event))
    }
}

struct ReceivedClear;

impl Rule for ReceivedClear {
    fn name(&self) -> &'static str {
        "no receiver is notified of Clear against a strike"
    }

    fn judge(&mut self, model: &Model, sight: &Sight) -> Option<String> {
        sight.received.iter().find_map(|received| {
            let body: Value = serde_json::from_str(&received.body).ok()?;
            clear_event(model, &body["data"])
        })
    }
}

/// An event to Clear of the facility itself, not of a ring. A receiver may be notified late: it speaks of the time at which it was
/// recorded.
fn clear_event(model: &Model, event: &Value) -> Option<String> {
    if event["to"] != "Clear" || !event["ring"].is_null() {
        return None;
    }
    let noticed_at: Timestamp = event["noticedAt"].as_str()?.parse().ok()?;
    against(model, event["facilityId"].as_i64()?, noticed_at)
}

fn against(model: &Model, facility: i64, at: Timestamp) -> Option<String> {
    let (index, facility) = model.facility(facility)?;
    let (mail, strike) = model.reason_against_clear(index, at, at - MAY_BE_UNREAD)?;
    Some(format!(
        "{} is Clear at {at}, but {} miles away there was a strike at {}, in a mail of {}",
        facility.name, strike.miles, strike.at, mail.arrived_at
    ))
}
