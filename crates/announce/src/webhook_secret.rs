//! The secret of a webhook, and signatures with it, as Standard Webhooks describes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretSlice, SecretString};
use sha2::Sha256;
use stormwire_clock::Rng;

const PREFIX: &str = "whsec_";
/// By the standard.
const KEY_BYTES: std::ops::RangeInclusive<usize> = 24..=64;
const NEW_KEY_BYTES: usize = 32;

/// The key that sender and receiver share.
pub(crate) struct WebhookSecret(SecretSlice<u8>);

impl WebhookSecret {
    /// The error says what is wrong, without the secret.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let encoded = text.strip_prefix(PREFIX);
        let encoded = encoded.ok_or_else(|| format!("the secret does not start with {PREFIX}"))?;
        let bytes = STANDARD.decode(encoded);
        let bytes = bytes.map_err(|_| format!("the secret is not base64 after {PREFIX}"))?;
        if !KEY_BYTES.contains(&bytes.len()) {
            return Err(format!("the secret has {} bytes after base64; use 24 to 64", bytes.len()));
        }
        Ok(Self(bytes.into()))
    }

    /// A new secret, as the receiver needs it.
    pub(crate) fn generate(rng: &dyn Rng) -> SecretString {
        let mut bytes = [0; NEW_KEY_BYTES];
        rng.fill(&mut bytes);
        format!("{PREFIX}{}", STANDARD.encode(bytes)).into()
    }

    /// The value of the header `webhook-signature`.
    pub(crate) fn sign(&self, id: &str, timestamp: i64, body: &str) -> String {
        let code = Hmac::<Sha256>::new_from_slice(self.0.expose_secret());
        let code = code.expect("HMAC takes a key of any length").chain_update(format!("{id}.{timestamp}.{body}"));
        format!("v1,{}", STANDARD.encode(code.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::SeededRng;

    #[test]
    fn signature_matches_the_published_example() {
        // From the tests of the reference libraries of Standard Webhooks.
        let secret = WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_new_secret_can_be_read_and_is_never_the_same() {
        let rng = SeededRng::new(1);
        let [one, two] = [WebhookSecret::generate(&rng), WebhookSecret::generate(&rng)];
        assert_ne!(one.expose_secret(), two.expose_secret());
        assert!(WebhookSecret::parse(one.expose_secret()).is_ok_and(|key| key.0.expose_secret().len() == 32));
    }

    #[test]
    fn unusable_secrets_are_rejected_with_the_reason() {
        let encoded = |length: usize| format!("whsec_{}", STANDARD.encode(vec![7; length]));
        for (text, reason) in [
            (String::new(), "does not start with whsec_"),
            ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into(), "does not start with whsec_"),
            ("whsec_not base64".into(), "not base64"),
            (encoded(23), "23 bytes"),
            (encoded(65), "65 bytes"),
        ] {
            let error = WebhookSecret::parse(&text).err().unwrap_or_else(|| panic!("{text} was accepted"));
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(WebhookSecret::parse(&encoded(24)).is_ok() && WebhookSecret::parse(&encoded(64)).is_ok());
    }
}
