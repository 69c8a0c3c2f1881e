//! From stored events, facilities and policies to what alerts are made of.

use stormwire_cap::{AlertArea, AlertRule, AlertStatus, StatusChange};
use stormwire_geo::ThreatParameter;
use stormwire_lightning::ThreatPicture;
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::status_event::{FacilityStatus, StatusEvent};

pub(super) fn change_of(event: &StatusEvent) -> StatusChange {
    StatusChange {
        event_id: event.id.get(),
        facility_id: event.facility_id.get(),
        facility_name: event.facility_name.clone(),
        ring: event.ring.clone(),
        status: match event.to {
            FacilityStatus::Active => AlertStatus::Active,
            FacilityStatus::Clearing => AlertStatus::Clearing,
            FacilityStatus::Clear => AlertStatus::Clear,
            FacilityStatus::Unknown => AlertStatus::Unknown,
        },
        at: event.at.0,
        noticed_at: event.noticed_at.0,
    }
}

/// By the location and the policy that the facility has now.
pub(super) fn area_of(picture: &ThreatPicture, change: &StatusChange) -> AlertArea {
    let position = facility_of(picture, change).and_then(|facility| facility.lat_long);
    AlertArea { position, rule: rule_of(picture, change) }
}

pub(super) fn rule_of(picture: &ThreatPicture, change: &StatusChange) -> Option<AlertRule> {
    let policy = &picture.policies().of(facility_of(picture, change)?).fields.rule;
    let Some(name) = &change.ring else {
        let parameters = policy.parameters();
        let minutes = |parameter| parameters.value(parameter);
        let clear_minutes = minutes(ThreatParameter::AllClear).max(minutes(ThreatParameter::Danger));
        return Some(AlertRule { radius: parameters.radius(), clear_minutes });
    };
    let ring = policy.rings().iter().find(|ring| ring.name() == name)?;
    Some(AlertRule { radius: ring.radius(), clear_minutes: ring.clear_minutes() })
}

fn facility_of<'a>(picture: &'a ThreatPicture, change: &StatusChange) -> Option<&'a Facility> {
    picture.facilities().iter().find(|facility| facility.id.get() == change.facility_id)
}
