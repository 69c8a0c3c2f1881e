//! Validates `[oidc]`.

use super::checks::{ValidatedConfig, http_url};
use super::error::ConfigError;
use super::findings::is_this_machine;
use super::{raw, values::Oidc};
use secrecy::SecretString;
use std::collections::BTreeMap;
use stormwire_store::tables::user::Role;
use url::Url;

/// As long as the column that keeps it.
const MAX_ISSUER: usize = 500;

/// `None` without an issuer.
pub(super) fn oidc(raw: raw::Oidc) -> ValidatedConfig<Option<Oidc>> {
    let Some(issuer) = raw.issuer.filter(|issuer| !issuer.is_empty()) else {
        let is_used = !raw.client_id.is_empty() || raw.client_secret.is_some() || !raw.roles.is_empty();
        return if is_used || !raw.local_sign_in {
            Err(ConfigError::key("oidc.issuer", "missing; set the URL of the identity provider, or remove [oidc]"))
        } else {
            Ok(None)
        };
    };
    let issuer = validate_issuer(&issuer)?;
    let name = raw.name.unwrap_or_else(|| issuer.host_str().unwrap_or_default().to_owned());
    Ok(Some(Oidc {
        name: visible("oidc.name", name)?,
        client_id: visible("oidc.client_id", raw.client_id)?,
        client_secret: raw.client_secret.filter(|secret| !secret.is_empty()).map(SecretString::from),
        role_claim: visible("oidc.role_claim", raw.role_claim)?,
        roles: roles(raw.roles)?,
        local_sign_in: raw.local_sign_in,
        issuer,
    }))
}

fn validate_issuer(text: &str) -> ValidatedConfig<Url> {
    const KEY: &str = "oidc.issuer";
    let url = http_url(KEY, text)?;
    if url.scheme() == "http" && !is_this_machine(&url) {
        let problem = format!("{text:?} is not encrypted; use the https:// address of the provider");
        return Err(ConfigError::key(KEY, problem));
    }
    let has_more = url.query().is_some() || url.fragment().is_some() || !url.username().is_empty();
    if has_more || text.len() > MAX_ISSUER {
        return Err(ConfigError::key(KEY, "use only scheme, host and path"));
    }
    Ok(url)
}

fn visible(key: &str, text: String) -> ValidatedConfig<String> {
    if text.is_empty() {
        return Err(ConfigError::key(key, "missing; copy it from the app registration at the identity provider"));
    }
    if text.len() > 200 || text.contains(char::is_control) {
        return Err(ConfigError::key(key, format!("{text:?} is not valid; use up to 200 visible characters")));
    }
    Ok(text)
}

fn roles(raw: BTreeMap<String, String>) -> ValidatedConfig<BTreeMap<String, Role>> {
    if raw.is_empty() {
        let problem = "missing, so nobody could sign in; set it to a value such as { \"GROUP-ID\" = \"admin\" }";
        return Err(ConfigError::key("oidc.roles", problem));
    }
    let role = |(value, name): (String, String)| {
        let problem = || format!("{name:?} for {value:?} is not a role; use \"viewer\", \"operator\" or \"admin\"");
        let role = Role::parse(&name).ok_or_else(|| ConfigError::key("oidc.roles", problem()))?;
        Ok((value, role))
    };
    raw.into_iter().map(role).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Sources};
    use super::*;
    use secrecy::ExposeSecret;
    use std::path::Path;

    fn load(text: &str) -> Result<Option<Oidc>, String> {
        let sources = Sources::from_text(Path::new("/etc/stormwire/stormwire.toml"), format!("[oidc]\n{text}"));
        Config::load(&sources).map(|config| config.oidc).map_err(|error| error.to_string())
    }

    const COMPLETE: &str = "issuer = \"https://login.example.gov/tenant/v2.0\"\nclient_id = \"app\"\n\
                            client_secret = \"hunter2\"\nroles = { \"g-1\" = \"admin\", \"g-2\" = \"viewer\" }\n";

    #[test]
    fn single_sign_on_is_off_by_default() {
        assert!(load("").unwrap().is_none());
        assert!(load("issuer = \"\"\nclient_id = \"\"\nclient_secret_file = \"\"").unwrap().is_none());
    }

    #[test]
    fn the_section_of_the_contract_is_accepted() {
        let oidc = load(COMPLETE).unwrap().unwrap();
        assert_eq!(
            (oidc.issuer.as_str(), oidc.name.as_str()),
            ("https://login.example.gov/tenant/v2.0", "login.example.gov")
        );
        assert_eq!((oidc.role_claim.as_str(), oidc.local_sign_in), ("groups", true));
        assert_eq!(oidc.client_secret.unwrap().expose_secret(), "hunter2");
        assert_eq!(oidc.roles, BTreeMap::from([("g-1".into(), Role::Admin), ("g-2".into(), Role::Viewer)]));
        let oidc = load(&format!("{COMPLETE}name = \"City account\"\nlocal_sign_in = false")).unwrap().unwrap();
        assert_eq!((oidc.name.as_str(), oidc.local_sign_in), ("City account", false));
    }

    #[test]
    fn plain_http_is_for_this_machine_only() {
        for (issuer, is_accepted) in
            [("http://127.0.0.1:3000", true), ("http://localhost:3000/", true), ("http://login.example.gov", false)]
        {
            let text = COMPLETE.replace("https://login.example.gov/tenant/v2.0", issuer);
            assert_eq!(load(&text).is_ok(), is_accepted, "{issuer}");
        }
    }

    #[test]
    fn roles_can_be_set_by_the_environment() {
        let sources = Sources::from_text(Path::new("s.toml"), format!("[oidc]\n{COMPLETE}"))
            .with_environment([("STORMWIRE__OIDC__ROLES".into(), "{ \"G-3\" = \"operator\" }".into())]);
        let roles = Config::load(&sources).unwrap().oidc.unwrap().roles;
        assert_eq!(roles, BTreeMap::from([("G-3".into(), Role::Operator)]));
    }

    #[test]
    fn errors_name_the_key_and_never_the_secret() {
        for (text, expected) in [
            ("client_id = \"app\"".to_owned(), "oidc.issuer: missing"),
            ("local_sign_in = false".to_owned(), "oidc.issuer: missing"),
            (COMPLETE.replace("https://login", "ftp://login"), "oidc.issuer: "),
            (COMPLETE.replace("/v2.0", "/v2.0?x=1"), "oidc.issuer: use only"),
            (COMPLETE.replace("\"app\"", "\"\""), "oidc.client_id: missing"),
            (COMPLETE.replace("viewer", "king"), "oidc.roles: \"king\" for \"g-2\" is not a role"),
            (COMPLETE.replace("roles = {", "#"), "oidc.roles: missing"),
            (COMPLETE.replace("\"viewer\"", "7"), "oidc.roles.g-2: wrong type"),
            (format!("{COMPLETE}role_claim = \"\""), "oidc.role_claim: missing"),
            (format!("{COMPLETE}client_secret_file = \"x\""), "oidc.client_secret_file: oidc.client_secret and"),
        ] {
            let error = load(&text).expect_err(&text);
            assert!(error.starts_with(expected) && !error.contains("hunter2"), "{error}, expected {expected}");
        }
    }
}
