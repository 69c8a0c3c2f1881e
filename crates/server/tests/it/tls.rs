//! `[server.tls]`: the certificate, HTTP/2, and clients that abuse it.

use crate::binary::{Service, error_text, run, stormwire};
use crate::tls_client::{RST_STREAM, SETTINGS, TestCertificate, TlsStream, connect, frame, get_frame};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use stormwire_testkit::service::block_until;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

fn start(folder: &Path, settings: &[(&str, &str)]) -> Service {
    let mut command = stormwire(folder);
    command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(Stdio::null());
    command.env("STORMWIRE__SERVER__TLS__CERTIFICATE", "cert.pem").env("STORMWIRE__SERVER__TLS__KEY", "key.pem");
    for (key, value) in settings {
        command.env(format!("STORMWIRE__SERVER__{key}"), value);
    }
    Service::spawn(command)
}

fn get(stream: &mut TlsStream, path: &str) -> String {
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut response = Vec::new();
    // The service may end TLS without a notice.
    let _ = stream.read_to_end(&mut response);
    String::from_utf8_lossy(&response).into_owned()
}

/// All that the service sends until it closes the connection.
fn read_to_close(stream: &mut TlsStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes) {
        assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "the connection is still open");
    }
    bytes
}

#[test]
fn serves_https_and_rereads_a_changed_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (TestCertificate::new(), TestCertificate::new());
    first.write(folder.path());
    let service = start(folder.path(), &[]);
    let response = get(&mut connect(&service, &[&first], "http/1.1"), "/healthz");
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    second.write(folder.path());
    let presented = || {
        let mut stream = connect(&service, &[&first, &second], "http/1.1");
        assert!(get(&mut stream, "/healthz").starts_with("HTTP/1.1 200"));
        stream.conn.peer_certificates().unwrap()[0].clone()
    };
    block_until(|| presented() == second.der);
    std::fs::write(folder.path().join("key.pem"), "damaged").unwrap();
    assert_eq!(presented(), second.der, "a damaged file changes nothing");
    service.end();
}

#[test]
fn bad_certificates_are_named_with_the_fix() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (TestCertificate::new(), TestCertificate::new());
    std::fs::write(folder.path().join("stormwire.toml"), "[server.tls]\ncertificate = \"cert.pem\"\nkey = \"key.pem\"")
        .unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let expect = |expected: &str| {
        let error = error_text(&run(folder.path(), &serve));
        assert!(error.contains(expected), "{error}");
        let checked = run(folder.path(), &["check"]);
        let checked = String::from_utf8(checked.stdout).unwrap();
        assert!(checked.contains(&format!("FAILED  TLS certificate: {expected}")), "{checked}");
    };
    expect("server.tls.certificate: cannot read cert.pem; check that the file exists");
    one.write(folder.path());
    std::fs::write(folder.path().join("cert.pem"), "no certificate").unwrap();
    expect("server.tls.certificate: cert.pem contains no certificate in PEM format");
    one.write(folder.path());
    std::fs::write(folder.path().join("key.pem"), &one.pem).unwrap();
    expect("server.tls.key: key.pem contains no private key in PEM format");
    std::fs::write(folder.path().join("key.pem"), &other.key_pem).unwrap();
    expect("server.tls.key: key.pem does not belong to the certificate in cert.pem");
    one.write(folder.path());
    let checked = String::from_utf8(run(folder.path(), &["check"]).stdout).unwrap();
    assert!(checked.contains("ok      TLS certificate: certificate and key can be read"), "{checked}");
}

#[test]
fn http_2_streams_that_are_not_read_do_not_hold_responses() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = TestCertificate::new();
    certificate.write(folder.path());
    let service = start(folder.path(), &[("LIMITS__WRITE_SECONDS", "1"), ("LIMITS__IDLE_SECONDS", "0")]);
    for window in [0_u32, 1] {
        let mut stream = connect(&service, &[&certificate], "h2");
        let initial_window = [&[0, 4], &window.to_be_bytes()[..]].concat();
        let mut bytes = [PREFACE, &frame(SETTINGS, 0, 0, &initial_window)].concat();
        (0..20).for_each(|number| bytes.extend(get_frame(1 + 2 * number, "/openapi.json")));
        stream.write_all(&bytes).unwrap();
        let received = read_to_close(&mut stream).len();
        assert!(received < 10_000, "{received} bytes with a window of {window}");
    }
    service.end();
}

#[test]
fn a_flood_of_http_2_resets_ends_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = TestCertificate::new();
    certificate.write(folder.path());
    let service = start(folder.path(), &[("LIMITS__HEADER_SECONDS", "0"), ("LIMITS__IDLE_SECONDS", "0")]);
    let mut stream = connect(&service, &[&certificate], "h2");
    let mut bytes = [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat();
    for number in 0..2_000 {
        bytes.extend(get_frame(1 + 2 * number, "/lightning-strikes/facilities?radiusMiles=3"));
        bytes.extend(frame(RST_STREAM, 0, 1 + 2 * number, &[0, 0, 0, 8]));
    }
    // The service may close the connection before it has read everything.
    let _ = stream.write_all(&bytes);
    read_to_close(&mut stream);
    let response = get(&mut connect(&service, &[&certificate], "http/1.1"), "/healthz");
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    service.end();
}
