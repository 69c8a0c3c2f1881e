//! The configuration for people who help: what differs from the defaults, without secrets. Pure.

use super::error::ConfigError;
use super::raw::RawConfig;
use super::sources::Sources;
use serde_json::Value;
use url::Url;

const MASK: &str = "••••";
/// URLs whose path is a secret.
const SECRET_PATHS: [&str; 1] = ["heartbeat.url"];

impl Sources {
    /// One line `key = value` for each key that differs from its default. Passwords, tokens and secret URLs are masked.
    pub fn masked_lines(&self) -> Result<Vec<String>, ConfigError> {
        let json = |config: &RawConfig| serde_json::to_value(config).unwrap_or_default();
        let defaults = flatten(&json(&RawConfig::default()));
        let set = flatten(&json(&self.read()?)).into_iter().filter(|entry| !defaults.contains(entry));
        Ok(set.map(|(key, value)| format!("{key} = {}", masked(&key, &value))).collect())
    }
}

/// Dotted keys with their values. A list is a value.
fn flatten(value: &Value) -> Vec<(String, Value)> {
    let Value::Object(section) = value else { return vec![(String::new(), value.clone())] };
    let entries = section.iter().flat_map(|(name, value)| {
        flatten(value).into_iter().map(move |(rest, value)| match rest.as_str() {
            "" => (name.clone(), value),
            rest => (format!("{name}.{rest}"), value),
        })
    });
    entries.collect()
}

fn masked(key: &str, value: &Value) -> String {
    let name = key.rsplit('.').next().unwrap_or(key);
    let is_secret = ["secret", "password", "token"].iter().any(|word| name.contains(word)) && !name.ends_with("_file");
    match value {
        _ if is_secret => MASK.to_owned(),
        Value::String(text) if text.contains("://") => masked_url(key, text),
        other => other.to_string(),
    }
}

fn masked_url(key: &str, text: &str) -> String {
    let Ok(url) = Url::parse(text) else { return MASK.to_owned() };
    let user = if url.username().is_empty() && url.password().is_none() { "" } else { "••••@" };
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let path = if SECRET_PATHS.contains(&key) { "/••••" } else { url.path() };
    let query = if url.query().is_some() { "?••••" } else { "" };
    format!("\"{}://{user}{}{port}{path}{query}\"", url.scheme(), url.host_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn lines(text: &str) -> Vec<String> {
        Sources::from_text(Path::new("s.toml"), text.into()).masked_lines().unwrap()
    }

    #[test]
    fn shows_only_what_was_set() {
        assert!(lines("").is_empty());
        assert_eq!(
            lines("[server]\nlisten = \"127.0.0.1:1\"\n[server.limits]\nidle_seconds = 75\nbody_seconds = 9"),
            ["server.listen = \"127.0.0.1:1\"", "server.limits.body_seconds = 9"]
        );
        assert_eq!(lines("[server]\ntrusted_proxies = [\"::1\"]"), ["server.trusted_proxies = [\"::1\"]"]);
    }

    #[test]
    fn secrets_are_masked() {
        for (text, expected) in [
            (
                "[database]\nurl = \"postgres://ann:hunter2@db:5433/storm?password=hunter2\"",
                "database.url = \"postgres://••••@db:5433/storm?••••\"",
            ),
            ("[database]\nurl = \"postgres://hunter2:x@h:99999/\"", "database.url = ••••"),
            ("[smtp]\nurl = \"smtps://ann:hunter2@mail\"\nfrom = \"a@b\"", "smtp.url = \"smtps://••••@mail\""),
            ("[heartbeat]\nurl = \"https://hc-ping.com/hunter2\"", "heartbeat.url = \"https://hc-ping.com/••••\""),
            ("[metrics]\ntoken_file = \"prometheus\"", "metrics.token_file = \"prometheus\""),
        ] {
            let lines = lines(text);
            assert_eq!(lines[0], expected);
            assert!(!lines.concat().contains("hunter2"));
        }
    }

    #[test]
    fn keys_that_name_a_secret_are_masked_whatever_their_value() {
        for key in ["oidc.client_secret", "smtp.password", "metrics.token"] {
            assert_eq!(masked(key, &Value::from("hunter2")), MASK);
            assert_eq!(masked(key, &serde_json::json!(["hunter2"])), MASK);
        }
        assert_eq!(masked("oidc.client_secret_file", &Value::from("/run/secret")), "\"/run/secret\"");
    }
}
