//! Proves to a push service who sends a message: a token signed with the key of this service (RFC 8292).

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::Timestamp;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::error::PushError;

pub(super) struct VapidKey(EcdsaKeyPair);

/// What a token says.
#[derive(Debug, Clone, Copy)]
pub(super) struct VapidClaims<'a> {
    /// The origin of the push service.
    pub(super) audience: &'a str,
    /// Whom its operators can contact: a URL or `mailto:`.
    pub(super) contact: &'a str,
    /// At most 24 hours ahead.
    pub(super) expires_at: Timestamp,
}

impl VapidKey {
    /// Also in the form in which it is stored.
    pub(super) fn generate() -> Result<(Self, SecretString), PushError> {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let stored = SecretString::from(STANDARD.encode(key.map_err(|_| PushError::Key)?));
        Ok((Self::parse(&stored)?, stored))
    }

    pub(super) fn parse(stored: &SecretString) -> Result<Self, PushError> {
        let bytes = STANDARD.decode(stored.expose_secret()).map_err(|_| PushError::Key)?;
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &SystemRandom::new());
        key.map(Self).map_err(|_| PushError::Key)
    }

    /// The `applicationServerKey` of browsers.
    pub(super) fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// The value of the header `Authorization`.
    pub(super) fn authorization(&self, claims: VapidClaims<'_>) -> Result<String, PushError> {
        let encoded = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let header = encoded(json!({ "typ": "JWT", "alg": "ES256" }));
        let VapidClaims { audience, contact, expires_at } = claims;
        let body = encoded(json!({ "aud": audience, "exp": expires_at.as_second(), "sub": contact }));
        let signed = format!("{header}.{body}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).map_err(|_| PushError::Key)?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public_key()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    fn decoded(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn token_is_signed_by_the_key_that_it_names() {
        let (key, stored) = VapidKey::generate().unwrap();
        assert_eq!(VapidKey::parse(&stored).unwrap().public_key(), key.public_key());
        let claims = VapidClaims {
            audience: "https://push.example",
            contact: "mailto:it@example.gov",
            expires_at: Timestamp::from_second(1_800_000_000).unwrap(),
        };
        let text = key.authorization(claims).unwrap();
        let (token, public) = text.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!((public, decoded(public).len()), (key.public_key().as_str(), 65));
        let parts: Vec<&str> = token.split('.').collect();
        assert_eq!(decoded(parts[0]), br#"{"typ":"JWT","alg":"ES256"}"#);
        let body: Value = serde_json::from_slice(&decoded(parts[1])).unwrap();
        let expected = json!({ "aud": "https://push.example", "exp": 1_800_000_000, "sub": "mailto:it@example.gov" });
        assert_eq!(body, expected);
        let signed = format!("{}.{}", parts[0], parts[1]);
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(public));
        public.verify(signed.as_bytes(), &decoded(parts[2])).unwrap();
    }

    #[test]
    fn text_that_is_not_a_key_is_rejected() {
        for text in ["", "x", "AAAA"] {
            assert!(matches!(VapidKey::parse(&SecretString::from(text)), Err(PushError::Key)), "{text:?}");
        }
    }
}
