//! A TLS client that can send any bytes, also HTTP/2 frames that no library would send.

use crate::binary::Service;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::Read;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use stormwire_testkit::service::TEST_TIMEOUT;

/// A self-signed certificate and its key.
pub(crate) struct TestCertificate {
    pub(crate) der: CertificateDer<'static>,
    pub(crate) pem: String,
    pub(crate) key_pem: String,
}

impl TestCertificate {
    pub(crate) fn new() -> Self {
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        Self { der: cert.der().clone(), pem: cert.pem(), key_pem: signing_key.serialize_pem() }
    }

    /// Writes `cert.pem` and `key.pem`.
    pub(crate) fn write(&self, folder: &Path) {
        std::fs::write(folder.join("cert.pem"), &self.pem).unwrap();
        std::fs::write(folder.join("key.pem"), &self.key_pem).unwrap();
    }
}

pub(crate) type TlsStream = StreamOwned<ClientConnection, TcpStream>;

/// Connects with one protocol (`h2`, `http/1.1`), trusting these certificates. The handshake happens with the first bytes.
pub(crate) fn connect(service: &Service, trusted: &[&TestCertificate], protocol: &str) -> TlsStream {
    let mut roots = RootCertStore::empty();
    for certificate in trusted {
        roots.add(certificate.der.clone()).unwrap();
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TcpStream::connect(service.address()).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    StreamOwned::new(ClientConnection::new(Arc::new(config), name).unwrap(), stream)
}

pub(crate) const HEADERS: u8 = 1;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;

/// Flags of frames.
pub(crate) const END_STREAM: u8 = 0x1;
const END_HEADERS: u8 = 0x4;

/// A frame that was received.
pub(crate) struct ReceivedFrame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

pub(crate) fn read_frame(stream: &mut TlsStream) -> ReceivedFrame {
    let mut head = [0; 9];
    stream.read_exact(&mut head).unwrap();
    let [a, b, c, kind, flags, id @ ..] = head;
    let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]).try_into().unwrap()];
    stream.read_exact(&mut payload).unwrap();
    ReceivedFrame { kind, flags, stream: u32::from_be_bytes(id), payload }
}

/// One HTTP/2 frame.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A complete GET request in one HEADERS frame.
pub(crate) fn get_frame(stream: u32, path: &str) -> Vec<u8> {
    // HPACK: `:method: GET` and `:scheme: https` from the table, `:authority` and `:path` as literals.
    let mut fields = vec![0x82, 0x87, 0x41, 9];
    fields.extend(b"localhost");
    fields.extend([0x44, u8::try_from(path.len()).unwrap()]);
    fields.extend(path.as_bytes());
    frame(HEADERS, END_STREAM | END_HEADERS, stream, &fields)
}

/// The head of a POST request with JSON, in one HEADERS frame. Its body follows, or never comes.
pub(crate) fn post_frame(stream: u32, path: &str, content_length: &str) -> Vec<u8> {
    // HPACK: `:method: POST` and `:scheme: https` from the table, `:authority` and `:path` as literals.
    let mut fields = vec![0x83, 0x87, 0x41, 9];
    fields.extend(b"localhost");
    fields.extend([0x44, u8::try_from(path.len()).unwrap()]);
    fields.extend(path.as_bytes());
    // `content-length` and `content-type` by their number in the table.
    for (number, value) in [(28, content_length), (31, "application/json")] {
        fields.extend([0x0f, number - 15, u8::try_from(value.len()).unwrap()]);
        fields.extend(value.as_bytes());
    }
    frame(HEADERS, END_HEADERS, stream, &fields)
}
