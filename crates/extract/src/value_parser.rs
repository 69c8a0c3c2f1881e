//! Parses the text of a field as its type, or replaces it by its `Map`.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use serde_json::{Number, Value};

use crate::config::{ConfigViolation, FieldSpec, FieldType, fold_map_key};
use crate::coordinate::{Axis, CoordinateError, Hemispheres, parse_coordinate};
use crate::time::{self, TimeFormat};
use crate::value;

/// At most this many texts of a `Map` are listed in an error.
const MAX_LISTED_TEXTS: usize = 10;

#[derive(Debug, Clone)]
pub(crate) enum ValueParser {
    String,
    Number { has_decimal_comma: bool },
    Boolean,
    Datetime { format: Option<TimeFormat>, zone: TimeZone },
    Coordinate { axis: Axis, hemispheres: Hemispheres },
    Map(ValueMap),
}

/// The values of a `Map` by their folded texts.
#[derive(Debug, Clone)]
pub(crate) struct ValueMap {
    values: HashMap<String, Value>,
    default: Option<Value>,
    /// As written, for errors.
    listed: String,
}

/// Why a text has no value. The reason follows the text in an error message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValueError {
    /// The text has another form. The value of an optional field is null.
    WrongForm(String),
    /// The text cannot be right. The action fails even if the field is optional: null would hide it.
    Impossible(String),
}

impl ValueParser {
    /// Adds a violation for each of format, zone and hemispheres that does not compile.
    pub(crate) fn compile(name: &str, spec: &FieldSpec, violations: &mut Vec<ConfigViolation>) -> Option<Self> {
        if let Some(map) = &spec.map {
            let listed: Vec<&str> = map.keys().map(String::as_str).take(MAX_LISTED_TEXTS).collect();
            let more = if map.len() > MAX_LISTED_TEXTS { ", \u{2026}" } else { "" };
            return Some(Self::Map(ValueMap {
                values: map.iter().map(|(text, value)| (fold_map_key(text), value.clone())).collect(),
                default: spec.map_default.clone(),
                listed: format!("{}{more}", listed.join(", ")),
            }));
        }
        match spec.field_type {
            FieldType::String => Some(Self::String),
            FieldType::Number => Some(Self::Number { has_decimal_comma: spec.decimal.as_deref() == Some(",") }),
            FieldType::Boolean => Some(Self::Boolean),
            FieldType::Datetime => compile_datetime(name, spec, violations),
            FieldType::Latitude => compile_coordinate(name, spec, Axis::Latitude, violations),
            FieldType::Longitude => compile_coordinate(name, spec, Axis::Longitude, violations),
        }
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Value, ValueError> {
        let wrong_form = |reason: &str| ValueError::WrongForm(reason.to_owned());
        match self {
            // PostgreSQL rejects the NUL character, and mail readers do not show it.
            Self::String if text.contains('\0') => Ok(Value::String(text.replace('\0', ""))),
            Self::String => Ok(Value::String(text.to_owned())),
            Self::Number { has_decimal_comma: false } => {
                value::parse_number(text).map(Value::Number).ok_or_else(|| wrong_form("is not a number"))
            }
            Self::Number { has_decimal_comma: true } => value::parse_number_with_decimal_comma(text)
                .map(Value::Number)
                .ok_or_else(|| wrong_form("is not a number with a decimal comma")),
            Self::Boolean => value::parse_boolean(text)
                .map(Value::Bool)
                .ok_or_else(|| wrong_form("is not a boolean such as true, false, yes, no, 1 or 0")),
            Self::Datetime { format, zone } => time::parse_time(text, format.as_ref(), zone)
                .map(|timestamp| Value::String(time::format_rfc3339(timestamp)))
                .map_err(|error| ValueError::WrongForm(error.to_string())),
            Self::Coordinate { axis, hemispheres } => coordinate(text, *axis, hemispheres),
            Self::Map(map) => map.find(text),
        }
    }
}

impl ValueMap {
    fn find(&self, text: &str) -> Result<Value, ValueError> {
        let found = self.values.get(&fold_map_key(text)).or(self.default.as_ref());
        found.cloned().ok_or_else(|| ValueError::Impossible(format!("is not in Map, which lists {}", self.listed)))
    }
}

fn coordinate(text: &str, axis: Axis, hemispheres: &Hemispheres) -> Result<Value, ValueError> {
    match parse_coordinate(text, axis, hemispheres) {
        Ok(degrees) => Number::from_f64(degrees)
            .map(Value::Number)
            .ok_or_else(|| ValueError::Impossible(format!("is not a {}", axis.name()))),
        Err(CoordinateError::NotACoordinate(reason)) => Err(ValueError::WrongForm(reason)),
        Err(CoordinateError::Impossible(reason)) => Err(ValueError::Impossible(reason)),
    }
}

fn compile_coordinate(
    name: &str,
    spec: &FieldSpec,
    axis: Axis,
    violations: &mut Vec<ConfigViolation>,
) -> Option<ValueParser> {
    let mut hemispheres = Hemispheres::default();
    let mut is_valid = true;
    for (word, meaning) in spec.hemispheres.iter().flatten() {
        if let Err(message) = hemispheres.add(word, meaning) {
            violations.push(ConfigViolation::new(format!("Fields.{name}.Hemispheres.{word}"), message));
            is_valid = false;
        }
    }
    is_valid.then_some(ValueParser::Coordinate { axis, hemispheres })
}

fn compile_datetime(name: &str, spec: &FieldSpec, violations: &mut Vec<ConfigViolation>) -> Option<ValueParser> {
    let mut report =
        |key: &str, message: String| violations.push(ConfigViolation::new(format!("Fields.{name}.{key}"), message));
    let format = spec.format.as_deref().map(TimeFormat::compile).transpose();
    let format = format.map_err(|message| report("Format", message));
    let zone = spec.time_zone.as_deref().map_or(Ok(TimeZone::UTC), time::parse_zone);
    let zone = zone.map_err(|message| report("TimeZone", message));
    Some(ValueParser::Datetime { format: format.ok()?, zone: zone.ok()? })
}
