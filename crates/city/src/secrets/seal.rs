//! The sealed form: `v1.<key>.<nonce and ciphertext>`, XChaCha20-Poly1305, bound to its location.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use secrecy::{ExposeSecret, SecretBox, SecretString};
use std::sync::Arc;
use stormwire_store::tables::sealed::SealedLocation;

#[derive(Clone)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) bytes: Arc<SecretBox<[u8; 32]>>,
}

impl Key {
    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(self.bytes.expose_secret().into())
    }
}

pub(super) fn seal(key: &Key, location: &SealedLocation, nonce: [u8; 24], plain: &SecretString) -> String {
    let location = location.to_string();
    let message = Payload { msg: plain.expose_secret().as_bytes(), aad: location.as_bytes() };
    let sealed = key.cipher().encrypt(&XNonce::from(nonce), message);
    let sealed = sealed.expect("a secret is far shorter than the cipher's limit");
    format!("v1.{}.{}", key.name, URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
}

/// The name of the key that a value is sealed with.
pub(super) fn key_name(sealed: &str) -> Option<&str> {
    sealed.strip_prefix("v1.")?.split_once('.').map(|(name, _)| name)
}

pub(super) fn open(key: &Key, location: &SealedLocation, sealed: &str) -> Option<SecretString> {
    let (_, text) = sealed.strip_prefix("v1.")?.split_once('.')?;
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<24>()?;
    let location = location.to_string();
    let message = Payload { msg: sealed, aad: location.as_bytes() };
    let plain = key.cipher().decrypt(&XNonce::from(*nonce), message).ok()?;
    String::from_utf8(plain).ok().map(SecretString::from)
}
