//! The data that the steps of a run share: one JSON object, read by JSONPath (RFC 9535), written at its root.

use super::path;
use serde_json::{Map, Value};
use serde_json_path::JsonPath;
use thiserror::Error;

/// Always an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Context(Value);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContextError {
    #[error("{path:?} is not a valid JSONPath: {reason}")]
    InvalidPath { path: String, reason: String },
    #[error("no value at {0}")]
    NotFound(String),
    #[error("{0} matches several values; use a path that matches one")]
    Ambiguous(String),
}

impl Default for Context {
    fn default() -> Self {
        Self::new(Map::new())
    }
}

impl Context {
    pub fn new(root: Map<String, Value>) -> Self {
        Self(Value::Object(root))
    }

    /// Always an object.
    pub fn root(&self) -> &Value {
        &self.0
    }

    /// Sets a key at the root.
    pub fn set(&mut self, key: &str, value: Value) {
        self.0[key] = value;
    }

    /// Removes a key at the root.
    pub fn remove(&mut self, key: &str) {
        self.0.as_object_mut().and_then(|root| root.remove(key));
    }

    /// The one value at a path; `$` is the root.
    pub fn get(&self, path: &str) -> Result<&Value, ContextError> {
        value_at(&self.0, &parse_path(path)?)
    }

    /// Like [`Self::get`], with the normalized path of the value, such as `$['Message']['From']`.
    pub(super) fn get_with_location(&self, path: &str) -> Result<(String, &Value), ContextError> {
        let path = parse_path(path)?;
        let found = path.query_located(&self.0).all();
        match found.as_slice() {
            [] => Err(ContextError::NotFound(path.to_string())),
            [node] => Ok((node.location().to_string(), node.node())),
            _ => Err(ContextError::Ambiguous(path.to_string())),
        }
    }

    /// All values that a path matches.
    pub(super) fn all(&self, path: &str) -> Result<Vec<&Value>, ContextError> {
        Ok(parse_path(path)?.query(&self.0).all())
    }
}

/// The one value at a path.
pub(super) fn value_at<'v>(root: &'v Value, path: &JsonPath) -> Result<&'v Value, ContextError> {
    let found = path.query(root).all();
    match found.as_slice() {
        [] => Err(ContextError::NotFound(path.to_string())),
        [value] => Ok(value),
        _ => Err(ContextError::Ambiguous(path.to_string())),
    }
}

pub(super) fn parse_path(path: &str) -> Result<JsonPath, ContextError> {
    path::parse(path).map_err(|reason| ContextError::InvalidPath { path: path.to_owned(), reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn context() -> Context {
        let Value::Object(root) =
            json!({"Message": {"From": "a@b.c"}, "Extract": {"Items": [{"Lat": 1}, {"Lat": 2}], "Count": 2}})
        else {
            unreachable!()
        };
        Context::new(root)
    }

    #[test]
    fn get_returns_the_one_value_at_a_path() {
        let context = context();
        assert_eq!(context.get("$.Message.From").unwrap(), "a@b.c");
        assert_eq!(context.get("$.Extract.Items[1].Lat").unwrap(), 2);
        assert_eq!(context.get("$").unwrap()["Extract"]["Count"], 2);
        assert_eq!(context.get("$.Nothing"), Err(ContextError::NotFound("$.Nothing".into())));
        assert_eq!(
            context.get("$.Extract.Items[*].Lat"),
            Err(ContextError::Ambiguous("$.Extract.Items[*].Lat".into()))
        );
        assert!(matches!(context.get("Message.From"), Err(ContextError::InvalidPath { .. })));
    }
}
