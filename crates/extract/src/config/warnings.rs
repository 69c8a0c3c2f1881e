//! Warnings about values that are valid but probably a mistake.

use super::spec::{ExtractConfig, FieldSpec, FieldType};
use super::violation::ConfigWarning;
use crate::time::TimeFormat;

impl ExtractConfig {
    pub fn warnings(&self) -> Vec<ConfigWarning> {
        self.fields.iter().flat_map(|(name, field)| field.warnings(name)).collect()
    }
}

impl FieldSpec {
    fn warnings(&self, name: &str) -> Vec<ConfigWarning> {
        let warning = |key: &str, message: &str| ConfigWarning {
            path: format!("Fields.{name}.{key}"),
            message: message.to_owned(),
        };
        let mut warnings = Vec::new();
        if self.decimal.is_some() && self.field_type != FieldType::Number {
            warnings.push(warning("Decimal", "is used by number fields only"));
        }
        if self.hemispheres.is_some() && !matches!(self.field_type, FieldType::Latitude | FieldType::Longitude) {
            warnings.push(warning("Hemispheres", "is used by latitude and longitude fields only"));
        }
        if self.map_default.is_some() && self.map.is_none() {
            warnings.push(warning("MapDefault", "is used only if the field has a Map"));
        }
        if self.field_type != FieldType::Datetime {
            for (key, is_set) in [("Format", self.format.is_some()), ("TimeZone", self.time_zone.is_some())] {
                if is_set {
                    warnings.push(warning(key, "is used by datetime fields only"));
                }
            }
            return warnings;
        }
        let Some(Ok(format)) = self.format.as_deref().map(TimeFormat::compile) else { return warnings };
        match (&self.time_zone, format.says_utc()) {
            _ if format.has_offset() => {}
            (None, false) => {
                let message = "has no offset, and there is no TimeZone: times are taken as UTC";
                warnings.push(warning("Format", message));
            }
            (Some(zone), true) if !is_utc_zone(zone) => {
                let message = format!(
                    "is {zone}, so times are local, but Format has the literal UTC, GMT or Z. If the vendor writes UTC, remove TimeZone"
                );
                warnings.push(warning("TimeZone", &message));
            }
            _ => {}
        }
        if format.is_ambiguous_half_day() {
            let message = "has a 12-hour clock without tt: AM and PM cannot be distinguished, AM is assumed";
            warnings.push(warning("Format", message));
        }
        warnings
    }
}

fn is_utc_zone(zone: &str) -> bool {
    ["utc", "etc/utc", "gmt", "etc/gmt", "zulu"].contains(&zone.trim().to_lowercase().as_str())
}
