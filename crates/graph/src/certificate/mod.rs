//! A certificate with its private key, as the other way to prove who an application is.

mod validity;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PSS_SHA256, RsaKeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use secrecy::{ExposeSecret, SecretString};
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;

/// Certificates of the authority may be in the text as well.
const MAX_BYTES: usize = 32 * 1024;

/// The problem and the fix. Never contains the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CertificateError {
    #[error("the text has more than {MAX_BYTES} bytes; send one certificate and its key")]
    TooLong,
    #[error("there is no certificate in the text; it needs a part that starts with -----BEGIN CERTIFICATE-----")]
    NoCertificate,
    #[error("there is no private key in the text; append the part that starts with -----BEGIN PRIVATE KEY-----")]
    NoKey,
    #[error(
        "the private key is encrypted with a password; remove it with: openssl pkey -in key.pem -out plain-key.pem"
    )]
    EncryptedKey,
    #[error("the private key is not an RSA key of 2048 to 4096 bits; Microsoft accepts no other for applications")]
    UnsupportedKey,
    #[error("the private key does not belong to the certificate")]
    OtherKey,
    #[error("the certificate cannot be read")]
    Unreadable,
}

/// Can sign in the name of an application whose registration has the certificate.
#[derive(Clone)]
pub struct ClientCertificate {
    pem: SecretString,
    key: Arc<RsaKeyPair>,
    certificate: CertificateDer<'static>,
    expires_at: Timestamp,
}

impl std::fmt::Debug for ClientCertificate {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ClientCertificate({})", self.thumbprint())
    }
}

impl ClientCertificate {
    /// A PEM text with a certificate and its private key, in any order.
    pub fn parse(pem: SecretString) -> Result<Self, CertificateError> {
        let text = pem.expose_secret();
        if text.len() > MAX_BYTES {
            return Err(CertificateError::TooLong);
        }
        let certificates: Vec<_> = CertificateDer::pem_slice_iter(text.as_bytes()).filter_map(Result::ok).collect();
        if certificates.is_empty() {
            return Err(CertificateError::NoCertificate);
        }
        let key = Arc::new(read_key(text)?);
        // A certificate contains the public key in the same form.
        let public = key.public().as_ref();
        let owner = |one: &CertificateDer<'static>| one.windows(public.len()).any(|part| part == public);
        let certificate = certificates.into_iter().find(owner).ok_or(CertificateError::OtherKey)?;
        let expires_at = validity::not_after(&certificate).ok_or(CertificateError::Unreadable)?;
        Ok(Self { pem, key, certificate, expires_at })
    }

    pub fn expires_at(&self) -> Timestamp {
        self.expires_at
    }

    /// SHA-1 in hexadecimal: only to recognize the certificate, as Entra ID shows it.
    pub fn thumbprint(&self) -> String {
        let hash = digest(&SHA1_FOR_LEGACY_USE_ONLY, &self.certificate);
        hash.as_ref().iter().fold(String::new(), |mut text, byte| {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02X}");
            text
        })
    }

    /// With the private key.
    pub fn pem(&self) -> &SecretString {
        &self.pem
    }

    /// The value of `x5t#S256`.
    pub(crate) fn sha256(&self) -> String {
        URL_SAFE_NO_PAD.encode(digest(&SHA256, &self.certificate))
    }

    /// With RSASSA-PSS and SHA-256 (PS256).
    pub(crate) fn sign(&self, message: &[u8]) -> Option<Vec<u8>> {
        let mut signature = vec![0; self.key.public().modulus_len()];
        self.key.sign(&RSA_PSS_SHA256, &SystemRandom::new(), message, &mut signature).ok()?;
        Some(signature)
    }
}

fn read_key(text: &str) -> Result<RsaKeyPair, CertificateError> {
    let key = PrivateKeyDer::from_pem_slice(text.as_bytes());
    let is_encrypted =
        text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || text.contains("Proc-Type: 4,ENCRYPTED");
    if is_encrypted {
        return Err(CertificateError::EncryptedKey);
    }
    match key {
        Ok(PrivateKeyDer::Pkcs8(key)) => RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()),
        Ok(PrivateKeyDer::Pkcs1(key)) => RsaKeyPair::from_der(key.secret_pkcs1_der()),
        Ok(_) => return Err(CertificateError::UnsupportedKey),
        Err(_) => return Err(CertificateError::NoKey),
    }
    .map_err(|_| CertificateError::UnsupportedKey)
}

#[cfg(test)]
mod tests;
