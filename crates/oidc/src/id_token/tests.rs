use super::*;
use crate::test_keys::TestKeys;
use serde_json::json;

const NOW: i64 = 1_800_000_000;

fn expectation() -> TokenExpectation<'static> {
    TokenExpectation {
        issuer: "https://id.example.gov",
        client_id: "stormwire",
        nonce: "nonce-1",
        now: Timestamp::from_second(NOW).unwrap(),
    }
}

fn claims() -> Value {
    json!({
        "iss": "https://id.example.gov",
        "aud": "stormwire",
        "sub": "ann-7",
        "exp": NOW + 300,
        "iat": NOW,
        "nonce": "nonce-1",
        "groups": ["a"],
    })
}

fn with(changes: &Value) -> Value {
    let mut claims = claims();
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            claims.as_object_mut().unwrap().remove(name);
        } else {
            claims[name] = value.clone();
        }
    }
    claims
}

fn verify(keys: &TestKeys, header: &Value, claims: &Value) -> Result<Identity, TokenProblem> {
    let published = KeySet::parse(keys.published().to_string().as_bytes()).unwrap();
    verify_id_token(&keys.sign(header, claims), &published, &expectation())
}

#[test]
fn accepts_tokens_that_the_provider_signed_for_this_sign_in() {
    let keys = TestKeys::new();
    for header in [
        json!({ "alg": "RS256", "kid": "rsa" }),
        json!({ "alg": "PS256", "kid": "rsa", "typ": "JWT" }),
        json!({ "alg": "ES256", "kid": "ec" }),
        json!({ "alg": "ES256" }),
    ] {
        let identity = verify(&keys, &header, &claims()).unwrap();
        assert_eq!((identity.subject.as_str(), &identity.claims["groups"]), ("ann-7", &json!(["a"])), "{header}");
    }
    for accepted in [
        json!({ "aud": ["stormwire"] }),
        json!({ "aud": ["stormwire", "other"], "azp": "stormwire" }),
        json!({ "azp": "stormwire" }),
        json!({ "exp": NOW - 59 }),
        json!({ "iat": NOW + 60, "nbf": NOW + 60 }),
        json!({ "exp": 1_800_000_300.5 }),
    ] {
        let verified = verify(&keys, &json!({ "alg": "RS256", "kid": "rsa" }), &with(&accepted));
        assert!(verified.is_ok(), "{accepted}: {verified:?}");
    }
}

#[test]
fn rejects_tokens_with_wrong_claims() {
    let keys = TestKeys::new();
    for (changes, problem) in [
        (json!({ "iss": "https://evil.example" }), TokenProblem::Issuer("https://evil.example".into())),
        (json!({ "iss": "https://id.example.gov/" }), TokenProblem::Issuer("https://id.example.gov/".into())),
        (json!({ "iss": null }), TokenProblem::Issuer(String::new())),
        (json!({ "aud": "other" }), TokenProblem::Audience),
        (json!({ "aud": null }), TokenProblem::Audience),
        (json!({ "aud": [] }), TokenProblem::Audience),
        (json!({ "aud": ["other"] }), TokenProblem::Audience),
        (json!({ "aud": ["stormwire", "other"] }), TokenProblem::Audience),
        (json!({ "aud": ["stormwire", "other"], "azp": "other" }), TokenProblem::Audience),
        (json!({ "azp": "other" }), TokenProblem::Audience),
        (json!({ "azp": 7 }), TokenProblem::Audience),
        (json!({ "exp": NOW - 60 }), TokenProblem::Expired),
        (json!({ "exp": i64::MIN }), TokenProblem::Expired),
        (json!({ "exp": null }), TokenProblem::Malformed("exp is missing")),
        (json!({ "exp": "tomorrow" }), TokenProblem::Malformed("exp is missing")),
        (json!({ "iat": null }), TokenProblem::Malformed("iat is missing")),
        (json!({ "iat": NOW + 61 }), TokenProblem::NotYetValid),
        (json!({ "nbf": NOW + 61 }), TokenProblem::NotYetValid),
        (json!({ "nbf": "now" }), TokenProblem::Malformed("nbf is not a number")),
        (json!({ "nonce": "nonce-2" }), TokenProblem::Nonce),
        (json!({ "nonce": null }), TokenProblem::Nonce),
        (json!({ "sub": "" }), TokenProblem::Malformed("sub is missing")),
        (json!({ "sub": null }), TokenProblem::Malformed("sub is missing")),
        (json!({ "sub": "x".repeat(256) }), TokenProblem::Malformed("sub is missing")),
    ] {
        let verified = verify(&keys, &json!({ "alg": "RS256", "kid": "rsa" }), &with(&changes));
        assert_eq!(verified.unwrap_err(), problem, "{changes}");
    }
}

