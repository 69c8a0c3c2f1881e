//! Authentication codes: HMAC with SHA-256, in base64 for URLs.

use super::seal::Key;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::ExposeSecret;
use sha2::Sha256;

pub(super) fn compute(key: &Key, purpose: &str, text: &str) -> String {
    URL_SAFE_NO_PAD.encode(code_of(key, purpose, text).finalize().into_bytes())
}

/// Compares in constant time.
pub(super) fn is_code(key: &Key, purpose: &str, text: &str, code: &str) -> bool {
    let decoded = URL_SAFE_NO_PAD.decode(code);
    decoded.is_ok_and(|bytes| code_of(key, purpose, text).verify_slice(&bytes).is_ok())
}

fn code_of(key: &Key, purpose: &str, text: &str) -> Hmac<Sha256> {
    // The purpose has no zero byte, so no purpose and text look like another pair.
    let message = [purpose.as_bytes(), &[0], text.as_bytes()].concat();
    let code = Hmac::<Sha256>::new_from_slice(key.bytes.expose_secret());
    code.expect("HMAC takes a key of any length").chain_update(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::SecretBox;
    use std::sync::Arc;

    #[test]
    fn a_code_belongs_to_its_key_purpose_and_text() {
        let key = |byte| Key { name: "k".into(), bytes: Arc::new(SecretBox::new(Box::new([byte; 32]))) };
        let code = compute(&key(1), "canary", "text");
        assert!(is_code(&key(1), "canary", "text", &code));
        assert!(!is_code(&key(2), "canary", "text", &code));
        assert!(!is_code(&key(1), "other", "text", &code));
        assert!(!is_code(&key(1), "canary", "texT", &code));
        assert!(!is_code(&key(1), "canary", "text", "") && !is_code(&key(1), "canary", "text", &code[..42]));
    }
}
