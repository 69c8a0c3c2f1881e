//! Who signed in, as the provider says it.

use serde_json::{Map, Value};

/// More values than a token can hold.
const MAX_VALUES: usize = 1_000;

/// The verified claims about a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// Unique at the provider, and never given to another person.
    pub subject: String,
    pub claims: Map<String, Value>,
}

impl Identity {
    /// What people call the account. It can change, and others can have it later: never recognize anyone by it.
    pub fn display_name(&self) -> &str {
        let claims = ["preferred_username", "upn", "email", "name"].into_iter();
        claims.filter_map(|name| self.claims.get(name)?.as_str()).find(|text| !text.is_empty()).unwrap_or(&self.subject)
    }

    /// The values of a claim that is a text or a list of texts.
    pub fn values(&self, claim: &str) -> Vec<&str> {
        match self.claims.get(claim) {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().take(MAX_VALUES).filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Microsoft leaves the claim out and refers to another service if a person is in too many groups for a token.
    pub fn is_too_long(&self, claim: &str) -> bool {
        self.claims.get("_claim_names").is_some_and(|names| names.get(claim).is_some())
    }

    /// Adds claims that the ID token does not have.
    pub(crate) fn add_missing(&mut self, more: Map<String, Value>) {
        for (name, value) in more {
            self.claims.entry(name).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn identity(claims: &Value) -> Identity {
        Identity { subject: "s-1".into(), claims: claims.as_object().unwrap().clone() }
    }

    #[test]
    fn the_name_is_the_best_known_claim() {
        for (claims, expected) in [
            (json!({ "preferred_username": "ann@city.gov", "email": "a@b" }), "ann@city.gov"),
            (json!({ "preferred_username": "", "email": "a@b", "name": "Ann" }), "a@b"),
            (json!({ "preferred_username": 7, "name": "Ann" }), "Ann"),
            (json!({}), "s-1"),
        ] {
            assert_eq!(identity(&claims).display_name(), expected);
        }
    }

    #[test]
    fn a_claim_is_a_text_or_a_list() {
        for (claims, expected) in [
            (json!({ "groups": ["a", 7, "b"] }), vec!["a", "b"]),
            (json!({ "groups": "a" }), vec!["a"]),
            (json!({ "groups": { "a": 1 } }), vec![]),
            (json!({}), vec![]),
        ] {
            assert_eq!(identity(&claims).values("groups"), expected, "{claims}");
        }
        assert!(identity(&json!({ "_claim_names": { "groups": "src1" } })).is_too_long("groups"));
        assert!(!identity(&json!({ "groups": [] })).is_too_long("groups"));
    }

    #[test]
    fn added_claims_replace_nothing() {
        let mut identity = identity(&json!({ "sub": "s-1", "groups": ["a"] }));
        identity.add_missing(json!({ "groups": ["admin"], "name": "Ann" }).as_object().unwrap().clone());
        assert_eq!((identity.values("groups"), identity.display_name()), (vec!["a"], "Ann"));
    }
}
