//! From JSON to a configuration that is known to compile.

use serde::{Deserialize, Deserializer, de};
use serde_json::{Map, Value};

use crate::config::{ConfigViolation, ConfigWarning, ExtractConfig, parse_json};
use crate::extractor::Extractor;

impl ExtractConfig {
    /// Parses a configuration and reports all violations.
    pub fn parse(value: &Value) -> Result<Self, Vec<ConfigViolation>> {
        Self::compile(value).map(|(config, _)| config)
    }

    /// Like [`ExtractConfig::parse`], and returns the compiled configuration too.
    pub fn compile(value: &Value) -> Result<(Self, Extractor), Vec<ConfigViolation>> {
        let (config, violations) = parse_json(value);
        compile_parsed(config, violations)
    }

    /// Like [`ExtractConfig::compile`], but accepts a configuration without fields: the preview of a new configuration shows
    /// its records before it has a field.
    pub fn compile_for_preview(value: &Value) -> Result<(Self, Extractor), Vec<ConfigViolation>> {
        let (config, mut violations) = parse_json(value);
        let is_empty = |fields: &Value| fields.is_null() || fields.as_object().is_some_and(Map::is_empty);
        if value.get("Fields").is_none_or(is_empty) {
            violations.retain(|violation| violation.path != "Fields");
        }
        compile_parsed(config, violations)
    }

    /// The warnings for a configuration, without compiling its patterns. Empty if the JSON has violations.
    pub fn warnings_in(value: &Value) -> Vec<ConfigWarning> {
        let (config, violations) = parse_json(value);
        if violations.is_empty() { config.warnings() } else { Vec::new() }
    }
}

impl<'de> Deserialize<'de> for ExtractConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&Value::deserialize(deserializer)?).map_err(|violations| {
            let messages = violations.iter().map(|violation| format!("{}: {}", violation.path, violation.message));
            de::Error::custom(messages.collect::<Vec<String>>().join("; "))
        })
    }
}

fn compile_parsed(
    config: ExtractConfig,
    mut violations: Vec<ConfigViolation>,
) -> Result<(ExtractConfig, Extractor), Vec<ConfigViolation>> {
    match Extractor::new(&config) {
        Ok(extractor) if violations.is_empty() => return Ok((config, extractor)),
        Ok(_) => {}
        Err(more) => {
            // A key that is missing or has the wrong type is reported already; its placeholder is not a second violation.
            let reported: Vec<String> = violations.iter().map(|violation| violation.path.clone()).collect();
            violations.extend(more.into_iter().filter(|violation| !is_at_or_below_any(&violation.path, &reported)));
        }
    }
    Err(violations)
}

/// True if `path` is one of `paths` or a key inside one of them.
fn is_at_or_below_any(path: &str, paths: &[String]) -> bool {
    let is_at_or_below =
        |above: &String| path.strip_prefix(above.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    paths.iter().any(is_at_or_below)
}
