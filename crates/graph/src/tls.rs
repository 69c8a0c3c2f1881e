//! Secure connections to the outside: ring, the machine's roots or the built-in ones. Whoever calls over HTTPS takes it
//! from here.

use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;
use std::sync::Arc;

/// Ring is named here so that no process-wide default is needed. Where nothing goes over TLS nobody is trusted, so that
/// a machine without roots can still work with a provider on the same machine.
pub fn client(secure: bool) -> Result<ClientConfig, rustls::Error> {
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let mut config = match secure.then(|| builder.clone().with_platform_verifier()) {
        Some(Ok(builder)) => builder.with_no_client_auth(),
        // A machine without roots of its own must not keep the service from starting: the web's are built in.
        Some(Err(error)) => {
            tracing::warn!(%error, "this machine has no certificate roots; using those that are built in");
            let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            builder.with_root_certificates(roots).with_no_client_auth()
        }
        None => builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
