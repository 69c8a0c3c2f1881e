//! The TLS configuration of all outgoing HTTPS connections.

use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;
use std::sync::Arc;

/// Uses ring explicitly, so that no process-wide default is needed. With `secure` false no certificate is trusted, so that
/// a machine without certificate roots can still use a provider over plain HTTP.
pub fn client_config(secure: bool) -> Result<ClientConfig, rustls::Error> {
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let mut config = match secure.then(|| builder.clone().with_platform_verifier()) {
        Some(Ok(builder)) => builder.with_no_client_auth(),
        // The service must start on a machine without certificate roots, so Mozilla's are built in.
        Some(Err(error)) => {
            tracing::warn!(%error, "no system certificate roots found; using the built-in ones");
            let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            builder.with_root_certificates(roots).with_no_client_auth()
        }
        None => builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
