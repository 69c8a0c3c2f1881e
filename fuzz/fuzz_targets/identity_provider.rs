//! What an OpenID Connect provider, or somebody who pretends to be one, sends: its description, its keys and an ID token.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_oidc::{KeySet, Metadata, TokenExpectation, verify_id_token};

/// A key whose private part nobody has.
const KEYS: &[u8] = br#"{"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}"#;

fuzz_target!(|data: &[u8]| {
    if let Ok(metadata) = Metadata::parse(data, "https://id.example.gov") {
        assert_eq!(
            metadata.issuer.trim_end_matches('/'),
            "https://id.example.gov",
            "nobody else describes the provider"
        );
    }
    let _ = KeySet::parse(data);
    let Ok(token) = std::str::from_utf8(data) else { return };
    let now = "2026-05-01T12:00:00Z".parse().expect("a fixed time");
    let expected = TokenExpectation { issuer: "https://id.example.gov", client_id: "stormwire", nonce: "n", now };
    let keys = KeySet::parse(KEYS).expect("a fixed key");
    assert!(verify_id_token(token, &keys, &expected).is_err(), "nobody can sign it");
});
