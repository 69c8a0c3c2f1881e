//! Runs `stormwire` as a command or a service.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use stormwire_testkit::process::Process;
use stormwire_testkit::service::block_until;

/// The binary with an empty environment.
pub(crate) fn stormwire(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stormwire"));
    command.current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    stormwire(folder).args(arguments).output().unwrap()
}

/// Standard error of a command that failed.
pub(crate) fn error_text(output: &Output) -> String {
    assert!(!output.status.success(), "the command should have failed");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A running service.
pub(crate) struct Service {
    process: Process,
    address: String,
    stdout: BufReader<std::process::ChildStdout>,
}

impl Service {
    /// Starts the service and waits for the line with its address.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = stormwire(folder);
        // Temporary folders are created in the test's folder, so that leftovers can be detected.
        command.args(arguments).env("TMPDIR", folder).stderr(Stdio::null());
        Self::spawn(command)
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        command.stdout(Stdio::piped());
        let mut process = Process::start(command);
        let mut stdout = BufReader::new(process.stdout());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let url = line.trim_end().strip_prefix("listening on ");
        let address = url.and_then(|url| url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")));
        let address = address.unwrap_or_else(|| panic!("unexpected output {line:?}"));
        Self { address: address.to_owned(), process, stdout }
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Returns status and body.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.send("GET", path, &[], "");
        (status, body)
    }

    /// Returns status, head and body.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let headers: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let (host, length) = (&self.address, body.len());
        let head =
            format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n");
        stream.write_all(format!("{head}{headers}\r\n{body}").as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let status = response.split(' ').nth(1).unwrap().parse().unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    /// Repeats the request until it has the status. Returns the body.
    pub(crate) fn until(&self, path: &str, status: u16) -> String {
        let mut response = (0, String::new());
        block_until(|| {
            response = self.get(path);
            response.0 == status
        });
        response.1
    }

    /// Sends SIGTERM and returns the rest of the standard output.
    pub(crate) fn end(mut self) -> String {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        assert!(self.process.wait().success(), "exit status after SIGTERM");
        rest
    }

    /// Sends SIGKILL.
    pub(crate) fn kill(self) {
        self.process.kill();
    }
}
