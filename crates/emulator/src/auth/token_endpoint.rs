//! `/{tenant}/oauth2/v2.0/token` and the OpenID configuration that points to it.

use crate::auth::access_token;
use crate::auth::application::{Application, ClientId};
use crate::auth::client_assertion::{ASSERTION_TYPE, ExpectedAssertion, UsedAssertions, check_assertion};
use crate::auth::tenant::check_tenant;
use crate::auth::token_error::TokenError;
use crate::settings::Settings;
use base64::prelude::{BASE64_STANDARD, Engine};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashMap;

/// A request to the token endpoint.
pub(crate) struct TokenRequest<'a> {
    /// Where it was sent.
    pub(crate) base_url: &'a str,
    pub(crate) tenant: &'a str,
    pub(crate) form: &'a HashMap<String, String>,
    /// The `Authorization` header, which may contain the client's credentials.
    pub(crate) basic: Option<&'a str>,
    pub(crate) now: Timestamp,
}

pub(crate) fn issue_token(
    request: &TokenRequest<'_>,
    settings: &Settings,
    used: &mut UsedAssertions,
) -> Result<Value, TokenError> {
    let TokenRequest { base_url, tenant, form, basic, now } = *request;
    check_tenant(tenant, settings)?;
    let field = |name: &str| form.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let required = |name: &str| field(name).ok_or_else(|| TokenError::missing_parameter(name));
    let grant_type = required("grant_type")?;
    if grant_type != "client_credentials" {
        let message = format!("The app requested an unsupported grant type '{grant_type}'.");
        return Err(TokenError::bad_request("unsupported_grant_type", 70_003, message));
    }
    let basic = basic.and_then(BasicCredentials::parse);
    let (basic_id, basic_secret) = basic.map(|basic| (basic.client_id, basic.secret)).unzip();
    let client_id = field("client_id").map(str::to_owned).or(basic_id);
    let client_id = client_id.ok_or_else(|| TokenError::missing_parameter("client_id"))?;
    let secret = field("client_secret").map(str::to_owned).or(basic_secret);
    if let Some(assertion) = field("client_assertion") {
        if required("client_assertion_type")? != ASSERTION_TYPE {
            let message = "The 'client_assertion_type' parameter is not supported.";
            return Err(TokenError::bad_request("invalid_request", 90_014, message.into()));
        }
        let token_url = format!("{base_url}/{tenant}/oauth2/v2.0/token");
        let certificate = registered_certificate(&client_id, settings)?;
        let expected = ExpectedAssertion { client_id: &client_id, token_url: &token_url, certificate, now };
        check_assertion(assertion, &expected, used)?;
    } else {
        check_secret(&client_id, secret.as_deref(), settings)?;
    }
    check_scope(required("scope")?)?;
    let app = Application { id: ClientId(client_id), tenant: tenant.to_owned() };
    Ok(json!({
        "token_type": "Bearer",
        "expires_in": settings.token_seconds,
        "ext_expires_in": settings.token_seconds,
        "access_token": access_token::issue(&app, now, settings.token_seconds),
    }))
}

fn unknown_application(client_id: &str) -> TokenError {
    let message = format!("Application with identifier '{client_id}' was not found in the directory.");
    TokenError::bad_request("unauthorized_client", 700_016, message)
}

/// `None` accepts any.
fn registered_certificate<'a>(client_id: &str, settings: &'a Settings) -> Result<Option<&'a str>, TokenError> {
    match &settings.certificates {
        Some(certificates) => {
            certificates.get(client_id).map(|pem| Some(pem.as_str())).ok_or_else(|| unknown_application(client_id))
        }
        None => Ok(None),
    }
}

fn check_secret(client_id: &str, secret: Option<&str>, settings: &Settings) -> Result<(), TokenError> {
    if secret.is_none() {
        let message = "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.";
        return Err(TokenError::invalid_client(7_000_218, message.into()));
    }
    let Some(secrets) = &settings.secrets else { return Ok(()) };
    let Some(expected) = secrets.get(client_id) else {
        return Err(unknown_application(client_id));
    };
    if secret == Some(expected) {
        return Ok(());
    }
    let message = format!(
        "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{client_id}'."
    );
    Err(TokenError::invalid_client(7_000_215, message))
}

fn check_scope(scope: &str) -> Result<(), TokenError> {
    if scope.split(' ').all(|scope| scope.ends_with("/.default")) {
        return Ok(());
    }
    let message = format!(
        "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope {scope} is not valid."
    );
    Err(TokenError::bad_request("invalid_scope", 70_011, message))
}

