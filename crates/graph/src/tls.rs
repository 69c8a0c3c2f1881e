//! The TLS configuration of all outgoing HTTPS connections.

use rustls::client::Resumption;
use rustls::crypto::ring;
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, WantsVerifier};
use rustls_platform_verifier::BuilderVerifierExt;
use std::sync::{Arc, OnceLock};

/// Trusts the roots of the system. They are in hundreds of files, so a process reads them once and not for each client.
static SYSTEM_ROOTS: OnceLock<ClientConfig> = OnceLock::new();

/// Uses ring explicitly, so that no process-wide default is needed. With `secure` false no certificate is trusted, so that
/// a machine without certificate roots can still use a provider over plain HTTP.
pub fn client_config(secure: bool) -> Result<ClientConfig, rustls::Error> {
    let mut config = if secure {
        trusting_the_system()?
    } else {
        builder()?.with_root_certificates(RootCertStore::empty()).with_no_client_auth()
    };
    // No client resumes the sessions of another.
    config.resumption = Resumption::default();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

fn trusting_the_system() -> Result<ClientConfig, rustls::Error> {
    if let Some(config) = SYSTEM_ROOTS.get() {
        return Ok(config.clone());
    }
    match builder()?.with_platform_verifier() {
        Ok(builder) => Ok(SYSTEM_ROOTS.get_or_init(|| builder.with_no_client_auth()).clone()),
        // The service must start on a machine without certificate roots, so Mozilla's are built in.
        Err(error) => {
            tracing::warn!(%error, "no system certificate roots found; using the built-in ones");
            let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            Ok(builder()?.with_root_certificates(roots).with_no_client_auth())
        }
    }
}

fn builder() -> Result<ConfigBuilder<ClientConfig, WantsVerifier>, rustls::Error> {
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider())).with_safe_default_protocol_versions()
}
