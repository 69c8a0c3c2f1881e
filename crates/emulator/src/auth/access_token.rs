//! Access tokens: signed JSON web tokens that name the application.

use crate::auth::application::{Application, ClientId};
use crate::auth::tenant::tenant_id;
use crate::graph_error::GraphError;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Not a secret. All emulators use the same key, so each accepts the tokens of the others.
const SIGNING_KEY: &[u8] = b"stormwire graph emulator";

pub(crate) fn issue(app: &Application, now: Timestamp, valid_seconds: u64) -> String {
    let header = BASE64_URL_SAFE_NO_PAD.encode(json!({"typ": "JWT", "alg": "RS256"}).to_string());
    let issued_at = now.as_second();
    let tenant_id = tenant_id(&app.tenant);
    let claims = json!({
        "aud": "https://graph.microsoft.com",
        "iss": format!("https://sts.windows.net/{tenant_id}/"),
        "iat": issued_at, "nbf": issued_at, "exp": issued_at.saturating_add_unsigned(valid_seconds),
        "appid": app.id.0, "tid": tenant_id, "tenant": app.tenant, "ver": "1.0",
        "roles": ["Mail.Read", "Mail.ReadWrite", "Mail.Send"],
    });
    let body = format!("{header}.{}", BASE64_URL_SAFE_NO_PAD.encode(claims.to_string()));
    let signature = BASE64_URL_SAFE_NO_PAD.encode(sign(&body));
    format!("{body}.{signature}")
}

/// Reads the application from the `Authorization` header.
pub(crate) fn authenticate(header: Option<&str>, now: Timestamp) -> Result<Application, GraphError> {
    let malformed = || GraphError::invalid_token("CompactToken parsing failed with error code: 80049217");
    let token =
        header.and_then(|header| header.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let token = token.map(|(_, token)| token.trim()).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| GraphError::invalid_token("Access token is empty."))?;
    let (body, signature) = token.rsplit_once('.').ok_or_else(malformed)?;
    if BASE64_URL_SAFE_NO_PAD.decode(signature).ok().as_deref() != Some(&sign(body)) {
        return Err(malformed());
    }
    let claims = body.split_once('.').and_then(|(_, claims)| BASE64_URL_SAFE_NO_PAD.decode(claims).ok());
    let claims: Value = claims.and_then(|claims| serde_json::from_slice(&claims).ok()).ok_or_else(malformed)?;
    if claims["exp"].as_i64().is_none_or(|expires_at| expires_at <= now.as_second()) {
        return Err(GraphError::invalid_token("Lifetime validation failed, the token is expired."));
    }
    let text = |name: &str| claims[name].as_str().unwrap_or_default().to_owned();
    Ok(Application { id: ClientId(text("appid")), tenant: text("tenant") })
}

fn sign(body: &str) -> [u8; 32] {
    Sha256::digest([SIGNING_KEY, body.as_bytes()].concat()).into()
}
