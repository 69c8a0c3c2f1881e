//! An MQTT broker, Debian's mosquitto, and a subscriber. Nothing is kept when the broker stops.

use crate::process::{Process, free_address};
use crate::wait::TEST_TIMEOUT;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

/// How often a broker is started on `localhost` before the test fails.
const MAX_STARTS: u32 = 100;

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
        let mut broker = Self::new(folder, options, address, address.ip().to_string());
        broker.resume();
        broker
    }

    /// With the name `localhost`, which a certificate may have.
    pub fn start_on_localhost(folder: &Path, options: BrokerOptions) -> Self {
        let mut broker = Self::new(folder, options, free_localhost_address(), "localhost".into());
        // The connections of all programs have ports of this address: one of them may take the port meanwhile.
        let has_started = (0..MAX_STARTS).any(|_| {
            broker.address = free_localhost_address();
            broker.has_started()
        });
        assert!(has_started, "mosquitto finds no free port");
        broker
    }

    fn new(folder: &Path, options: BrokerOptions, address: SocketAddr, host: String) -> Self {
        Self { address, host, config: folder.join("mosquitto.conf"), options, process: None }
    }

    /// Returns when it accepts connections.
    pub fn resume(&mut self) {
        assert!(self.has_started(), "mosquitto has ended by itself");
    }

    /// Starts it. True when it accepts connections, false if it ends by itself.
    fn has_started(&mut self) -> bool {
        let folder = self.config.parent().expect("a folder");
        std::fs::write(&self.config, config_text(folder, self.address, &self.options))
            .expect("write the configuration");
        let mut command = Command::new(program("mosquitto"));
        command.arg("-c").arg(&self.config).stdin(Stdio::null()).stderr(Stdio::piped());
        let mut process = Process::start(command);
        let mut log = BufReader::new(process.stderr());
        let mut line = String::new();
        while !line.contains(" running") {
            line.clear();
            if log.read_line(&mut line).expect("read the log") == 0 {
                return false;
            }
        }
        // A full pipe would stop the broker.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        self.process = Some(process);
        true
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
        let seconds = TEST_TIMEOUT.as_secs().to_string();
        command.args(["-t", topic, "-q", "1", "-W", &seconds, "-F", "%r %t %p"]);
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

fn free_localhost_address() -> SocketAddr {
    ([127, 0, 0, 1], free_address().port()).into()
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
