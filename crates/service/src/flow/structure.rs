//! Everything that is wrong with the structure of a config. Reading it into its type ends at the first mistake; the type's
//! own JSON Schema tells all of them, each with the path of its key.

use super::ConfigFault;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::LocationSegment;
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

/// All faults that the schema tells; none where it is content, whatever else may be wrong.
pub(super) fn faults(schema: &Value, config: &Value) -> Vec<ConfigFault> {
    let Ok(validator) = jsonschema::validator_for(schema) else { return Vec::new() };
    let mut faults: Vec<ConfigFault> = Vec::new();
    for fault in validator.iter_errors(config).flat_map(|error| told(&error)) {
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    faults
}

fn told(error: &ValidationError<'_>) -> Vec<ConfigFault> {
    let place = place(error);
    let here = |message: String| vec![ConfigFault::new(place.clone(), message)];
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            unexpected.iter().map(|key| ConfigFault::new(below(&place, key), "is unknown here")).collect()
        }
        Kind::Required { property } => {
            vec![ConfigFault::new(below(&place, property.as_str().unwrap_or_default()), "is missing")]
        }
        Kind::Type { kind } => here(format!("must be {}", types(kind))),
        Kind::Enum { options } => here(format!("must be one of {}", list(options.as_array().into_iter().flatten()))),
        Kind::Constant { expected_value } => here(format!("must be {expected_value}")),
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => alternatives(&place, context),
        _ => here(error.masked().to_string()),
    }
}

/// None of several forms fits. Where one of them fits but for what lies below, its faults are meant.
fn alternatives(place: &str, forms: &[Vec<ValidationError<'static>>]) -> Vec<ConfigFault> {
    let is_below = |form: &&Vec<ValidationError<'static>>| form.iter().all(|error| self::place(error) != place);
    if let Some(form) = forms.iter().find(is_below) {
        return form.iter().flat_map(told).collect();
    }
    let constants: Vec<&Value> = forms.iter().flatten().filter_map(constant).flatten().collect();
    if !constants.is_empty() {
        return vec![ConfigFault::new(place, format!("must be one of {}", list(constants.into_iter())))];
    }
    if let Some(keys) = rival_keys(forms) {
        return vec![ConfigFault::new(place, format!("exactly one of {} is needed", keys.join(", ")))];
    }
    let words: Vec<String> = forms.iter().flatten().flat_map(told).map(|fault| fault.to_string()).collect();
    vec![ConfigFault::new(place, format!("fits none of the forms that are possible here: {}", words.join("; or ")))]
}

/// The keys of forms that are told apart by their one key, where what is given has none of them or several.
fn rival_keys(forms: &[Vec<ValidationError<'static>>]) -> Option<Vec<String>> {
    let (mut keys, mut strangers) = (Vec::new(), Vec::new());
    for error in forms.iter().flatten() {
        match error.kind() {
            Kind::Required { property } => keys.push(property.as_str()?.to_owned()),
            Kind::AdditionalProperties { unexpected } => strangers.extend(unexpected.iter().cloned()),
            _ => return None,
        }
    }
    // What only some forms do not know is the key of another form.
    let is_known = |key: &&String| strangers.iter().filter(|other| other == key).count() < forms.len();
    keys.extend(strangers.iter().filter(is_known).cloned());
    keys.sort();
    keys.dedup();
    (!keys.is_empty()).then_some(keys)
}

fn constant<'e>(error: &'e ValidationError<'static>) -> Option<Vec<&'e Value>> {
    match error.kind() {
        Kind::Constant { expected_value } => Some(vec![expected_value]),
        Kind::Enum { options } => Some(options.as_array()?.iter().collect()),
        _ => None,
    }
}

fn list<'v>(values: impl Iterator<Item = &'v Value>) -> String {
    let words: Vec<String> =
        values.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
    words.join(", ")
}

fn types(kind: &TypeKind) -> String {
    let named: Vec<&str> = match kind {
        TypeKind::Single(one) => vec![word(*one)],
        // Null is the same as left out, and nobody is to write it.
        TypeKind::Multiple(set) => set.iter().filter(|one| *one != JsonType::Null).map(word).collect(),
    };
    named.join(" or ")
}

fn word(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "a list",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a text",
    }
}

/// As in `When.All[0].Path`.
fn place(error: &ValidationError<'_>) -> String {
    error.instance_path().iter().fold(String::new(), |above, segment| match segment {
        LocationSegment::Property(key) => below(&above, &key),
        LocationSegment::Index(index) => format!("{above}[{index}]"),
    })
}

fn below(above: &str, key: &str) -> String {
    if above.is_empty() { key.to_owned() } else { format!("{above}.{key}") }
}
