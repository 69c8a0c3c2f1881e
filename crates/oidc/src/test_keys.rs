//! Keys and signed tokens for tests. The keys exist in these tests only.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA256, RsaKeyPair,
    RsaPublicKeyComponents,
};
use serde_json::{Value, json};

/// A 2048-bit RSA key in PKCS #8.
const RSA: &[u8] = include_bytes!("../testdata/rsa.pk8");

pub(crate) struct TestKeys {
    rsa: RsaKeyPair,
    ec: EcdsaKeyPair,
    random: SystemRandom,
}

impl TestKeys {
    pub(crate) fn new() -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let ec = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap();
        Self { rsa: RsaKeyPair::from_pkcs8(RSA).unwrap(), ec, random }
    }

    /// The key ids are `rsa` and `ec`.
    pub(crate) fn published(&self) -> Value {
        let RsaPublicKeyComponents::<Vec<u8>> { n, e } = self.rsa.public().into();
        let point = self.ec.public_key().as_ref();
        let [n, e] = [n, e].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        let [x, y] = [&point[1..33], &point[33..]].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        json!({ "keys": [
            { "kty": "RSA", "kid": "rsa", "use": "sig", "n": n, "e": e },
            { "kty": "EC", "kid": "ec", "crv": "P-256", "x": x, "y": y },
        ] })
    }

    /// Signs as the header says; with an unknown algorithm the signature is empty.
    pub(crate) fn sign(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(header), part(claims));
        let signature = match header["alg"].as_str().unwrap_or_default() {
            "RS256" => self.sign_rsa(&RSA_PKCS1_SHA256, &message),
            "PS256" => self.sign_rsa(&RSA_PSS_SHA256, &message),
            "ES256" => self.ec.sign(&self.random, message.as_bytes()).unwrap().as_ref().to_vec(),
            // Signed with what everyone knows: the published modulus.
            "HS256" => {
                let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, self.rsa.public().as_ref());
                ring::hmac::sign(&key, message.as_bytes()).as_ref().to_vec()
            }
            _ => Vec::new(),
        };
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    fn sign_rsa(&self, padding: &'static dyn ring::signature::RsaEncoding, message: &str) -> Vec<u8> {
        let mut signature = vec![0; self.rsa.public().modulus_len()];
        self.rsa.sign(padding, &self.random, message.as_bytes(), &mut signature).unwrap();
        signature
    }
}
