//! A running `stormwire`, and one that has ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use stormwire_testkit::process::Process;

/// The binary, without the surroundings of whoever runs the tests.
pub(crate) fn stormwire(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stormwire"));
    command.current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

/// Runs a command to its end.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    stormwire(folder).args(arguments).output().unwrap()
}

/// What it said on standard error.
pub(crate) fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "it should have failed");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A service that listens.
pub(crate) struct Service {
    process: Process,
    address: String,
    said: BufReader<std::process::ChildStdout>,
}

impl Service {
    /// Starts it and waits for the line that says where it listens.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = stormwire(folder);
        // Temporary folders go below the test's own, so that what is left behind can be seen.
        command.args(arguments).env("TMPDIR", folder).stderr(Stdio::null());
        Self::spawn(command)
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        command.stdout(Stdio::piped());
        let mut process = Process::start(command);
        let mut said = BufReader::new(process.stdout());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address =
            line.trim_end().strip_prefix("listening on http://").unwrap_or_else(|| panic!("it said {line:?}"));
        Self { address: address.to_owned(), process, said }
    }

    /// Asks for a path and gives the status and the body.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.send("GET", path, &[], "");
        (status, body)
    }

    /// Sends a request and gives the status, the head and the body.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let headers: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let (host, length) = (&self.address, body.len());
        let head =
            format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n");
        stream.write_all(format!("{head}{headers}\r\n{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    /// Asks until the status is that one; the test's own time limit ends a wait in vain.
    pub(crate) fn until(&self, path: &str, status: u16) -> String {
        loop {
            let (found, body) = self.get(path);
            if found == status {
                return body;
            }
        }
    }

    /// SIGTERM; gives what else it said on standard output.
    pub(crate) fn end(mut self) -> String {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).unwrap();
        assert!(self.process.wait().success(), "it ends well when asked to");
        rest
    }

    /// SIGKILL.
    pub(crate) fn kill(self) {
        self.process.kill();
    }
}
