//! Encrypts a message for one browser: `aes128gcm` of RFC 8188, with the keys of RFC 8291.

use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

/// An uncompressed point of P-256.
const POINT_LENGTH: usize = 65;
const AUTH_LENGTH: usize = 16;
/// The only record is shorter.
const RECORD_SIZE: u32 = 4096;
/// After the text of the last record.
const LAST_RECORD: u8 = 2;

/// What a browser gave with its subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BrowserKeys {
    point: [u8; POINT_LENGTH],
    auth: [u8; AUTH_LENGTH],
}

/// Which of the two keys is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InvalidKey {
    P256dh,
    Auth,
}

impl BrowserKeys {
    /// In base64url, with or without padding. Only a point of the curve is accepted.
    pub(super) fn parse(p256dh: &str, auth: &str) -> Result<Self, InvalidKey> {
        let point = decode(p256dh).and_then(|bytes| bytes.try_into().ok()).ok_or(InvalidKey::P256dh)?;
        let auth = decode(auth).and_then(|bytes| bytes.try_into().ok()).ok_or(InvalidKey::Auth)?;
        let keys = Self { point, auth };
        encrypt(&keys, [0; 16], b"").map_err(|_| InvalidKey::P256dh)?;
        Ok(keys)
    }
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let engine = if text.ends_with('=') { &URL_SAFE } else { &URL_SAFE_NO_PAD };
    engine.decode(text).ok()
}

/// The body of a request to the push service. `salt` must be random.
pub(super) fn encrypt(keys: &BrowserKeys, salt: [u8; 16], text: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let public = private.compute_public_key()?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, keys.point);
    agree_ephemeral(private, &browser, |shared| seal(shared, public.as_ref(), keys, salt, text))?
}

/// `shared` is the result of the key agreement, `sender` the public key of this message.
fn seal(shared: &[u8], sender: &[u8], keys: &BrowserKeys, salt: [u8; 16], text: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let MessageKey { key, nonce } = derive(shared, sender, keys, salt)?;
    let mut record = [text, &[LAST_RECORD]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let sender_length = u8::try_from(sender.len()).map_err(|_| Unspecified)?;
    Ok([&salt[..], &RECORD_SIZE.to_be_bytes(), &[sender_length], sender, record.as_slice()].concat())
}

struct MessageKey {
    key: [u8; 16],
    nonce: [u8; 12],
}

fn derive(shared: &[u8], sender: &[u8], keys: &BrowserKeys, salt: [u8; 16]) -> Result<MessageKey, Unspecified> {
    let combined = Salt::new(HKDF_SHA256, &keys.auth).extract(shared);
    let secret: [u8; 32] = expand(&combined, &[b"WebPush: info\0", &keys.point, sender])?;
    let secret = Salt::new(HKDF_SHA256, &salt).extract(&secret);
    let key = expand(&secret, &[b"Content-Encoding: aes128gcm\0"])?;
    Ok(MessageKey { key, nonce: expand(&secret, &[b"Content-Encoding: nonce\0"])? })
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(secret: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    secret.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of RFC 8291, appendix A.
    const SHARED: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    const SENDER: &str = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const TEXT: &[u8] = b"When I grow up, I want to be a watermelon";
    const KEY: &str = "oIhVW04MRdy2XN9CiKLxTg";
    const NONCE: &str = "4h_95klXJ5E_qnoN";
    const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
        EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes(text: &str) -> Vec<u8> {
        decode(text).unwrap()
    }

    #[test]
    fn message_of_the_standard_is_encrypted_bit_for_bit() {
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        let salt = bytes(SALT).try_into().unwrap();
        let derived = derive(&bytes(SHARED), &bytes(SENDER), &keys, salt).unwrap();
        assert_eq!((derived.key.to_vec(), derived.nonce.to_vec()), (bytes(KEY), bytes(NONCE)));
        let message = seal(&bytes(SHARED), &bytes(SENDER), &keys, salt, TEXT).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.encode(message), MESSAGE);
    }

    /// Reads a message the way a browser does, with its own order of steps.
    fn decrypt(private: EphemeralPrivateKey, keys: &BrowserKeys, message: &[u8]) -> Vec<u8> {
        let (salt, rest) = message.split_at(16);
        let (head, rest) = rest.split_at(5);
        assert_eq!(head, [0, 0, 16, 0, 65]);
        let (sender, record) = rest.split_at(65);
        let browser = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree_ephemeral(private, &browser, <[u8]>::to_vec).unwrap();
        let MessageKey { key, nonce } = derive(&shared, sender, keys, salt.try_into().unwrap()).unwrap();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let text = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).unwrap();
        assert_eq!(text.last(), Some(&LAST_RECORD));
        text[..text.len() - 1].to_vec()
    }

    #[test]
    fn browser_with_the_private_key_reads_the_message() {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let point = private.compute_public_key().unwrap();
        let keys = BrowserKeys::parse(&URL_SAFE_NO_PAD.encode(point), AUTH).unwrap();
        let message = encrypt(&keys, [7; 16], TEXT).unwrap();
        assert_eq!(decrypt(private, &keys, &message), TEXT);
        assert_ne!(message, encrypt(&keys, [7; 16], TEXT).unwrap(), "each message has its own key");
    }

    #[test]
    fn keys_that_no_browser_has_are_rejected() {
        let outside = URL_SAFE_NO_PAD.encode([&[4_u8][..], &[1; 64]].concat());
        for (p256dh, auth, expected) in [
            ("", AUTH, InvalidKey::P256dh),
            ("not base64", AUTH, InvalidKey::P256dh),
            (&P256DH[..80], AUTH, InvalidKey::P256dh),
            (outside.as_str(), AUTH, InvalidKey::P256dh),
            (P256DH, "", InvalidKey::Auth),
            (P256DH, SALT.repeat(2).as_str(), InvalidKey::Auth),
        ] {
            assert_eq!(BrowserKeys::parse(p256dh, auth), Err(expected), "{p256dh:?} {auth:?}");
        }
        assert!(BrowserKeys::parse(&format!("{P256DH}="), &format!("{AUTH}==")).is_ok(), "padding is fine");
    }
}
