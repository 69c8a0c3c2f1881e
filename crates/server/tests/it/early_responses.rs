//! Responses that are sent before the request body has arrived.

use crate::binary::{Service, stormwire};
use crate::tls_client::{
    END_STREAM, PING, RST_STREAM, SETTINGS, TestCertificate, TlsStream, connect, frame, post_frame, read_frame,
};
use reqwest::RequestBuilder;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use stormwire_testkit::service::{TEST_TIMEOUT, block_until, wait_until};
use tempfile::TempDir;
use tokio::task::JoinHandle;

/// A service with TLS.
struct Fixture {
    folder: TempDir,
    certificate: TestCertificate,
    service: Service,
}

impl Fixture {
    /// With keys of `[server]`, such as `LIMITS__BODY_SECONDS`.
    fn start(settings: &[(&str, &str)]) -> Self {
        let (folder, certificate) = (tempfile::tempdir().unwrap(), TestCertificate::new());
        certificate.write(folder.path());
        let mut command = stormwire(folder.path());
        command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(Stdio::null());
        command.env("STORMWIRE__SERVER__TLS__CERTIFICATE", "cert.pem").env("STORMWIRE__SERVER__TLS__KEY", "key.pem");
        command.envs(settings.iter().map(|(key, value)| (format!("STORMWIRE__SERVER__{key}"), value)));
        Self { service: Service::spawn(command), folder, certificate }
    }

    fn connect_http_2(&self) -> TlsStream {
        let mut stream = connect(&self.service, &[&self.certificate], "h2");
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
        stream.write_all(&frame(SETTINGS, 0, 0, &[])).unwrap();
        stream
    }

    fn url(&self, path: &str) -> String {
        let port = self.service.address().rsplit(':').next().unwrap();
        format!("https://localhost:{port}{path}")
    }

    /// Sends a large body and returns the status of the problem.
    async fn post(&self, client: &reqwest::Client, path: &str, headers: &[(&str, &str)]) -> u64 {
        let mut request = client.post(self.url(path));
        for (name, value) in [("content-type", "application/json")].iter().chain(headers) {
            request = request.header(*name, *value);
        }
        let response = request.body(vec![b' '; LARGE]).send().await.unwrap();
        assert_eq!(response.version(), reqwest::Version::HTTP_2);
        let problem: Value = response.json().await.unwrap();
        problem["status"].as_u64().unwrap()
    }

    fn client(&self) -> reqwest::Client {
        // reqwest needs a default crypto provider; a second call fails and is harmless.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let root = reqwest::Certificate::from_pem(self.certificate.pem.as_bytes()).unwrap();
        let builder = reqwest::Client::builder().no_proxy().tls_certs_only([root]);
        builder.resolve("localhost", self.service.address().parse().unwrap()).build().unwrap()
    }

    fn end(self) {
        self.service.end();
        drop(self.folder);
    }
}

const LARGE: usize = 3 * 1024 * 1024;

/// Sends the request again and again.
fn repeat(request: RequestBuilder) -> JoinHandle<()> {
    tokio::spawn(async move {
        while let Some(again) = request.try_clone() {
            let _ = again.send().await;
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn early_rejections_reach_http_2_clients_that_are_still_sending() {
    let fixture = Fixture::start(&[]);
    let client = fixture.client();
    let large_field = "x".repeat(70 * 1024);
    for (headers, expected) in
        [(&[][..], 413), (&[("origin", "https://elsewhere.example")], 403), (&[("x-large", large_field.as_str())], 431)]
    {
        for _ in 0..5 {
            assert_eq!(fixture.post(&client, "/auth/login", headers).await, expected);
        }
    }
    fixture.end();
    let fixture = Fixture::start(&[("ANONYMOUS_PER_SECOND", "1")]);
    let client = fixture.client();
    // Small requests use up what is allowed, however long a large body takes.
    let flood: Vec<_> = (0..4).map(|_| client.get(fixture.url("/lightning-strikes/status"))).map(repeat).collect();
    wait_until(async || fixture.post(&client, "/lightning-strikes/status", &[]).await == 429).await;
    flood.iter().for_each(JoinHandle::abort);
    fixture.end();
}

/// Reads to the end of the response.
fn read_response(stream: &mut TlsStream) {
    loop {
        let frame = read_frame(stream);
        assert_ne!(frame.kind, RST_STREAM, "reset with {:?} before the response has ended", frame.payload);
        if frame.stream == 1 && frame.flags & END_STREAM != 0 && frame.kind <= 1 {
            return;
        }
    }
}

#[test]
fn an_early_response_resets_the_stream_only_after_a_while() {
    let fixture = Fixture::start(&[("LIMITS__BODY_SECONDS", "3")]);
    let mut opened = None;
    // The client can still send. On a busy machine, what it sends may arrive too late.
    block_until(|| {
        let stream = opened.insert(fixture.connect_http_2());
        stream.write_all(&post_frame(1, "/auth/login", "3000000")).unwrap();
        read_response(stream);
        stream.write_all(&frame(PING, 0, 0, &[0; 8])).unwrap();
        let mut frames = std::iter::repeat_with(|| read_frame(stream));
        frames.find(|frame| [RST_STREAM, PING].contains(&frame.kind)).unwrap().kind == PING
    });
    let mut stream = opened.unwrap();
    let reset = std::iter::repeat_with(|| read_frame(&mut stream)).find(|frame| frame.kind == RST_STREAM).unwrap();
    assert_eq!((reset.stream, reset.payload), (1, vec![0; 4]), "no error");
    fixture.end();
}

#[test]
fn a_body_that_is_announced_as_too_large_is_413_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = stormwire(folder.path());
    command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(Stdio::null());
    // 0 switches the limit off, so that a response that waits for the body never comes.
    command.env("STORMWIRE__SERVER__LIMITS__BODY_SECONDS", "0");
    let service = Service::spawn(command);
    for path in ["/auth/login", "/webhooks/graph/mail"] {
        let mut stream = TcpStream::connect(service.address()).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 1048577\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 413");
    }
    service.end();
}
