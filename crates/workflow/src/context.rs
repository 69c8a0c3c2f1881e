//! What the steps of a run share: one JSON object, read by JSONPath (RFC 9535), written at its top level.

use super::path;
use serde_json::{Map, Value};
use serde_json_path::JsonPath;
use thiserror::Error;

/// The context of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Context(Value); // always an object

/// Why something cannot be found in the context.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContextError {
    #[error("{path:?} is not a JSONPath: {why}")]
    BadPath {
        path: String,
        /// What is wrong with it.
        why: String,
    },
    #[error("there is nothing at {0}")]
    Nothing(String),
    /// It leads to several places where one is needed.
    #[error("{0} leads to several values, one is needed")]
    Several(String),
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

    /// All of it: an object.
    pub fn root(&self) -> &Value {
        &self.0
    }

    /// Writes a key at the top level.
    pub fn set(&mut self, key: &str, value: Value) {
        self.0[key] = value;
    }

    /// Drops a key at the top level.
    pub fn remove(&mut self, key: &str) {
        self.0.as_object_mut().and_then(|root| root.remove(key));
    }

    /// The one value at a path; `$` is all of it.
    pub fn get(&self, path: &str) -> Result<&Value, ContextError> {
        one(&self.0, &parse(path)?)
    }

    /// The same, with the one place where it stands, as `$['Message']['From']`.
    pub(super) fn locate(&self, path: &str) -> Result<(String, &Value), ContextError> {
        let path = parse(path)?;
        let found = path.query_located(&self.0).all();
        match found.as_slice() {
            [] => Err(ContextError::Nothing(path.to_string())),
            [node] => Ok((node.location().to_string(), node.node())),
            _ => Err(ContextError::Several(path.to_string())),
        }
    }

    /// All values at a path, none where it leads nowhere.
    pub(super) fn all(&self, path: &str) -> Result<Vec<&Value>, ContextError> {
        Ok(parse(path)?.query(&self.0).all())
    }
}

/// The one value at a path below some value.
pub(super) fn one<'v>(root: &'v Value, path: &JsonPath) -> Result<&'v Value, ContextError> {
    let found = path.query(root).all();
    match found.as_slice() {
        [] => Err(ContextError::Nothing(path.to_string())),
        [value] => Ok(value),
        _ => Err(ContextError::Several(path.to_string())),
    }
}

/// Reads a path, so that a mistake is found when an action is saved.
pub(super) fn parse(path: &str) -> Result<JsonPath, ContextError> {
    path::read(path).map_err(|why| ContextError::BadPath { path: path.to_owned(), why })
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
    fn a_path_leads_to_one_value() {
        let context = context();
        assert_eq!(context.get("$.Message.From").unwrap(), "a@b.c");
        assert_eq!(context.get("$.Extract.Items[1].Lat").unwrap(), 2);
        assert_eq!(context.get("$").unwrap()["Extract"]["Count"], 2);
        assert_eq!(context.get("$.Nothing"), Err(ContextError::Nothing("$.Nothing".into())));
        assert_eq!(context.get("$.Extract.Items[*].Lat"), Err(ContextError::Several("$.Extract.Items[*].Lat".into())));
        assert!(matches!(context.get("Message.From"), Err(ContextError::BadPath { .. })));
    }
}
