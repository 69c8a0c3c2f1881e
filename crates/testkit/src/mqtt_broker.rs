//! An MQTT broker, Debian's mosquitto, and a subscriber. Nothing is kept when the broker stops.

use crate::process::{Process, free_address};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

/// How long a subscriber waits for all it is asked for, in seconds.
const SUBSCRIBER_SECONDS: &str = "60";

/// How clients are let in.
#[derive(Debug, Clone, Default)]
pub struct BrokerOptions {
    /// User name and password; without them anyone may connect.
    pub login: Option<(String, String)>,
    pub tls: Option<BrokerCertificate>,
}

/// PEM files.
#[derive(Debug, Clone)]
pub struct BrokerCertificate {
    pub authority: PathBuf,
    pub certificate: PathBuf,
    pub key: PathBuf,
}

pub struct MqttBroker {
    pub address: SocketAddr,
    host: String,
    config: PathBuf,
    options: BrokerOptions,
    process: Option<Process>,
}

impl MqttBroker {
    /// Its files are written to the folder.
    pub fn start(folder: &Path, options: BrokerOptions) -> Self {
        let address = free_address();
        Self::start_at(folder, options, address, address.ip().to_string())
    }

    /// With the name `localhost`, which a certificate may have.
    pub fn start_on_localhost(folder: &Path, options: BrokerOptions) -> Self {
        let port = free_address().port();
        Self::start_at(folder, options, ([127, 0, 0, 1], port).into(), "localhost".into())
    }

    fn start_at(folder: &Path, options: BrokerOptions, address: SocketAddr, host: String) -> Self {
        let config = folder.join("mosquitto.conf");
        std::fs::write(&config, config_text(folder, address, &options)).expect("write the configuration");
        let mut broker = Self { address, host, config, options, process: None };
        broker.resume();
        broker
    }

    /// Returns when it accepts connections.
    pub fn resume(&mut self) {
        let mut command = Command::new(program("mosquitto"));
        command.arg("-c").arg(&self.config).stdin(Stdio::null()).stderr(Stdio::piped());
        let mut process = Process::start(command);
        let mut log = BufReader::new(process.stderr());
        let mut line = String::new();
        while !line.contains(" running") {
            line.clear();
            assert_ne!(log.read_line(&mut line).expect("read the log"), 0, "mosquitto has ended by itself");
        }
        // A full pipe would stop the broker.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        self.process = Some(process);
    }

    /// Kills it. What it has retained is lost.
    pub fn stop(&mut self) {
        self.process.take().expect("the broker is running").kill();
    }

    pub fn url(&self) -> String {
        let user = self.options.login.as_ref().map_or(String::new(), |(name, _)| format!("{name}@"));
        let scheme = if self.options.tls.is_some() { "mqtts" } else { "mqtt" };
        format!("{scheme}://{user}{}:{}", self.host, self.address.port())
    }

    /// Gets what is retained, then what is published.
    pub fn subscribe(&self, topic: &str) -> Subscriber {
        let mut command = Command::new(program("mosquitto_sub"));
        command.args(["-h", &self.address.ip().to_string(), "-p", &self.address.port().to_string()]);
        command.args(["-t", topic, "-q", "1", "-W", SUBSCRIBER_SECONDS, "-F", "%r %t %p"]);
        if let Some((name, password)) = &self.options.login {
            command.args(["-u", name, "-P", password]);
        }
        if let Some(certificate) = &self.options.tls {
            command.arg("--cafile").arg(&certificate.authority);
        }
        let mut process = Process::start({
            command.stdin(Stdio::null()).stdout(Stdio::piped());
            command
        });
        Subscriber { lines: BufReader::new(process.stdout()), _process: process }
    }
}

fn config_text(folder: &Path, address: SocketAddr, options: &BrokerOptions) -> String {
    // Without a user, mosquitto started by root could not read its files. It buffers stdout, but not stderr.
    let mut text = format!(
        "listener {} {}\npersistence false\nuser root\nlog_dest stderr\nallow_anonymous {}\n",
        address.port(),
        address.ip(),
        options.login.is_none()
    );
    if let Some((name, password)) = &options.login {
        let file = folder.join("mosquitto.passwords");
        let status =
            Command::new(program("mosquitto_passwd")).args(["-b", "-c"]).arg(&file).args([name, password]).status();
        assert!(status.expect("run mosquitto_passwd").success());
        text = format!("{text}password_file {}\n", file.display());
    }
    if let Some(BrokerCertificate { certificate, key, .. }) = &options.tls {
        text = format!("{text}certfile {}\nkeyfile {}\n", certificate.display(), key.display());
    }
    text
}

/// The broker itself is not in the PATH of every user.
fn program(name: &str) -> PathBuf {
    let found =
        ["/usr/sbin", "/usr/bin"].map(|folder| Path::new(folder).join(name)).into_iter().find(|path| path.exists());
    found.unwrap_or_else(|| panic!("{name} not found: run scripts/setup.sh"))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMessage {
    /// False if it was published after the subscription.
    pub is_retained: bool,
    pub topic: String,
    pub payload: String,
}

pub struct Subscriber {
    lines: BufReader<ChildStdout>,
    _process: Process,
}

impl Subscriber {
    /// Panics if nothing is received for a long time.
    pub fn receive(&mut self) -> ReceivedMessage {
        let mut line = String::new();
        assert_ne!(self.lines.read_line(&mut line).expect("read a message"), 0, "the subscription has ended");
        let mut parts = line.trim_end_matches('\n').splitn(3, ' ');
        let mut part = || parts.next().unwrap_or_default().to_owned();
        ReceivedMessage { is_retained: part() == "1", topic: part(), payload: part() }
    }

    /// The next message of a topic with a text in its payload; others are dropped.
    pub fn wait_for(&mut self, topic: &str, text: &str) -> ReceivedMessage {
        loop {
            let message = self.receive();
            if message.topic == topic && message.payload.contains(text) {
                return message;
            }
        }
    }
}