#[test]
fn rejects_unsigned_tokens_and_confused_keys() {
    let keys = TestKeys::new();
    let unknown = |id: &str| TokenProblem::UnknownKey(Some(id.into()));
    for (header, problem) in [
        (json!({ "alg": "none" }), TokenProblem::Algorithm("none".into())),
        (json!({ "alg": "None", "kid": "rsa" }), TokenProblem::Algorithm("None".into())),
        (json!({ "alg": "HS256", "kid": "rsa" }), TokenProblem::Algorithm("HS256".into())),
        (json!({ "alg": "RS512", "kid": "rsa" }), TokenProblem::Algorithm("RS512".into())),
        (json!({ "alg": "RS256", "kid": "ec" }), unknown("ec")),
        (json!({ "alg": "ES256", "kid": "rsa" }), unknown("rsa")),
        (json!({ "alg": "RS256", "kid": "new" }), unknown("new")),
        (
            json!({ "alg": "RS256", "kid": "rsa", "crit": ["exp"] }),
            TokenProblem::Malformed("it has critical extensions"),
        ),
        (json!({ "kid": "rsa" }), TokenProblem::Malformed("it is not a signed JWT")),
    ] {
        assert_eq!(verify(&keys, &header, &claims()).unwrap_err(), problem, "{header}");
    }
}

#[test]
fn rejects_tokens_that_another_key_signed_or_that_were_changed() {
    let (keys, foreign) = (TestKeys::new(), TestKeys::new());
    let published = KeySet::parse(keys.published().to_string().as_bytes()).unwrap();
    let token = foreign.sign(&json!({ "alg": "ES256", "kid": "ec" }), &claims());
    assert_eq!(verify_id_token(&token, &published, &expectation()).unwrap_err(), TokenProblem::Signature);
    let token = keys.sign(&json!({ "alg": "RS256", "kid": "rsa" }), &claims());
    let (message, signature) = token.rsplit_once('.').unwrap();
    let (header, _) = message.split_once('.').unwrap();
    let other = URL_SAFE_NO_PAD.encode(with(&json!({ "sub": "mayor" })).to_string());
    // A PSS token of the same key is no PKCS #1 token.
    let pss = keys.sign(&json!({ "alg": "PS256", "kid": "rsa" }), &claims());
    let (_, pss_signature) = pss.rsplit_once('.').unwrap();
    for changed in
        [format!("{header}.{other}.{signature}"), format!("{message}.{pss_signature}"), format!("{message}.")]
    {
        assert_eq!(verify_id_token(&changed, &published, &expectation()).unwrap_err(), TokenProblem::Signature);
    }
    for malformed in ["", ".", "..", "a.b", "a.b.c", &format!("{token}.x"), &format!("{token}="), message] {
        let verified = verify_id_token(malformed, &published, &expectation());
        assert!(matches!(verified, Err(TokenProblem::Malformed(_))), "{malformed:?}: {verified:?}");
    }
}

#[test]
fn a_token_without_an_expected_nonce_is_rejected() {
    let keys = TestKeys::new();
    let published = KeySet::parse(keys.published().to_string().as_bytes()).unwrap();
    let token = keys.sign(&json!({ "alg": "RS256", "kid": "rsa" }), &with(&json!({ "nonce": "" })));
    let expected = TokenExpectation { nonce: "", ..expectation() };
    assert_eq!(verify_id_token(&token, &published, &expected).unwrap_err(), TokenProblem::Nonce);
}
