//! Limits of the listener, with clients that misbehave.

use crate::binary::{Service, stormwire};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Stdio;
use stormwire_testkit::service::{TEST_TIMEOUT, block_until};

/// Starts the service with keys of `[server]`, such as `LIMITS__HEADER_SECONDS`.
fn start(folder: &Path, settings: &[(&str, &str)]) -> Service {
    let mut command = stormwire(folder);
    command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(Stdio::null());
    for (key, value) in settings {
        command.env(format!("STORMWIRE__SERVER__{key}"), value);
    }
    Service::spawn(command)
}

/// A connection that fails when the service does not respond.
fn connect(service: &Service) -> TcpStream {
    let stream = TcpStream::connect(service.address()).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    stream
}

/// All that the service sends until it closes the connection.
fn read_to_close(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    match stream.read_to_end(&mut text) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}"),
    }
    String::from_utf8(text).unwrap()
}

/// Sends a request on a connection that stays open, and returns whether all of a successful response has arrived.
fn is_served(stream: &mut TcpStream) -> io::Result<bool> {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: h\r\n\r\n")?;
    let (mut response, mut buffer) = (String::new(), [0; 4096]);
    while !is_complete(&response) {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Ok(false);
        }
        response.push_str(std::str::from_utf8(&buffer[..count]).unwrap());
    }
    Ok(response.starts_with("HTTP/1.1 200"))
}

fn is_complete(response: &str) -> bool {
    let Some((head, body)) = response.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    length.map_or_else(|| body.ends_with("0\r\n\r\n"), |length| body.len() >= length)
}

/// A connection that has served a request. With a limit of a second, a busy machine may need several attempts.
fn connect_and_request(service: &Service) -> TcpStream {
    let mut served = None;
    block_until(|| {
        let mut stream = connect(service);
        served = is_served(&mut stream).unwrap_or(false).then_some(stream);
        served.is_some()
    });
    served.unwrap()
}

#[test]
fn silent_and_slow_clients_are_disconnected() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[("LIMITS__HEADER_SECONDS", "1")]);
    let mut silent = connect(&service);
    let mut slow = connect(&service);
    slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: h\r\n").unwrap();
    let mut second_head = connect_and_request(&service);
    second_head.write_all(b"GET /healthz HTTP/1.1\r\n").unwrap();
    for stream in [&mut silent, &mut slow, &mut second_head] {
        assert_eq!(read_to_close(stream), "");
    }
    service.end();
}

#[test]
fn idle_connections_are_closed_later_than_slow_ones() {
    let folder = tempfile::tempdir().unwrap();
    let limits = [("LIMITS__HEADER_SECONDS", "1"), ("LIMITS__IDLE_SECONDS", "3600")];
    let service = start(folder.path(), &limits);
    let mut idle = connect_and_request(&service);
    // Closed after the time for a head has passed.
    assert_eq!(read_to_close(&mut connect(&service)), "");
    assert!(is_served(&mut idle).unwrap(), "still open");
    service.end();
    let limits = [("LIMITS__HEADER_SECONDS", "1"), ("LIMITS__IDLE_SECONDS", "3")];
    let service = start(folder.path(), &limits);
    let mut idle = connect_and_request(&service);
    assert_eq!(read_to_close(&mut idle), "");
    service.end();
}

#[test]
fn a_body_that_does_not_arrive_is_408() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[("LIMITS__BODY_SECONDS", "1")]);
    let mut stream = connect(&service);
    let head = "POST /auth/login HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let response = read_to_close(&mut stream);
    assert!(response.starts_with("HTTP/1.1 408"), "{response}");
    assert!(response.contains("the body was not received in time"), "{response}");
    service.end();
}

#[test]
fn a_client_that_never_reads_is_disconnected() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[("LIMITS__WRITE_SECONDS", "1")]);
    let mut stream = connect(&service);
    stream.set_write_timeout(Some(TEST_TIMEOUT)).unwrap();
    let requests = "GET /openapi.json HTTP/1.1\r\nhost: h\r\n\r\n".repeat(1_000);
    let error = loop {
        if let Err(error) = stream.write(requests.as_bytes()) {
            break error;
        }
    };
    assert_ne!(error.kind(), ErrorKind::WouldBlock, "the service still waits for a client that does not read");
    service.end();
}

/// Connects from another loopback address.
async fn connect_from(address: &str, service: &Service) -> tokio::net::TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
    socket.connect(service.address().parse().unwrap()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_cannot_open_all_connections() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[("LIMITS__CONNECTIONS_PER_ADDRESS", "2"), ("LIMITS__HEADER_SECONDS", "0")]);
    let held = [connect_from("127.0.0.2", &service).await, connect_from("127.0.0.2", &service).await];
    let mut rejected = connect_from("127.0.0.2", &service).await.into_std().unwrap();
    rejected.set_nonblocking(false).unwrap();
    rejected.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    assert_eq!(read_to_close(&mut rejected), "", "closed without a response");
    assert_eq!(service.get("/healthz").0, 200, "other addresses are served");
    drop(held);
    service.end();
}

#[test]
fn connections_are_limited_in_total_and_freed() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[("LIMITS__CONNECTIONS", "2"), ("LIMITS__HEADER_SECONDS", "0")]);
    let (mut one, _two) = (connect(&service), connect(&service));
    assert!(is_served(&mut one).unwrap());
    assert_eq!(read_to_close(&mut connect(&service)), "");
    drop(one);
    connect_and_request(&service);
    service.end();
}

#[test]
fn a_trusted_proxy_is_not_counted_as_one_client() {
    let folder = tempfile::tempdir().unwrap();
    let settings =
        [("LIMITS__CONNECTIONS_PER_ADDRESS", "2"), ("TRUSTED_PROXIES", "127.0.0.0/8"), ("LIMITS__HEADER_SECONDS", "0")];
    let service = start(folder.path(), &settings);
    let mut held: Vec<TcpStream> = (0..5).map(|_| connect(&service)).collect();
    for stream in &mut held {
        assert!(is_served(stream).unwrap());
    }
    drop(held);
    service.end();
}

#[test]
fn the_plain_listener_serves_only_http_1() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[("LIMITS__HEADER_SECONDS", "1")]);
    let mut stream = connect(&service);
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
    let response = read_to_close(&mut stream);
    assert!(response.is_empty() || response.starts_with("HTTP/1.1 4"), "{response:?}");
    service.end();
}

#[test]
fn requests_have_exactly_one_host() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(folder.path(), &[]);
    for hosts in ["", "host: a\r\nhost: b\r\n"] {
        let mut stream = connect(&service);
        stream.write_all(format!("GET /healthz HTTP/1.1\r\nconnection: close\r\n{hosts}\r\n").as_bytes()).unwrap();
        let response = read_to_close(&mut stream);
        assert!(response.starts_with("HTTP/1.1 400"), "{hosts:?}: {response}");
        assert!(response.contains("application/problem+json") && response.contains("nosniff"), "{response}");
    }
    service.end();
}

#[test]
fn the_open_file_limit_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new("sh");
    let run = format!("ulimit -Sn 128; exec {} serve --listen 127.0.0.1:0", env!("CARGO_BIN_EXE_stormwire"));
    command.args(["-c", &run]).current_dir(folder.path()).stderr(Stdio::null());
    let service = Service::spawn(command);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", service.id())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let numbers: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
    assert_eq!(numbers[0], numbers[1], "{line}");
    service.end();
}
