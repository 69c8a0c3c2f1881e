//! The public keys of the provider (RFC 7517), and signatures with them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use serde::Deserialize;

/// More keys than any provider publishes at once.
const MAX_KEYS: usize = 100;

/// The algorithms that are accepted. All need the provider's private key: none of them can be forged with what is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Rs256,
    Ps256,
    Es256,
}

impl Algorithm {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "PS256" => Some(Self::Ps256),
            "ES256" => Some(Self::Es256),
            _ => None,
        }
    }
}

/// The keys that can verify signatures.
#[derive(Debug, Default)]
pub struct KeySet(Vec<Key>);

#[derive(Debug)]
struct Key {
    id: Option<String>,
    /// `None`: any that fits the kind of key.
    algorithm: Option<Algorithm>,
    material: KeyMaterial,
}

#[derive(Debug)]
enum KeyMaterial {
    Rsa {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
    /// An uncompressed point.
    P256(Vec<u8>),
}

#[derive(Deserialize)]
struct WireKeySet {
    keys: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct WireKey {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    r#use: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl KeySet {
    /// Keys that cannot verify ID tokens are left out. `None` if the text is not a key set.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let wire: WireKeySet = serde_json::from_slice(text).ok()?;
        let keys = wire.keys.into_iter().take(MAX_KEYS).filter_map(|key| serde_json::from_value(key).ok());
        Some(Self(keys.filter_map(Key::read).collect()))
    }

    /// The key for a token: by its id; without an id, the only one that can have signed it.
    pub(crate) fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<VerificationKey<'_>> {
        let mut fitting =
            self.0.iter().filter(|key| key.can_verify(algorithm) && id.is_none_or(|id| key.id.as_deref() == Some(id)));
        let key = fitting.next()?;
        fitting.next().is_none().then_some(VerificationKey { key, algorithm })
    }
}

/// A key with the algorithm that it is used with.
pub(crate) struct VerificationKey<'a> {
    key: &'a Key,
    algorithm: Algorithm,
}

impl VerificationKey<'_> {
    pub(crate) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match (&self.key.material, self.algorithm) {
            (KeyMaterial::Rsa { modulus, exponent }, Algorithm::Rs256) => {
                RsaPublicKeyComponents { n: modulus, e: exponent }.verify(
                    &RSA_PKCS1_2048_8192_SHA256,
                    message,
                    signature,
                )
            }
            (KeyMaterial::Rsa { modulus, exponent }, Algorithm::Ps256) => {
                RsaPublicKeyComponents { n: modulus, e: exponent }.verify(&RSA_PSS_2048_8192_SHA256, message, signature)
            }
            (KeyMaterial::P256(point), Algorithm::Es256) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature)
            }
            _ => return false,
        };
        verified.is_ok()
    }
}

impl Key {
    fn read(wire: WireKey) -> Option<Self> {
        if wire.r#use.is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let algorithm = match wire.alg {
            Some(name) => Some(Algorithm::parse(&name)?),
            None => None,
        };
        let decode = |text: Option<String>| URL_SAFE_NO_PAD.decode(text?).ok();
        let material = match (wire.kty.as_str(), wire.crv.as_deref()) {
            ("RSA", _) => {
                // ring wants no leading zeros.
                let trim = |bytes: Vec<u8>| bytes.into_iter().skip_while(|byte| *byte == 0).collect();
                KeyMaterial::Rsa { modulus: trim(decode(wire.n)?), exponent: trim(decode(wire.e)?) }
            }
            ("EC", Some("P-256")) => KeyMaterial::P256([vec![4], decode(wire.x)?, decode(wire.y)?].concat()),
            _ => return None,
        };
        Some(Self { id: wire.kid, algorithm, material })
    }

    fn can_verify(&self, algorithm: Algorithm) -> bool {
        let fits_kind = match self.material {
            KeyMaterial::Rsa { .. } => matches!(algorithm, Algorithm::Rs256 | Algorithm::Ps256),
            KeyMaterial::P256(_) => algorithm == Algorithm::Es256,
        };
        fits_kind && self.algorithm.is_none_or(|only| only == algorithm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(keys: &serde_json::Value) -> KeySet {
        KeySet::parse(json!({ "keys": keys }).to_string().as_bytes()).unwrap()
    }

    #[test]
    fn unusable_keys_are_left_out() {
        let keys = parse(&json!([
            { "kty": "RSA", "kid": "a", "n": "AQAB", "e": "AQAB" },
            { "kty": "RSA", "kid": "encryption", "use": "enc", "n": "AQAB", "e": "AQAB" },
            { "kty": "RSA", "kid": "other algorithm", "alg": "RS512", "n": "AQAB", "e": "AQAB" },
            { "kty": "oct", "kid": "symmetric", "k": "AQAB" },
            { "kty": "EC", "kid": "other curve", "crv": "P-384", "x": "AQAB", "y": "AQAB" },
            { "kty": "RSA", "kid": "incomplete", "n": "AQAB" },
            { "kid": "no type" }, "text", 7,
        ]));
        assert_eq!(keys.0.len(), 1);
        assert!(keys.find(Some("a"), Algorithm::Rs256).is_some());
        assert!(keys.find(Some("symmetric"), Algorithm::Rs256).is_none());
    }

    #[test]
    fn a_key_is_found_by_id_or_if_it_is_the_only_one() {
        let one = json!({ "kty": "RSA", "kid": "a", "n": "AQAB", "e": "AQAB" });
        let other = json!({ "kty": "EC", "kid": "b", "crv": "P-256", "x": "AQAB", "y": "AQAB" });
        let keys = parse(&json!([one, other]));
        assert!(keys.find(Some("a"), Algorithm::Rs256).is_some() && keys.find(Some("a"), Algorithm::Ps256).is_some());
        assert!(keys.find(Some("b"), Algorithm::Es256).is_some());
        assert!(keys.find(Some("a"), Algorithm::Es256).is_none(), "a key of another kind");
        assert!(keys.find(Some("c"), Algorithm::Rs256).is_none());
        assert!(keys.find(None, Algorithm::Es256).is_some());
        let twins = parse(&json!([one, { "kty": "RSA", "n": "AQAB", "e": "AQAB" }]));
        assert!(twins.find(None, Algorithm::Rs256).is_none(), "ambiguous");
        let bound = parse(&json!([{ "kty": "RSA", "alg": "PS256", "n": "AQAB", "e": "AQAB" }]));
        assert!(bound.find(None, Algorithm::Rs256).is_none() && bound.find(None, Algorithm::Ps256).is_some());
    }

    #[test]
    fn text_that_is_no_key_set_is_rejected() {
        for text in ["", "{}", "[]", "{\"keys\": {}}", "null"] {
            assert!(KeySet::parse(text.as_bytes()).is_none(), "{text}");
        }
    }
}
