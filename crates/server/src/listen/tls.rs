//! The certificate of `[server.tls]`, read again when its files change.

use anyhow::{Context, Result, anyhow};
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use stormwire_city::config::TlsFiles;
use stormwire_clock::{Clock, SystemClock};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

/// Between two checks of the files.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

pub(crate) struct TlsCertificate {
    files: TlsFiles,
    current: Arc<CurrentKey>,
    acceptor: TlsAcceptor,
}

/// The certificate that the next handshake uses.
#[derive(Debug)]
struct CurrentKey(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for CurrentKey {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// The contents of both files.
#[derive(PartialEq, Eq)]
struct PemTexts {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl TlsCertificate {
    /// Reads the files. An error names the key of the configuration, the file and the fix.
    pub(crate) fn load(files: TlsFiles) -> Result<Self> {
        let provider = Arc::new(ring::default_provider());
        let certified = certified_key(&files, &PemTexts::read(&files)?, &provider)?;
        let current = Arc::new(CurrentKey(RwLock::new(Arc::new(certified))));
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(current.clone());
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self { files, current, acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    pub(super) fn acceptor(&self) -> &TlsAcceptor {
        &self.acceptor
    }

    /// Uses new files as soon as both are valid and belong together: they are rarely replaced at the same moment.
    pub(super) async fn follow_changes(self: Arc<Self>, shutdown: CancellationToken) {
        let provider = ring::default_provider();
        let mut last = PemTexts::read(&self.files).ok();
        loop {
            tokio::select! {
                () = SystemClock.sleep(CHECK_INTERVAL) => {}
                () = shutdown.cancelled() => return,
            }
            let read = PemTexts::read(&self.files);
            let certified = match &read {
                Ok(texts) if Some(texts) == last.as_ref() => continue,
                Ok(texts) => certified_key(&self.files, texts, &provider),
                // Reported once: `last` is none until the files can be read again.
                Err(_) if last.is_none() => continue,
                Err(error) => Err(anyhow!("{error:#}")),
            };
            match certified {
                Ok(certified) => {
                    *self.current.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certified);
                    tracing::info!(file = %self.files.certificate.display(), "certificate changed");
                }
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::error!(error, "cannot use the changed certificate; the previous one stays in use");
                }
            }
            last = read.ok();
        }
    }
}

impl PemTexts {
    fn read(files: &TlsFiles) -> Result<Self> {
        let read = |key: &str, file: &Path| {
            std::fs::read(file).with_context(|| {
                format!(
                    "{key}: cannot read {}; check that the file exists and that stormwire may read it",
                    file.display()
                )
            })
        };
        Ok(Self {
            certificate: read("server.tls.certificate", &files.certificate)?,
            key: read("server.tls.key", &files.key)?,
        })
    }
}

fn certified_key(files: &TlsFiles, texts: &PemTexts, provider: &CryptoProvider) -> Result<CertifiedKey> {
    let (certificate, key) = (files.certificate.display(), files.key.display());
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&texts.certificate).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or_else(|| {
        anyhow!(
            "server.tls.certificate: {certificate} contains no certificate in PEM format; use a file with -----BEGIN CERTIFICATE-----, the server's certificate first"
        )
    })?;
    let private = PrivateKeyDer::from_pem_slice(&texts.key).map_err(|_| {
        anyhow!(
            "server.tls.key: {key} contains no private key in PEM format; use a file with -----BEGIN PRIVATE KEY----- and no password"
        )
    })?;
    CertifiedKey::from_der(chain, private, provider).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => anyhow!(
            "server.tls.key: {key} does not belong to the certificate in {certificate}; use the key that the certificate was made for"
        ),
        error => anyhow!("server.tls: cannot use {certificate} with {key}: {error}; create them again"),
    })
}
