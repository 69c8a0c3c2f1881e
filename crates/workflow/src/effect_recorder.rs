//! Records the effects of steps instead of performing them: for watchers in test mode and for shadow runs. Every door through
//! which a step reaches outside asks [`super::StepRun::recorder`] first.

use serde_json::{Map, Value};
use std::sync::{Mutex, PoisonError};
use stormwire_city::action_secrets::MASK;

/// Of the request in the result of a step, in characters.
const MAX_SHOWN: usize = 1_000;
/// What the result of a step shows of a request: where it goes. Everyone who reads the log sees it, and the content of messages
/// is not for everyone.
const SHOWN_KEYS: [&str; 11] =
    ["method", "url", "platform", "endpoint", "serviceCode", "via", "from", "to", "cc", "replyTo", "subject"];

/// An effect that a step would have.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedEffect {
    /// What would be sent or written, with a mask in the place of each secret.
    pub request: Value,
    /// Whether later steps got an output: that of the same request in an earlier run, or one that is known without the effect.
    pub has_output: bool,
}

#[derive(Debug, Default)]
pub struct EffectRecorder(Mutex<Vec<PlannedEffect>>);

impl EffectRecorder {
    pub(super) fn record(&self, effect: PlannedEffect) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(effect);
    }

    /// In the order of the steps.
    pub fn into_effects(self) -> Vec<PlannedEffect> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replaces the values at these JSON pointers.
pub(super) fn mask(request: &Value, secrets: &[String]) -> Value {
    let mut masked = request.clone();
    for pointer in secrets {
        if let Some(value) = masked.pointer_mut(pointer).filter(|value| !value.is_null()) {
            *value = MASK.into();
        }
    }
    masked
}

/// For the result of a step. The secrets of the request are masked.
pub(super) fn would_send(request: &Value) -> String {
    let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    let shown: Map<String, Value> = SHOWN_KEYS
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), request.get(key).filter(|value| !is_empty(value))?.clone())))
        .collect();
    let text = Value::Object(shown).to_string();
    let end = text.char_indices().nth(MAX_SHOWN).map(|(end, _)| end);
    match end {
        Some(end) => format!("would send: {}…", &text[..end]),
        None => format!("would send: {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn secrets_are_masked_and_missing_ones_are_not_invented() {
        let request = json!({"url": "https://a.example/hook", "credential": null, "headers": [["x-key", "abc"]]});
        let pointers = ["/url", "/credential", "/headers/0/1", "/headers/1/1"].map(str::to_owned);
        let expected = json!({"url": MASK, "credential": null, "headers": [["x-key", MASK]]});
        assert_eq!(mask(&request, &pointers), expected);
    }

    #[test]
    fn the_log_shows_where_a_request_goes_and_not_its_content() {
        let request =
            json!({"via": "Smtp", "to": ["a@b.gov"], "cc": [], "credential": null, "text": "Strike at the pool"});
        assert_eq!(would_send(&request), r#"would send: {"via":"Smtp","to":["a@b.gov"]}"#);
    }

    #[test]
    fn a_long_request_is_shortened() {
        let text = would_send(&json!({"subject": "é".repeat(2 * MAX_SHOWN)}));
        assert!(text.starts_with("would send: {\"subject\":\"é") && text.ends_with('…'), "{text}");
        assert_eq!(text.chars().count(), "would send: ".len() + MAX_SHOWN + 1);
    }
}
