//! Keeps what a person has set for a field whose value is marked again.

use serde_json::Value;

use super::axis::coordinate_type;
use super::marked_value::MarkedValue;
use super::spec_options::{SpecOption, SpecOptions, is_time_name};
use super::value_shape::ValueKind;
use crate::config::{FieldSpec, FieldType, parse_field_settings};
use crate::value_parser::{ValueError, ValueParser};

/// The settings of the existing field if they read the marked value. Otherwise the suggested ones, with a warning.
pub(super) fn keep_settings(
    name: &str,
    existing: &Value,
    marked: &MarkedValue<'_>,
    mut suggested: SpecOptions,
) -> SpecOptions {
    let Some(mut settings) = parse_field_settings(name, existing) else {
        suggested.warnings.push(format!("The settings of {name} are invalid. New ones are suggested."));
        return suggested;
    };
    match unfit(name, &settings, marked) {
        None => {
            let mut warnings = Vec::new();
            if lacks_zone(&settings, marked) {
                settings.time_zone = suggested.options.first().and_then(|option| option.0.time_zone.clone());
                warnings = suggested.warnings;
            }
            SpecOptions { options: vec![SpecOption(FieldSpec { pattern: String::new(), ..settings })], warnings }
        }
        Some(reason) => {
            for option in &mut suggested.options {
                option.0.required = settings.required;
            }
            let keys = set_keys(&settings);
            let value = marked.decoded();
            suggested
                .warnings
                .push(format!("{keys} of {name} changed, because {value} {reason}. Check the new settings."));
            suggested
        }
    }
}

/// Why the settings do not read the marked value.
fn unfit(name: &str, settings: &FieldSpec, marked: &MarkedValue<'_>) -> Option<String> {
    let is_text = settings.field_type == FieldType::String && settings.map.is_none();
    let needs_type = is_time_name(name) || coordinate_type(name).is_some();
    // Text reads everything, but a time or a position that is text cannot be stored.
    if is_text && needs_type && marked.shape.kind != ValueKind::Text {
        return Some("was read as text".to_owned());
    }
    let Some(parser) = ValueParser::compile(name, settings, &mut Vec::new()) else {
        return Some("cannot be read with them: they are invalid".to_owned());
    };
    match parser.parse(&marked.decoded()) {
        Ok(_) => None,
        Err(ValueError::WrongForm(reason) | ValueError::Impossible(reason)) => Some(reason),
    }
}

/// The settings that decide how a text is read.
fn set_keys(settings: &FieldSpec) -> String {
    let keys = [
        ("Type", true),
        ("Format", settings.format.is_some()),
        ("TimeZone", settings.time_zone.is_some()),
        ("Decimal", settings.decimal.is_some()),
        ("Hemispheres", settings.hemispheres.is_some()),
        ("Map", settings.map.is_some()),
        ("MapDefault", settings.map_default.is_some()),
    ];
    let set: Vec<&str> = keys.into_iter().filter(|(_, is_set)| *is_set).map(|(key, _)| key).collect();
    set.join(", ")
}

/// True for a time without an offset whose field has no zone: the suggested zone is added, with its warning.
fn lacks_zone(settings: &FieldSpec, marked: &MarkedValue<'_>) -> bool {
    let has_no_offset = matches!(&marked.shape.kind, ValueKind::Time(shape) if !shape.has_offset);
    has_no_offset
        && settings.field_type == FieldType::Datetime
        && settings.map.is_none()
        && settings.time_zone.is_none()
}
