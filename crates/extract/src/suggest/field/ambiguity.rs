//! Warns about a date that can be read in two ways.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::marked_value::MarkedValue;
use super::record_test::{RecordValue, Records, TestedField};
use super::value_shape::ValueKind;
use super::zones::ZoneAbbreviation;
use crate::config::FieldSpec;
use crate::time::parse_zone;

/// The same records are compared again, but not all of them.
const MAX_COMPARED: usize = 1_000;

pub(super) fn warnings(
    records: &Records<'_>,
    best: &TestedField,
    marked: &MarkedValue<'_>,
    values: &[Option<RecordValue>],
) -> Vec<String> {
    let ValueKind::Time(shape) = &marked.shape.kind else { return Vec::new() };
    let spec = &best.spec;
    let mut warnings = Vec::new();
    let values = values.get(..values.len().min(MAX_COMPARED)).unwrap_or_default();
    if let Some(format) = &spec.format {
        let other = shape.formats.iter().filter(|other| *other != format).find(|other| {
            let other = FieldSpec { format: Some((*other).clone()), ..spec.clone() };
            let field = best.field.with_type_of(&other);
            let read = field.and_then(|field| records.first(MAX_COMPARED).read_all(&field, &mut || false).ok());
            let read = read.unwrap_or_default();
            // Formats that read the same times differ only in how they are written.
            read.len() == values.len()
                && read.iter().zip(values).all(|(a, b)| a.is_some() == b.is_some())
                && read.iter().zip(values).any(|(a, b)| a != b)
        });
        if let Some(other) = other.filter(|other| has_other_order(other, format)) {
            warnings.push(format!(
                "Day and month are ambiguous: all values are also valid as {other}. Check the format {format}."
            ));
        }
    }
    warnings.extend(zone_warning(records, spec, values));
    warnings
}

/// In the conventions of vendors a point means that the day comes first.
fn has_other_order(other: &str, format: &str) -> bool {
    !format.contains("M.") && other != format
}

/// Other records may have another zone, or one that is not in use at their time.
fn zone_warning(records: &Records<'_>, spec: &FieldSpec, values: &[Option<RecordValue>]) -> Option<String> {
    let zone = spec.time_zone.as_deref()?;
    for (index, value) in values.iter().enumerate() {
        let Some(value) = value else { continue };
        let after = records.record(index).get(value.range.end..).unwrap_or_default();
        let Some(abbreviation) = ZoneAbbreviation::at_start_of(after) else { continue };
        if abbreviation.zone != zone {
            return Some(format!("Record {index} has {}, which is not the time zone {zone}.", abbreviation.text));
        }
        let timestamp: Option<Timestamp> = value.value.as_str().and_then(|text| text.parse().ok());
        let local = timestamp.map(|timestamp| parse_zone(zone).unwrap_or(TimeZone::UTC).to_datetime(timestamp));
        if local.is_some_and(|local| !abbreviation.agrees_with(local)) {
            return Some(format!(
                "Record {index} has {}, but clocks in {zone} do not show that at its time. Check the time with the vendor.",
                abbreviation.text
            ));
        }
    }
    None
}
