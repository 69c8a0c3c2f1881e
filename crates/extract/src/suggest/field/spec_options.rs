//! The types, formats and zones that a marked value may have.

use super::axis::{coordinate_type, last_word};
use super::east_or_west;
use super::marked_value::MarkedValue;
use super::value_shape::{CoordinateNotation, ValueKind};
use super::zones::ZoneAbbreviation;
use crate::config::{FieldSpec, FieldType};
use crate::time::parse_timestamp;

/// Everything of a field but its pattern, which is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpecOption(pub(super) FieldSpec);

impl SpecOption {
    fn of_type(field_type: FieldType) -> FieldSpec {
        FieldSpec {
            pattern: String::new(),
            field_type,
            format: None,
            required: true,
            time_zone: None,
            decimal: None,
            hemispheres: None,
            map: None,
            map_default: None,
        }
    }

    pub(super) fn text() -> Self {
        Self(Self::of_type(FieldType::String))
    }

    pub(super) fn with_pattern(&self, pattern: &str) -> FieldSpec {
        FieldSpec { pattern: pattern.to_owned(), ..self.0.clone() }
    }
}

/// The options, the most likely first, and what a person should know about them.
pub(super) struct SpecOptions {
    pub(super) options: Vec<SpecOption>,
    pub(super) warnings: Vec<String>,
}

/// `zone` is the time zone of the city, `text` the whole text.
pub(super) fn spec_options(name: &str, marked: &MarkedValue<'_>, zone: Option<&str>, text: &str) -> SpecOptions {
    let mut warnings = Vec::new();
    let options = match &marked.shape.kind {
        ValueKind::Time(shape) => {
            let time_zone = if shape.has_offset { None } else { assumed_zone(marked, zone, &mut warnings) };
            let is_iso = parse_timestamp(&marked.decoded()).is_some();
            let formats = is_iso.then_some(None).into_iter().chain(shape.formats.iter().cloned().map(Some));
            let option =
                |format| FieldSpec { format, time_zone: time_zone.clone(), ..SpecOption::of_type(FieldType::Datetime) };
            formats.map(option).collect()
        }
        ValueKind::Coordinate(notation) => {
            let field_type = coordinate(name, marked, *notation, &mut warnings);
            vec![with_meaning_of_o(SpecOption::of_type(field_type), marked, text, &mut warnings)]
        }
        ValueKind::Number { has_decimal_comma } => {
            let field_type = named_type(name, marked).unwrap_or(FieldType::Number);
            let is_number = field_type == FieldType::Number;
            if marked.shape.is_ambiguous {
                warnings.push(format!(
                    "The comma in {} is read as a thousands separator. If it separates decimals, set Decimal to a comma.",
                    marked.decoded()
                ));
            }
            let decimal = (is_number && *has_decimal_comma).then(|| ",".to_owned());
            vec![FieldSpec { decimal, ..SpecOption::of_type(field_type) }, SpecOption::of_type(FieldType::Number)]
        }
        ValueKind::Text => {
            if is_clock(&marked.decoded()) {
                let message = "The marked value is a time without a date. To read a datetime, mark the date together with the time.";
                warnings.push(message.to_owned());
            }
            warnings.extend(text_warning(name, marked));
            vec![SpecOption::of_type(FieldType::String)]
        }
    };
    SpecOptions { options: options.into_iter().map(SpecOption).collect(), warnings }
}

/// Where the letter O is east or west according to the text, the field says so. Otherwise the value is text, because nobody
/// knows on which side of the world it is.
fn with_meaning_of_o(spec: FieldSpec, marked: &MarkedValue<'_>, text: &str, warnings: &mut Vec<String>) -> FieldSpec {
    let value = marked.decoded();
    if !value.contains(['O', 'o']) {
        return spec;
    }
    if let Some(meaning) = east_or_west::meaning(text) {
        warnings.push(format!("The O in {value} is read as {}. Check Hemispheres.", east_or_west::name(meaning)));
        return FieldSpec { hemispheres: Some([("O".to_owned(), meaning.to_owned())].into()), ..spec };
    }
    warnings.push(format!(
        r#"{value} is read as text, because O is east in German and west in Spanish and French. Set Type to longitude and Hemispheres to {{"O": "W"}} or {{"O": "E"}}."#
    ));
    SpecOption::of_type(FieldType::String)
}

/// A strike whose time or position is text cannot be stored, so a person must know.
fn text_warning(name: &str, marked: &MarkedValue<'_>) -> Option<String> {
    let advice = if is_time_name(name) {
        "Set Type to datetime, and Format to how it is written."
    } else {
        coordinate_type(name)?;
        "Mark only the degrees with their sign or N, S, E or W."
    };
    Some(format!("{name} is read as text, because {} is not a form that is recognized. {advice}", marked.decoded()))
}

pub(super) fn is_time_name(name: &str) -> bool {
    let name = name.to_lowercase();
    ["time", "date", "zeit", "datum", "fecha", "hora", "heure"].iter().any(|word| name.contains(word))
}

/// The type that the name of the field asks for, or else the label next to the value.
fn named_type(name: &str, marked: &MarkedValue<'_>) -> Option<FieldType> {
    coordinate_type(name).or_else(|| coordinate_type(last_word(marked.line_before())))
}

fn coordinate(
    name: &str,
    marked: &MarkedValue<'_>,
    notation: CoordinateNotation,
    warnings: &mut Vec<String>,
) -> FieldType {
    let named = named_type(name, marked);
    let written = match notation {
        CoordinateNotation::NorthSouth => FieldType::Latitude,
        CoordinateNotation::EastWest => FieldType::Longitude,
        CoordinateNotation::NoHemisphere => return named.unwrap_or(FieldType::Latitude),
    };
    if coordinate_type(name).is_some_and(|named| named != written) {
        let kind = if written == FieldType::Latitude { "latitude" } else { "longitude" };
        warnings.push(format!("{} is a {kind}, but the field is called {name}.", marked.decoded()));
    }
    written
}

/// The zone of a time without an offset.
fn assumed_zone(marked: &MarkedValue<'_>, zone: Option<&str>, warnings: &mut Vec<String>) -> Option<String> {
    if let Some(abbreviation) = ZoneAbbreviation::at_start_of(marked.after()) {
        return Some(abbreviation.zone.to_owned());
    }
    let meaning = zone.map_or_else(|| "UTC".to_owned(), |zone| format!("local time in {zone}"));
    warnings.push(format!("{} has no offset. It is read as {meaning}.", marked.decoded()));
    zone.map(str::to_owned)
}

/// True for `16:42` and `16:42:53`.
fn is_clock(value: &str) -> bool {
    let parts: Vec<&str> = value.split(':').collect();
    let is_number = |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    (2..=3).contains(&parts.len()) && parts.iter().all(is_number)
}
