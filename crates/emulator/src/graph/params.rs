//! Reading JSON bodies the way Graph does: the names of parameters in any case.

use crate::refusal::Refusal;
use serde_json::Value;

/// A JSON object.
pub(crate) struct Params(Value);

impl Params {
    pub(crate) fn read(body: &[u8]) -> Result<Self, Refusal> {
        let value: Value = serde_json::from_slice(body).map_err(|_| Refusal::unreadable_body())?;
        if value.is_object() { Ok(Self(value)) } else { Err(Refusal::unreadable_body()) }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let found = self.0.as_object()?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong_type(name, "Edm.String")),
        }
    }

    /// Also as the text that one of Microsoft's own examples sends.
    pub(crate) fn boolean(&self, name: &str) -> Result<Option<bool>, Refusal> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(value)) => Ok(Some(*value)),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
            Some(_) => Err(wrong_type(name, "Edm.Boolean")),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.as_object().into_iter().flatten().map(|(name, _)| name.as_str())
    }
}

pub(crate) fn wrong_type(name: &str, expected: &str) -> Refusal {
    Refusal::bad_request(format!("Cannot convert the value of property '{name}' to the expected type '{expected}'."))
}