struct BasicCredentials {
    client_id: String,
    secret: String,
}

impl BasicCredentials {
    fn parse(header: &str) -> Option<Self> {
        let decoded = BASE64_STANDARD.decode(header.strip_prefix("Basic ")?).ok()?;
        let text = String::from_utf8(decoded).ok()?;
        let (client_id, secret) = text.split_once(':')?;
        Some(Self { client_id: client_id.to_owned(), secret: secret.to_owned() })
    }
}

/// `.well-known/openid-configuration`
pub(crate) fn openid_configuration(base_url: &str, tenant: &str, settings: &Settings) -> Result<Value, TokenError> {
    check_tenant(tenant, settings).map_err(|error| error.with_error("invalid_tenant"))?;
    Ok(json!({
        "token_endpoint": format!("{base_url}/{tenant}/oauth2/v2.0/token"),
        "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic"],
        "jwks_uri": format!("{base_url}/{tenant}/discovery/v2.0/keys"),
        "response_modes_supported": ["query", "fragment", "form_post"],
        "subject_types_supported": ["pairwise"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
        "scopes_supported": ["openid", "profile", "email", "offline_access"],
        "issuer": format!("{base_url}/{tenant}/v2.0"),
        "authorization_endpoint": format!("{base_url}/{tenant}/oauth2/v2.0/authorize"),
        "tenant_region_scope": "NA",
        "cloud_instance_name": "microsoftonline.com",
        "msgraph_host": "graph.microsoft.com",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::access_token::authenticate;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    fn form(overrides: &[(&str, &str)]) -> HashMap<String, String> {
        let defaults = [
            ("grant_type", "client_credentials"),
            ("client_id", "app"),
            ("client_secret", "s"),
            ("scope", "https://graph.microsoft.com/.default"),
        ];
        defaults.iter().chain(overrides).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn issue(
        tenant: &str,
        form: &HashMap<String, String>,
        basic: Option<&str>,
        settings: &Settings,
    ) -> Result<Value, TokenError> {
        let request = TokenRequest { base_url: "http://h", tenant, form, basic, now: at(0) };
        issue_token(&request, settings, &mut UsedAssertions::default())
    }

    #[test]
    fn a_token_authenticates_the_application_until_it_expires() {
        let response = issue("contoso.com", &form(&[]), None, &Settings::default()).unwrap();
        let header = format!("Bearer {}", response["access_token"].as_str().unwrap());
        let app = Application { id: ClientId("app".into()), tenant: "contoso.com".into() };
        assert_eq!(authenticate(Some(&header), at(3598)).unwrap(), app);
        let error = |header: Option<&str>, second| format!("{:?}", authenticate(header, at(second)).unwrap_err());
        assert!(error(Some(&header), 3599).contains("expired"));
        assert!(error(Some(&header[..header.len() - 2]), 0).contains("80049217"));
        assert!(error(Some("Bearer "), 0).contains("empty"));
        assert!(error(None, 0).contains("empty"));
    }

    #[test]
    fn accepts_basic_credentials() {
        let basic = form(&[("client_id", ""), ("client_secret", "")]);
        assert!(issue("t", &basic, Some("Basic YXBwOnM="), &Settings::default()).is_ok());
    }

    #[test]
    fn errors_have_the_codes_of_entra() {
        let settings = Settings {
            tenants: Some(vec!["t".into()]),
            secrets: Some([("app".into(), "s".into())].into()),
            ..Settings::default()
        };
        for (tenant, overrides, status, code) in [
            ("t", [("client_secret", "wrong")], 401, 7_000_215),
            ("t", [("client_secret", "")], 401, 7_000_218),
            ("t", [("client_id", "other")], 400, 700_016),
            ("u", [("scope", "x/.default")], 400, 90_002),
            ("not a tenant", [("scope", "x/.default")], 400, 900_023),
            ("t", [("scope", "Mail.Read")], 400, 70_011),
            ("t", [("grant_type", "password")], 400, 70_003),
            ("t", [("grant_type", "")], 400, 900_144),
        ] {
            let error = issue(tenant, &form(&overrides), None, &settings).unwrap_err();
            let body = error.body("trace", at(0));
            assert_eq!((error.status.as_u16(), &body["error_codes"][0]), (status, &json!(code)), "{body}");
            assert!(body["error_description"].as_str().unwrap().starts_with(&format!("AADSTS{code}: ")));
        }
        assert!(issue("t", &form(&[]), None, &settings).is_ok());
    }
}
