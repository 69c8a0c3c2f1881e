//! Client assertions: JWTs that an application signs with the key of its certificate (RFC 7523), checked as Entra does.

use crate::auth::token_error::TokenError;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use jiff::Timestamp;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use webpki::EndEntityCert;
use webpki::ring::{RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256_LEGACY_KEY};

/// The value of `client_assertion_type`.
pub(crate) const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// How far clocks may differ, in seconds.
const LEEWAY: i64 = 300;
/// The longest lifetime, in seconds.
const MAX_LIFETIME: i64 = 24 * 3_600;

/// What an assertion must fit.
pub(crate) struct ExpectedAssertion<'a> {
    pub(crate) client_id: &'a str,
    /// The URL that it was sent to.
    pub(crate) token_url: &'a str,
    /// PEM of the registered certificate; `None` accepts any.
    pub(crate) certificate: Option<&'a str>,
    pub(crate) now: Timestamp,
}

/// When each assertion that was used expires, by client and id.
#[derive(Debug, Default)]
pub(crate) struct UsedAssertions(HashMap<(String, String), i64>);

impl UsedAssertions {
    /// Returns false if it was used before.
    fn use_once(&mut self, client_id: &str, id: &str, expires: i64, now: i64) -> bool {
        self.0.retain(|_, expires| *expires + LEEWAY > now);
        self.0.insert((client_id.to_owned(), id.to_owned()), expires).is_none()
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(rename = "x5t#S256")]
    sha256: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    aud: String,
    iss: String,
    sub: String,
    jti: String,
    nbf: i64,
    exp: i64,
}

pub(crate) fn check_assertion(
    assertion: &str,
    expected: &ExpectedAssertion<'_>,
    used: &mut UsedAssertions,
) -> Result<(), TokenError> {
    let malformed = || TokenError::invalid_client(50_027, "JWT token is invalid or malformed.".into());
    let (message, signature) = assertion.rsplit_once('.').ok_or_else(malformed)?;
    let (header, claims) = message.split_once('.').ok_or_else(malformed)?;
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| malformed());
    let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| malformed())?;
    let claims: Claims = serde_json::from_slice(&decode(claims)?).map_err(|_| malformed())?;
    if let Some(pem) = expected.certificate {
        check_signature(pem, &header, message, &decode(signature)?)?;
    }
    check_claims(&claims, expected)?;
    if !used.use_once(expected.client_id, &claims.jti, claims.exp, expected.now.as_second()) {
        let message = "Client assertion was already used (jti). Create a new assertion for each request.";
        return Err(TokenError::invalid_client(50_027, message.into()));
    }
    Ok(())
}

fn check_signature(pem: &str, header: &Header, message: &str, signature: &[u8]) -> Result<(), TokenError> {
    let failed = |reason: &str| {
        let message = format!("Client assertion failed signature validation. [Reason - {reason}]");
        TokenError::invalid_client(700_027, message)
    };
    let der = CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|_| failed("The registered key is no PEM."))?;
    let is_registered = header.sha256.as_deref() == Some(&BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&der)));
    if !is_registered {
        return Err(failed("The key was not found."));
    }
    let algorithm = match header.alg.as_str() {
        "PS256" => RSA_PSS_2048_8192_SHA256_LEGACY_KEY,
        "RS256" => RSA_PKCS1_2048_8192_SHA256,
        _ => return Err(failed("The algorithm is not supported.")),
    };
    let certificate = EndEntityCert::try_from(&der).map_err(|_| failed("The registered key cannot be read."))?;
    let verified = certificate.verify_signature(algorithm, message.as_bytes(), signature);
    verified.map_err(|_| failed("The provided signature value did not match the expected signature value."))
}

