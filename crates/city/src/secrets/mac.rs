//! Authentication codes: HMAC with SHA-256 (RFC 2104), in base64url.

use super::seal::Key;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Of SHA-256, in bytes. The key is shorter.
const BLOCK: usize = 64;

pub(super) fn compute(key: &Key, purpose: &str, text: &str) -> String {
    // The purpose has no zero byte, so no purpose and text look like another pair.
    let message = [purpose.as_bytes(), &[0], text.as_bytes()].concat();
    URL_SAFE_NO_PAD.encode(hmac(key.bytes.expose_secret(), &message))
}

/// Compares in constant time.
pub(super) fn is_code(key: &Key, purpose: &str, text: &str, code: &str) -> bool {
    bool::from(compute(key, purpose, text).as_bytes().ct_eq(code.as_bytes()))
}

fn hmac(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let padded = |pad: u8| -> [u8; BLOCK] { std::array::from_fn(|at| key.get(at).copied().unwrap_or(0) ^ pad) };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::SecretBox;
    use std::sync::Arc;

    #[test]
    fn hmac_equals_an_independent_implementation() {
        // printf 'stormwire' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0b0b…0b (32 bytes) -binary | basenc --base64url
        let expected = "zOjpc8h9AXdnBR8jxfhWwzopbodYHY8wAKdjoPT0Pbc";
        assert_eq!(URL_SAFE_NO_PAD.encode(hmac(&[0x0b; 32], b"stormwire")), expected);
    }

    #[test]
    fn a_code_belongs_to_its_key_purpose_and_text() {
        let key = |byte| Key { name: "k".into(), bytes: Arc::new(SecretBox::new(Box::new([byte; 32]))) };
        let code = compute(&key(1), "canary", "text");
        assert!(is_code(&key(1), "canary", "text", &code));
        assert!(!is_code(&key(2), "canary", "text", &code));
        assert!(!is_code(&key(1), "other", "text", &code));
        assert!(!is_code(&key(1), "canary", "texT", &code));
        assert!(!is_code(&key(1), "canary", "text", "") && !is_code(&key(1), "canary", "text", &code[1..]));
    }
}
