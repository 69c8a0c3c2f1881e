//! Takes secrets out of a config, puts them back, and seals them.

use crate::secrets::{Secrets, SecretsError};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::collections::BTreeMap;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::{ActionId, Conn, StoreError};
use thiserror::Error;

/// What a stored secret reads as. Sent back, it keeps the stored value.
pub const MASK: &str = "••••";

/// The secrets of one config by their JSON pointer, such as `/Op/Url`.
#[derive(Debug, Clone, Default)]
pub struct ActionSecrets(BTreeMap<String, SecretString>);

#[derive(Debug, Error)]
pub enum ActionSecretsError {
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where the config of an action has secrets.
fn secret_pointers(action_type: &str, config: &Value) -> Vec<String> {
    match action_type {
        "Chat" => vec!["/Op/Url".to_owned()],
        "Http" => {
            let headers = config.pointer("/Op/Headers").and_then(Value::as_object);
            let pointer = |name: &String| format!("/Op/Headers/{}", name.replace('~', "~0").replace('/', "~1"));
            headers.map(|headers| headers.keys().map(pointer).collect()).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Takes the secrets out of a config.
pub fn split(action_type: &str, mut config: Value) -> (Value, ActionSecrets) {
    let mut secrets = BTreeMap::new();
    for pointer in secret_pointers(action_type, &config) {
        if let Some(Value::String(text)) = config.pointer_mut(&pointer)
            && text != MASK
        {
            secrets.insert(pointer, SecretString::from(std::mem::replace(text, MASK.to_owned())));
        }
    }
    (config, ActionSecrets(secrets))
}

/// Puts stored secrets back where the config has the mask.
pub fn merge(action_type: &str, mut config: Value, stored: &ActionSecrets) -> Value {
    for pointer in secret_pointers(action_type, &config) {
        if let (Some(Value::String(text)), Some(secret)) = (config.pointer_mut(&pointer), stored.0.get(&pointer))
            && text == MASK
        {
            secret.expose_secret().clone_into(text);
        }
    }
    config
}

/// The paths, such as `Op.Url`, where the config has the mask and no secret is stored. A part of a value is no secret: a mask
/// with other text around it was typed by mistake.
pub fn unresolved(action_type: &str, config: &Value) -> Vec<String> {
    let pointers = secret_pointers(action_type, config);
    let is_masked =
        |pointer: &String| config.pointer(pointer).and_then(Value::as_str).is_some_and(|text| text.contains(MASK));
    let path =
        |pointer: String| pointer.trim_start_matches('/').replace('/', ".").replace("~1", "/").replace("~0", "~");
    pointers.into_iter().filter(is_masked).map(path).collect()
}

impl ActionSecrets {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of a stored action.
    pub fn open(secrets: &Secrets, action: &Action) -> Result<Self, SecretsError> {
        let Some(sealed) = &action.sealed_secrets else { return Ok(Self::default()) };
        let location = SealedColumn::ActionSecrets.location(action.id.get());
        let plain = secrets.open(&location, sealed)?;
        let texts: BTreeMap<String, String> = serde_json::from_str(plain.expose_secret()).unwrap_or_default();
        Ok(Self(texts.into_iter().map(|(pointer, text)| (pointer, SecretString::from(text))).collect()))
    }

    /// Seals them in the row of the action, which must have been written in this unit of work.
    pub async fn store(&self, conn: &mut Conn, secrets: &Secrets, id: ActionId) -> Result<(), ActionSecretsError> {
        if self.0.is_empty() {
            return Ok(action::clear_secrets(conn, id).await?);
        }
        let texts: BTreeMap<&String, &str> =
            self.0.iter().map(|(pointer, secret)| (pointer, secret.expose_secret())).collect();
        let plain = SecretString::from(serde_json::json!(texts).to_string());
        let sealed = secrets.seal(&SealedColumn::ActionSecrets.location(id.get()), &plain)?;
        Ok(SealedColumn::ActionSecrets.store_sealed_value(conn, id.get(), sealed).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn secrets_leave_the_config_and_come_back() {
        let chat = json!({"Op": {"Url": "https://hook", "Text": "x"}});
        let http = json!({"Op": {"Url": "https://api", "Headers": {"X-Key": "k", "a/b~c": "v"}}});
        for (action_type, config, masked) in [
            ("Chat", chat.clone(), json!({"Op": {"Url": MASK, "Text": "x"}})),
            ("Http", http, json!({"Op": {"Url": "https://api", "Headers": {"X-Key": MASK, "a/b~c": MASK}}})),
            ("Data", chat.clone(), chat),
            ("Chat", json!({"Op": {"Text": "x"}}), json!({"Op": {"Text": "x"}})),
            ("Chat", json!([1]), json!([1])),
            ("Http", json!({"Op": {"Headers": {"X": 1}}}), json!({"Op": {"Headers": {"X": 1}}})),
        ] {
            let (split_config, secrets) = split(action_type, config.clone());
            assert_eq!(split_config, masked, "{action_type}");
            assert_eq!(merge(action_type, split_config, &secrets), config, "{action_type}");
            assert!(!format!("{secrets:?}").contains("hook"));
        }
    }

    #[test]
    fn a_mask_without_a_stored_secret_is_reported() {
        let config = json!({"Op": {"Headers": {"X-Key": MASK, "Y": "new"}}});
        assert_eq!(unresolved("Http", &config), ["Op.Headers.X-Key"]);
        assert_eq!(unresolved("Chat", &json!({"Op": {"Url": format!("{MASK}x")}})), ["Op.Url"]);
        assert_eq!(unresolved("Http", &json!({"Op": {"Headers": {"X~Key": MASK}}})), ["Op.Headers.X~Key"]);
        assert_eq!(unresolved("Chat", &json!({"Op": {"Url": MASK}})), ["Op.Url"]);
        assert!(unresolved("Data", &json!({"Op": {"Url": MASK}})).is_empty());
        let (_, stored) = split("Http", json!({"Op": {"Headers": {"X-Key": "k"}}}));
        let merged = merge("Http", config, &stored);
        assert_eq!(merged, json!({"Op": {"Headers": {"X-Key": "k", "Y": "new"}}}));
        assert!(unresolved("Http", &merged).is_empty());
    }
}