fn check_claims(claims: &Claims, expected: &ExpectedAssertion<'_>) -> Result<(), TokenError> {
    if claims.sub != expected.client_id || claims.iss != expected.client_id {
        let message = "Client assertion application identifier doesn't match 'client_id' parameter.";
        return Err(TokenError::invalid_client(700_021, message.into()));
    }
    if claims.aud != expected.token_url {
        let message = "Client assertion audience claim does not match Realm issuer.";
        return Err(TokenError::invalid_client(700_023, message.into()));
    }
    let now = expected.now.as_second();
    let is_current = claims.nbf <= now + LEEWAY && now < claims.exp + LEEWAY && claims.exp - claims.nbf <= MAX_LIFETIME;
    if !is_current {
        let message = format!(
            "Client assertion is not within its valid time range. Current time: {now}, assertion valid from {}, expiry time of assertion {}.",
            claims.nbf, claims.exp
        );
        return Err(TokenError::invalid_client(700_024, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::rand::SystemRandom;
    use ring::signature::{RSA_PKCS1_SHA256, RSA_PSS_SHA256, RsaEncoding, RsaKeyPair};
    use rustls::pki_types::PrivatePkcs8KeyDer;
    use serde_json::{Value, json};

    /// The key exists in tests only.
    const PEM: &str = include_str!("../../../graph/testdata/certificate.pem");
    const NOW: i64 = 1_800_000_000;
    const URL: &str = "http://h/contoso.com/oauth2/v2.0/token";

    fn sign(header: &Value, claims: &Value) -> String {
        let key = PrivatePkcs8KeyDer::from_pem_slice(PEM.as_bytes()).unwrap();
        let key = RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()).unwrap();
        let encode = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let encoding: &'static dyn RsaEncoding =
            if header["alg"] == "PS256" { &RSA_PSS_SHA256 } else { &RSA_PKCS1_SHA256 };
        let mut signature = vec![0; key.public().modulus_len()];
        key.sign(encoding, &SystemRandom::new(), message.as_bytes(), &mut signature).unwrap();
        format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }

    fn header(changes: &Value) -> Value {
        let der = CertificateDer::from_pem_slice(PEM.as_bytes()).unwrap();
        with(json!({ "alg": "PS256", "x5t#S256": BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&der)) }), changes)
    }

    fn claims(changes: &Value) -> Value {
        let all = json!({ "aud": URL, "iss": "app", "sub": "app", "jti": "1", "nbf": NOW, "exp": NOW + 600 });
        with(all, changes)
    }

    fn with(mut all: Value, changes: &Value) -> Value {
        all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        all
    }

    fn check(assertion: &str, used: &mut UsedAssertions) -> Result<(), Value> {
        let now = Timestamp::from_second(NOW).unwrap();
        let expected = ExpectedAssertion { client_id: "app", token_url: URL, certificate: Some(PEM), now };
        let checked = check_assertion(assertion, &expected, used);
        checked.map_err(|error| error.body("trace", now)["error_codes"][0].clone())
    }

    #[test]
    fn a_signed_assertion_is_accepted_once() {
        let mut used = UsedAssertions::default();
        let assertion = sign(&header(&json!({})), &claims(&json!({})));
        assert_eq!(check(&assertion, &mut used), Ok(()));
        assert_eq!(check(&assertion, &mut used), Err(json!(50_027)), "replayed");
        let next = sign(&header(&json!({ "alg": "RS256" })), &claims(&json!({ "jti": "2" })));
        assert_eq!(check(&next, &mut used), Ok(()));
    }

    #[test]
    fn invalid_assertions_have_the_codes_of_entra() {
        for (header_change, claim_change, code) in [
            (json!({ "alg": "none" }), json!({}), 700_027),
            (json!({ "alg": "HS256" }), json!({}), 700_027),
            (json!({ "x5t#S256": "other" }), json!({}), 700_027),
            (json!({}), json!({ "aud": "https://elsewhere/token" }), 700_023),
            (json!({}), json!({ "sub": "other" }), 700_021),
            (json!({}), json!({ "iss": "other" }), 700_021),
            (json!({}), json!({ "exp": NOW - 300 }), 700_024),
            (json!({}), json!({ "nbf": NOW + 301 }), 700_024),
            (json!({}), json!({ "exp": NOW + 90_000 }), 700_024),
            (json!({}), json!({ "jti": null }), 50_027),
        ] {
            let assertion = sign(&header(&header_change), &claims(&claim_change));
            let checked = check(&assertion, &mut UsedAssertions::default());
            assert_eq!(checked, Err(json!(code)), "{header_change} {claim_change}");
        }
        let assertion = sign(&header(&json!({})), &claims(&json!({})));
        let (message, _) = assertion.rsplit_once('.').unwrap();
        assert_eq!(check(&format!("{message}.AAAA"), &mut UsedAssertions::default()), Err(json!(700_027)));
        assert_eq!(check("eyJ", &mut UsedAssertions::default()), Err(json!(50_027)));
    }
}
