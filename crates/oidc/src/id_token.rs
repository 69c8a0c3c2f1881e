//! Verification of ID tokens (OpenID Connect Core 1.0, 3.1.3.7). Pure.

use crate::error::TokenProblem;
use crate::identity::Identity;
use crate::key_set::{Algorithm, KeySet};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;

/// How far the clocks of the provider and this server may differ, in seconds.
const LEEWAY: i64 = 60;
/// Subjects are at most 255 characters.
const MAX_SUBJECT: usize = 255;

/// What a token must say to be accepted.
#[derive(Debug, Clone, Copy)]
pub struct TokenExpectation<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
    pub now: Timestamp,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// Extensions that the reader must understand; there are none.
    crit: Option<Value>,
}

/// Verifies signature and claims.
pub fn verify_id_token(token: &str, keys: &KeySet, expected: &TokenExpectation<'_>) -> Result<Identity, TokenProblem> {
    let claims = verify_signature(token, keys)?;
    check_claims(&claims, expected)?;
    let subject = text(&claims, "sub").filter(|subject| (1..=MAX_SUBJECT).contains(&subject.chars().count()));
    let subject = subject.ok_or(TokenProblem::Malformed("sub is missing"))?.to_owned();
    Ok(Identity { subject, claims })
}

fn verify_signature(token: &str, keys: &KeySet) -> Result<Map<String, Value>, TokenProblem> {
    let malformed = || TokenProblem::Malformed("it is not a signed JWT");
    let (message, signature) = token.rsplit_once('.').ok_or_else(malformed)?;
    let (header, payload) =
        message.split_once('.').filter(|(_, payload)| !payload.contains('.')).ok_or_else(malformed)?;
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(|_| malformed());
    let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| malformed())?;
    // The algorithm decides before any key is searched for: `none` and HMAC have no place here.
    let algorithm = Algorithm::parse(&header.alg).ok_or_else(|| TokenProblem::Algorithm(shorten(&header.alg)))?;
    if header.crit.is_some() {
        return Err(TokenProblem::Malformed("it has critical extensions"));
    }
    let key = keys.find(header.kid.as_deref(), algorithm);
    let key = key.ok_or_else(|| TokenProblem::UnknownKey(header.kid.as_deref().map(shorten)))?;
    if !key.verifies(message.as_bytes(), &decode(signature)?) {
        return Err(TokenProblem::Signature);
    }
    serde_json::from_slice(&decode(payload)?).map_err(|_| TokenProblem::Malformed("the claims are not a JSON object"))
}

fn check_claims(claims: &Map<String, Value>, expected: &TokenExpectation<'_>) -> Result<(), TokenProblem> {
    let issuer = text(claims, "iss").unwrap_or_default();
    if issuer != expected.issuer {
        return Err(TokenProblem::Issuer(shorten(issuer)));
    }
    check_audience(claims, expected.client_id)?;
    let now = expected.now.as_second();
    let seconds = |name: &str| claims.get(name).map(|value| value.as_i64().or_else(|| whole_seconds(value)));
    let required = |name, problem| seconds(name).flatten().ok_or(TokenProblem::Malformed(problem));
    if required("exp", "exp is missing")?.saturating_add(LEEWAY) <= now {
        return Err(TokenProblem::Expired);
    }
    let starts_later = |at: i64| at > now.saturating_add(LEEWAY);
    if starts_later(required("iat", "iat is missing")?) {
        return Err(TokenProblem::NotYetValid);
    }
    match seconds("nbf") {
        Some(None) => return Err(TokenProblem::Malformed("nbf is not a number")),
        Some(Some(at)) if starts_later(at) => return Err(TokenProblem::NotYetValid),
        _ => {}
    }
    let nonce = text(claims, "nonce").unwrap_or_default();
    if expected.nonce.is_empty() || !bool::from(nonce.as_bytes().ct_eq(expected.nonce.as_bytes())) {
        return Err(TokenProblem::Nonce);
    }
    Ok(())
}

/// The token must be for this application. If it is for others too, `azp` must say that this one requested it.
fn check_audience(claims: &Map<String, Value>, client_id: &str) -> Result<(), TokenProblem> {
    let audiences: Vec<&str> = match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let requested_by = claims.get("azp").map(Value::as_str);
    let is_ours = audiences.contains(&client_id)
        && match requested_by {
            Some(requested_by) => requested_by == Some(client_id),
            None => audiences.len() == 1,
        };
    if is_ours { Ok(()) } else { Err(TokenProblem::Audience) }
}

/// Times may have fractions.
#[expect(clippy::cast_possible_truncation, reason = "a conversion from float saturates")]
fn whole_seconds(value: &Value) -> Option<i64> {
    value.as_f64().filter(|number| number.is_finite()).map(|number| number as i64)
}

fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name)?.as_str()
}

/// For error messages: what a stranger sent.
fn shorten(text: &str) -> String {
    text.chars().take(100).collect()
}

#[cfg(test)]
mod tests;
