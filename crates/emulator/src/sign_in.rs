//! Tokens for applications: `/{tenant}/oauth2/v2.0/token`, in the words of Entra.

use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::store::guid;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Application {
    pub(crate) id: String,
    pub(crate) tenant: String,
}

/// Tokens of another emulator are as good as ours: the key is no secret.
const KEY: &[u8] = b"stormwire graph emulator";

/// A refusal of the token endpoint.
#[derive(Debug)]
pub(crate) struct Denial {
    pub(crate) status: u16,
    error: &'static str,
    code: u32,
    message: String,
}

/// Answers a request for a token.
pub(crate) fn token(
    tenant: &str,
    form: &HashMap<String, String>,
    basic: Option<&str>,
    settings: &Settings,
    now: Timestamp,
) -> Result<Value, Denial> {
    check_tenant(tenant, settings)?;
    let field = |name: &str| form.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let missing = |name: &str| {
        denial(
            400,
            "invalid_request",
            900_144,
            format!("The request body must contain the following parameter: '{name}'."),
        )
    };
    let grant = field("grant_type").ok_or_else(|| missing("grant_type"))?;
    if grant != "client_credentials" {
        let message = format!("The app requested an unsupported grant type '{grant}'.");
        return Err(denial(400, "unsupported_grant_type", 70_003, message));
    }
    let (basic_id, basic_secret) = basic.and_then(basic_pair).unzip();
    let client = field("client_id").map(str::to_owned).or(basic_id).ok_or_else(|| missing("client_id"))?;
    let secret = field("client_secret").map(str::to_owned).or(basic_secret);
    check_secret(&client, secret.as_deref(), field("client_assertion"), settings)?;
    let scope = field("scope").ok_or_else(|| missing("scope"))?;
    if !scope.split(' ').all(|scope| scope.ends_with("/.default")) {
        let message = format!(
            "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope {scope} is not valid."
        );
        return Err(denial(400, "invalid_scope", 70_011, message));
    }
    Ok(json!({
        "token_type": "Bearer",
        "expires_in": settings.token_seconds,
        "ext_expires_in": settings.token_seconds,
        "access_token": write(&client, tenant, now, settings.token_seconds),
    }))
}

fn check_tenant(tenant: &str, settings: &Settings) -> Result<(), Denial> {
    if tenant.is_empty() || !tenant.chars().all(|sign| sign.is_ascii_alphanumeric() || "-._".contains(sign)) {
        let message =
            format!("Specified tenant identifier '{tenant}' is neither a valid DNS name, nor a valid external domain.");
        return Err(denial(400, "invalid_request", 900_023, message));
    }
    let known = settings.tenants.as_ref().is_none_or(|all| all.iter().any(|one| one.eq_ignore_ascii_case(tenant)));
    if known {
        return Ok(());
    }
    let message = format!(
        "Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud."
    );
    Err(denial(400, "invalid_request", 90_002, message))
}

fn check_secret(
    client: &str,
    secret: Option<&str>,
    assertion: Option<&str>,
    settings: &Settings,
) -> Result<(), Denial> {
    if secret.is_none() && assertion.is_none() {
        let message = "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.";
        return Err(denial(401, "invalid_client", 7_000_218, message.into()));
    }
    let Some(secrets) = &settings.secrets else { return Ok(()) };
    let Some(expected) = secrets.get(client) else {
        let message = format!("Application with identifier '{client}' was not found in the directory.");
        return Err(denial(400, "unauthorized_client", 700_016, message));
    };
    if assertion.is_some() || secret == Some(expected) {
        return Ok(());
    }
    let message = format!(
        "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{client}'."
    );
    Err(denial(401, "invalid_client", 7_000_215, message))
}

fn denial(status: u16, error: &'static str, code: u32, message: String) -> Denial {
    Denial { status, error, code, message }
}

impl Denial {
    pub(crate) fn body(&self, trace: &str, now: Timestamp) -> Value {
        let at = now.strftime("%Y-%m-%d %H:%M:%SZ").to_string();
        let Self { error, code, message, .. } = self;
        json!({
            "error": error,
            "error_description": format!("AADSTS{code}: {message}\r\nTrace ID: {trace}\r\nCorrelation ID: {trace}\r\nTimestamp: {at}"),
            "error_codes": [code],
            "timestamp": at,
            "trace_id": trace,
            "correlation_id": trace,
            "error_uri": format!("https://login.microsoftonline.com/error?code={code}"),
        })
    }
}

fn basic_pair(header: &str) -> Option<(String, String)> {
    let decoded = BASE64_STANDARD.decode(header.strip_prefix("Basic ")?).ok()?;
    let text = String::from_utf8(decoded).ok()?;
    text.split_once(':').map(|(id, secret)| (id.to_owned(), secret.to_owned()))
}

fn write(client: &str, tenant: &str, now: Timestamp, seconds: u64) -> String {
    let head = BASE64_URL_SAFE_NO_PAD.encode(json!({"typ": "JWT", "alg": "RS256"}).to_string());
    let from = now.as_second();
    let claims = json!({
        "aud": "https://graph.microsoft.com",
        "iss": format!("https://sts.windows.net/{}/", tenant_id(tenant)),
        "iat": from, "nbf": from, "exp": from.saturating_add_unsigned(seconds),
        "appid": client, "tid": tenant_id(tenant), "tenant": tenant, "ver": "1.0",
        "roles": ["Mail.Read", "Mail.ReadWrite", "Mail.Send"],
    });
    let body = format!("{head}.{}", BASE64_URL_SAFE_NO_PAD.encode(claims.to_string()));
    let signature = BASE64_URL_SAFE_NO_PAD.encode(sign(&body));
    format!("{body}.{signature}")
}

