//! The process that runs the watchers.

use anyhow::{Context, Result};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use stormwire_testkit::process::Process;
use stormwire_testkit::service::ServiceConfig;

/// How a worker is started.
pub(super) struct WorkerOptions {
    /// `test-worker`.
    pub(super) program: PathBuf,
    pub(super) database_url: String,
    /// All workers append to it.
    pub(super) log: PathBuf,
}

pub(super) struct Worker {
    pub(super) process: Process,
    commands: ChildStdin,
    responses: BufReader<ChildStdout>,
}

impl Worker {
    /// Its clock is `advanced` ahead of the machine's.
    pub(super) fn start(options: &WorkerOptions, config: &ServiceConfig, advanced: Duration) -> Result<Self> {
        let log = OpenOptions::new().create(true).append(true).open(&options.log)?;
        let address = config.base_url.trim_start_matches("http://");
        let mut command = Command::new(&options.program);
        command
            .arg("month")
            .arg(&options.database_url)
            .arg(&config.folder)
            .arg(config.provider.to_string())
            .arg(address);
        command.arg(advanced.as_secs().to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let mut process = Process::start(command);
        let (commands, responses) = (process.stdin(), BufReader::new(process.stdout()));
        Ok(Self { process, commands, responses })
    }

    /// Returns the number of its tasks.
    pub(super) fn advance(&mut self, duration: Duration) -> Result<u64> {
        writeln!(self.commands, "{}", duration.as_secs())?;
        let mut line = String::new();
        self.responses.read_line(&mut line)?;
        line.trim().parse().context("the worker did not report its tasks")
    }
}
