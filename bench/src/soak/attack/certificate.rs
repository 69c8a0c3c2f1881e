//! The certificate of the service, and clients that trust it.

use anyhow::Result;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Longer than any time limit of the service.
const CLIENT_TIMEOUT: Duration = Duration::from_mins(2);

pub(super) struct TestCertificate {
    der: CertificateDer<'static>,
    folder: TempDir,
}

/// Whether a client keeps its connection for the next request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reuse {
    Kept,
    NewForEach,
}

impl TestCertificate {
    pub(super) fn new() -> Result<Self> {
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(vec!["127.0.0.1".to_owned()])?;
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("cert.pem"), cert.pem())?;
        std::fs::write(folder.path().join("key.pem"), signing_key.serialize_pem())?;
        Ok(Self { der: cert.der().clone(), folder })
    }

    /// The settings of the service.
    pub(super) fn settings(&self) -> Vec<(&'static str, String)> {
        let path = |name: &str| self.folder.path().join(name).display().to_string();
        vec![
            ("STORMWIRE__SERVER__TLS__CERTIFICATE", path("cert.pem")),
            ("STORMWIRE__SERVER__TLS__KEY", path("key.pem")),
        ]
    }

    /// A client that negotiates only this protocol (`h2`, `http/1.1`).
    pub(super) fn tls_config(&self, protocol: &str) -> Result<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone())?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let mut config = builder.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        Ok(config)
    }

    pub(super) fn http_client(&self, from: Ipv4Addr, reuse: Reuse) -> Result<reqwest::Client> {
        let idle_connections = if reuse == Reuse::Kept { usize::MAX } else { 0 };
        let builder = reqwest::Client::builder().no_proxy().local_address(Some(from.into())).http1_only();
        let builder = builder.pool_max_idle_per_host(idle_connections).timeout(CLIENT_TIMEOUT);
        Ok(builder.tls_backend_preconfigured(self.tls_config("http/1.1")?).build()?)
    }
}
