use crate::graph::request::GraphRequest;
use crate::graph_error::GraphError;
use serde_json::Value;

/// The JSON object in the body of a call. Like Graph, ignores the case of names, and treats null as missing.
pub(crate) struct BodyParams(Value);

impl BodyParams {
    pub(crate) fn parse(request: &GraphRequest) -> Result<Self, GraphError> {
        let content_type = request.content_type.split(';').next().unwrap_or_default().trim();
        if !content_type.is_empty() && content_type != "application/json" {
            return Err(GraphError::unsupported_media_type());
        }
        let value: Value = serde_json::from_slice(&request.body).map_err(|_| GraphError::invalid_json())?;
        if value.is_object() { Ok(Self(value)) } else { Err(GraphError::invalid_json()) }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let found = self.0.as_object()?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, GraphError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong_type(name, "Edm.String")),
        }
    }

    /// Also accepts "true" and "false" as texts: one of Microsoft's own examples sends them.
    pub(crate) fn boolean(&self, name: &str) -> Result<Option<bool>, GraphError> {
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

/// One of the names of an enumeration, in any case.
pub(crate) fn choice(name: &str, value: &str, allowed: &[&str], type_name: &str) -> Result<String, GraphError> {
    let found = allowed.iter().find(|one| one.eq_ignore_ascii_case(value));
    found.map(|one| (*one).to_owned()).ok_or_else(|| wrong_type(name, type_name))
}

pub(crate) fn wrong_type(name: &str, expected: &str) -> GraphError {
    GraphError::bad_request(format!("Cannot convert the value of property '{name}' to the expected type '{expected}'."))
}
