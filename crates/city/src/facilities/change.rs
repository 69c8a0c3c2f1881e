//! Changes of facilities, as the audit trail records them.

use serde_json::{Value, json};
use stormwire_store::FacilityId;
use stormwire_store::tables::audit::AuditChange;
use stormwire_store::tables::facility::{Facility, FacilityFields};

/// The facility that these fields were written to.
pub(super) fn with_id(id: FacilityId, fields: FacilityFields) -> Facility {
    let FacilityFields { name, point, lat_long, policy_id } = fields;
    Facility { id, name, point: point.map(|(_, point)| point), lat_long, policy_id }
}

pub(super) fn created(facility: &Facility) -> AuditChange {
    change("create", facility.id, None, Some(facility))
}

pub(super) fn updated(before: &Facility, after: &Facility) -> AuditChange {
    change("update", before.id, Some(before), Some(after))
}

pub(super) fn deleted(facility: &Facility) -> AuditChange {
    change("delete", facility.id, Some(facility), None)
}

fn change(action: &'static str, id: FacilityId, before: Option<&Facility>, after: Option<&Facility>) -> AuditChange {
    let (before, after) = (before.map(values), after.map(values));
    AuditChange { action, resource: "facility", resource_id: Some(id.get()), before, after }
}

fn values(facility: &Facility) -> Value {
    json!({
        "name": facility.name,
        "point": facility.point.map(|point| json!({ "x": point.x(), "y": point.y() })),
        "latLongPoint": facility.lat_long.map(|at| json!({ "lat": at.lat(), "lng": at.lon() })),
        "policyId": facility.policy_id,
    })
}