/// Reads who calls out of the `Authorization` header.
pub(crate) fn read(header: Option<&str>, now: Timestamp) -> Result<Application, Refusal> {
    let garbage = || Refusal::bad_token("CompactToken parsing failed with error code: 80049217");
    let token =
        header.and_then(|header| header.split_once(' ')).filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
    let token = token.map(|(_, token)| token.trim()).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| Refusal::bad_token("Access token is empty."))?;
    let (body, signature) = token.rsplit_once('.').ok_or_else(garbage)?;
    if BASE64_URL_SAFE_NO_PAD.decode(signature).ok().as_deref() != Some(&sign(body)) {
        return Err(garbage());
    }
    let claims = body.split_once('.').and_then(|(_, claims)| BASE64_URL_SAFE_NO_PAD.decode(claims).ok());
    let claims: Value = claims.and_then(|claims| serde_json::from_slice(&claims).ok()).ok_or_else(garbage)?;
    if claims["exp"].as_i64().is_none_or(|end| end <= now.as_second()) {
        return Err(Refusal::bad_token("Lifetime validation failed, the token is expired."));
    }
    let text = |name: &str| claims[name].as_str().unwrap_or_default().to_owned();
    Ok(Application { id: text("appid"), tenant: text("tenant") })
}

fn sign(body: &str) -> [u8; 32] {
    Sha256::digest([KEY, body.as_bytes()].concat()).into()
}

/// A tenant may be called by its id or by a domain of its own; notifications carry the id.
pub(crate) fn tenant_id(tenant: &str) -> String {
    let is_id = tenant.len() == 36 && tenant.chars().all(|sign| sign.is_ascii_hexdigit() || sign == '-');
    if is_id { tenant.to_lowercase() } else { guid(&format!("tenant {}", tenant.to_lowercase())) }
}

/// `.well-known/openid-configuration`
pub(crate) fn discovery(base: &str, tenant: &str, settings: &Settings) -> Result<Value, Denial> {
    check_tenant(tenant, settings).map_err(|denial| Denial { error: "invalid_tenant", ..denial })?;
    Ok(json!({
        "token_endpoint": format!("{base}/{tenant}/oauth2/v2.0/token"),
        "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic"],
        "jwks_uri": format!("{base}/{tenant}/discovery/v2.0/keys"),
        "response_modes_supported": ["query", "fragment", "form_post"],
        "subject_types_supported": ["pairwise"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
        "scopes_supported": ["openid", "profile", "email", "offline_access"],
        "issuer": format!("{base}/{tenant}/v2.0"),
        "authorization_endpoint": format!("{base}/{tenant}/oauth2/v2.0/authorize"),
        "tenant_region_scope": "NA",
        "cloud_instance_name": "microsoftonline.com",
        "msgraph_host": "graph.microsoft.com",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    fn form(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        let usual = [
            ("grant_type", "client_credentials"),
            ("client_id", "app"),
            ("client_secret", "s"),
            ("scope", "https://graph.microsoft.com/.default"),
        ];
        usual.iter().chain(pairs).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_token_says_who_calls_until_it_expires() {
        let answer = token("contoso.com", &form(&[]), None, &Settings::default(), at(0)).unwrap();
        let header = format!("Bearer {}", answer["access_token"].as_str().unwrap());
        let app = Application { id: "app".into(), tenant: "contoso.com".into() };
        assert_eq!(read(Some(&header), at(3598)).unwrap(), app);
        assert!(format!("{:?}", read(Some(&header), at(3599)).unwrap_err()).contains("expired"));
        assert!(format!("{:?}", read(Some(&header[..header.len() - 2]), at(0)).unwrap_err()).contains("80049217"));
        assert!(format!("{:?}", read(Some("Bearer "), at(0)).unwrap_err()).contains("empty"));
        assert!(format!("{:?}", read(None, at(0)).unwrap_err()).contains("empty"));
    }

    #[test]
    fn a_basic_header_and_an_assertion_do_as_well() {
        let basic = form(&[("client_id", ""), ("client_secret", "")]);
        assert!(token("t", &basic, Some("Basic YXBwOnM="), &Settings::default(), at(0)).is_ok());
        let assertion = form(&[("client_secret", ""), ("client_assertion", "eyJ")]);
        assert!(token("t", &assertion, None, &Settings::default(), at(0)).is_ok());
    }

    #[test]
    fn refusals_carry_the_codes_of_entra() {
        let settings = Settings {
            tenants: Some(vec!["t".into()]),
            secrets: Some([("app".into(), "s".into())].into()),
            ..Settings::default()
        };
        for (tenant, pairs, status, code) in [
            ("t", [("client_secret", "wrong")], 401, 7_000_215),
            ("t", [("client_secret", "")], 401, 7_000_218),
            ("t", [("client_id", "other")], 400, 700_016),
            ("u", [("scope", "x/.default")], 400, 90_002),
            ("not a tenant", [("scope", "x/.default")], 400, 900_023),
            ("t", [("scope", "Mail.Read")], 400, 70_011),
            ("t", [("grant_type", "password")], 400, 70_003),
            ("t", [("grant_type", "")], 400, 900_144),
        ] {
            let denial = token(tenant, &form(&pairs), None, &settings, at(0)).unwrap_err();
            let body = denial.body("trace", at(0));
            assert_eq!((denial.status, &body["error_codes"][0]), (status, &json!(code)), "{body}");
            assert!(body["error_description"].as_str().unwrap().starts_with(&format!("AADSTS{code}: ")));
        }
        assert!(token("t", &form(&[]), None, &settings, at(0)).is_ok());
    }
}
