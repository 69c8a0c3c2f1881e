//! The JWT by which an application with a certificate proves who it is (RFC 7523).

use crate::certificate::ClientCertificate;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::{earlier, later};

/// The value of `client_assertion_type`.
pub(super) const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// Each assertion is used at once; the rest is for clocks that differ.
const LIFETIME: Duration = Duration::from_mins(9);
const CLOCK_DIFFERENCE: Duration = Duration::from_mins(1);

/// What one assertion says.
pub(super) struct AssertionClaims<'a> {
    pub client_id: &'a str,
    /// The token endpoint.
    pub audience: &'a str,
    /// Never used again.
    pub id: String,
    pub now: Timestamp,
}

/// `None` if the key cannot sign.
pub(super) fn client_assertion(certificate: &ClientCertificate, claims: &AssertionClaims<'_>) -> Option<String> {
    let AssertionClaims { client_id, audience, id, now } = claims;
    let header = json!({ "alg": "PS256", "typ": "JWT", "x5t#S256": certificate.sha256() });
    let not_before = earlier(*now, CLOCK_DIFFERENCE).as_second();
    let body = json!({
        "aud": audience,
        "iss": client_id,
        "sub": client_id,
        "jti": id,
        "iat": not_before,
        "nbf": not_before,
        "exp": later(*now, LIFETIME).as_second(),
    });
    let encode = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let message = format!("{}.{}", encode(&header), encode(&body));
    let signature = certificate.sign(message.as_bytes())?;
    Some(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)))
}
