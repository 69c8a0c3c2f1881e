//! TLS, for clients that require it, with a self-signed certificate that they must be configured to trust.

use axum::serve::Listener;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// A self-signed certificate and its private key.
#[derive(Debug)]
pub struct Certificate {
    pem: String,
    config: Arc<ServerConfig>,
}

impl Certificate {
    /// Creates a certificate for `127.0.0.1` and `localhost`.
    pub fn new() -> io::Result<Self> {
        let names = ["127.0.0.1", "localhost"].map(str::to_owned).to_vec();
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).map_err(io::Error::other)?;
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .map_err(io::Error::other)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self { pem: cert.pem(), config: Arc::new(config) })
    }

    /// The certificate, without the private key.
    pub fn pem(&self) -> &str {
        &self.pem
    }
}

/// Does each handshake in its own task, so that a slow client does not block others.
pub(crate) struct TlsListener {
    address: SocketAddr,
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
}

impl TlsListener {
    pub(crate) fn new(listener: TcpListener, certificate: &Certificate) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let acceptor = TlsAcceptor::from(Arc::clone(&certificate.config));
        let (sender, ready) = mpsc::channel(16);
        tokio::spawn(async move {
            while !sender.is_closed() {
                let Ok((stream, peer)) = listener.accept().await else { continue };
                let (acceptor, sender) = (acceptor.clone(), sender.clone());
                tokio::spawn(async move {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        let _ = sender.send((stream, peer)).await;
                    }
                });
            }
        });
        Ok(Self { address, ready })
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(connection) => connection,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        Ok(self.address)
    }
}
