//! What a history runs in: service processes, the provider, receivers and people, all on one virtual time and one thread. What
//! happens outside the processes is here; what may be shown is decided by the model and the rules.

mod network;
mod notifications;
mod process;
mod receivers;
mod step_runtime;

pub(crate) use network::{CallFailure, Network, PROVIDER, PlannedFailure};
pub(crate) use process::{Answer, Process};
pub(crate) use receivers::ReceivedCall;

use crate::city::MAILBOX;
use anyhow::{Context, Result};
use axum::body::Body;
use axum::http::Request;
use jiff::Timestamp;
use notifications::NotificationWay;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use step_runtime::StepRuntime;
use stormwire_clock::{Clock, SeededRng, VirtualClock};
use stormwire_emulator::{Emulator, FaultSet, ListenerOrigin};
use tempfile::TempDir;

/// Rounds without any activity after which nothing more happens by itself.
const QUIET_ROUNDS: u32 = 3;
/// Between two looks at whether a database has answered, in real time.
const POLLING: Duration = Duration::from_micros(15);
/// In real time: a history that does not come to rest for this long has met an endless loop.
const RESTLESS_LIMIT: Duration = Duration::from_mins(1);
/// The longest that a person waits for an answer.
const CALL_TIMEOUT: Duration = Duration::from_mins(5);

pub(crate) struct Simulation {
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) network: Network,
    pub(crate) emulator: Emulator,
    pub(crate) process: Option<Process>,
    way: NotificationWay,
    outside: StepRuntime,
    token: String,
    folder: TempDir,
    starts: u64,
    seed: u64,
    /// Every body that a process has answered, for the search for secrets.
    pub(crate) bodies: Vec<String>,
}

impl Simulation {
    /// With a service on this folder.
    pub(crate) fn open(folder: TempDir, seed: u64) -> Result<Self> {
        let clock = Arc::new(VirtualClock::frozen());
        let (outside, way) = (StepRuntime::new()?, NotificationWay::default());
        let (emulator, network) = {
            let _entered = outside.handle().enter();
            let provider_clock = Arc::new(clock.companion());
            let emulator = Emulator::with_door(provider_clock, Box::new(SeededRng::new(seed)), Arc::new(way.clone()));
            let router = emulator.router(ListenerOrigin { scheme: "http", address: PROVIDER.into() });
            let (network, serving) = Network::new(clock.clone(), router);
            tokio::spawn(serving);
            (emulator, network)
        };
        emulator.add_mailbox(MAILBOX).map_err(anyhow::Error::msg)?;
        let (token, bodies) = (String::new(), Vec::new());
        let mut simulation =
            Self { clock, network, emulator, process: None, way, outside, token, folder, starts: 0, seed, bodies };
        simulation.start()?;
        Ok(simulation)
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) fn set_token(&mut self, token: String) {
        self.token = token;
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Starts the process, unless it runs.
    pub(crate) fn start(&mut self) -> Result<()> {
        if self.process.is_some() {
            return Ok(());
        }
        self.starts += 1;
        let seed = self.seed.wrapping_add(self.starts);
        let process = Process::start(self.folder.path(), Arc::new(self.clock.companion()), seed, &self.network)?;
        self.way.lead_to(Some(process.entrance()));
        self.process = Some(process);
        self.settle();
        Ok(())
    }

    pub(crate) fn kill(&mut self) {
        self.way.lead_to(None);
        if let Some(process) = self.process.take() {
            process.kill();
        }
    }

    /// Ends the process as SIGTERM does. Returns how long that took, in virtual time.
    pub(crate) fn stop(&mut self) -> Duration {
        let Some(process) = self.process.take() else { return Duration::ZERO };
        self.way.lead_to(None);
        let began = self.now();
        let (runtime, mut end) = process.begin_stop();
        while end.try_recv().is_err() {
            if !self.round(Some(&runtime)) {
                self.pass_to_next_wake(Duration::from_secs(1));
            }
        }
        runtime.kill();
        self.now().duration_since(began).unsigned_abs()
    }

    /// Runs everything that can go on now. False if nothing could.
    fn round(&self, ending: Option<&StepRuntime>) -> bool {
        let before = self.network.activity();
        for _ in 0..QUIET_ROUNDS {
            self.outside.run();
            if let Some(process) = &self.process {
                process.runtime.run();
            }
            if let Some(runtime) = ending {
                runtime.run();
            }
            if self.clock.outside_work() > 0 {
                wait_in_real_time();
                return true;
            }
        }
        self.network.activity() != before
    }

    /// Runs until nothing more happens at this time.
    pub(crate) fn settle(&self) {
        let began = real_time();
        while self.round(None) {
            assert!(began.elapsed() < RESTLESS_LIMIT, "the history does not come to rest at {}", self.now());
        }
    }

    fn pass_to_next_wake(&self, at_most: Duration) {
        self.pass_at_least(Duration::ZERO, at_most);
    }

    fn pass_at_least(&self, at_least: Duration, at_most: Duration) {
        let next = self.clock.next_wake().unwrap_or(at_most).max(at_least).min(at_most);
        self.clock.advance(next.max(Duration::from_micros(1)));
    }

    /// Lets time pass until something is due and at least for `stride`, but not beyond `end`. What is due before then happens late,
    /// as on a machine that is busy. False if `end` is there already.
    pub(crate) fn step_towards(&mut self, end: Timestamp, stride: Duration) -> bool {
        self.settle();
        let left = Duration::try_from(end.duration_since(self.now())).unwrap_or_default();
        if left.is_zero() {
            return false;
        }
        self.pass_at_least(stride, left);
        self.settle();
        true
    }

    /// Runs for a while, so that what is under way is interrupted wherever it is then.
    pub(crate) fn run_rounds(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.outside.run();
            if let Some(process) = &self.process {
                process.runtime.run();
            }
        }
    }

    /// Puts a message into a mailbox. Returns its id.
    pub(crate) fn deliver(&mut self, mailbox: &str, folder: &str, message: Value) -> Option<String> {
        let _entered = self.outside.handle().enter();
        self.emulator.deliver(mailbox, folder, message).ok()
    }

    pub(crate) fn set_provider_faults(&mut self, faults: FaultSet) -> Option<()> {
        let _entered = self.outside.handle().enter();
        self.emulator.set_faults(faults).ok()
    }

    /// Sends a request of an administrator. None if no process runs, or none answers.
    pub(crate) fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<Answer> {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("authorization", format!("Bearer {}", self.token));
        let request = match body {
            Some(body) => request.header("content-type", "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let mut answer = self.process.as_ref()?.entrance().send(request.expect("requests of histories are valid"));
        let asked = self.now();
        loop {
            match answer.try_recv() {
                Ok(answer) => {
                    self.bodies.push(answer.body.clone());
                    return Some(answer);
                }
                Err(tokio::sync::oneshot::error::TryRecvError::Closed) => return None,
                Err(tokio::sync::oneshot::error::TryRecvError::Empty) => {}
            }
            if !self.round(None) {
                if self.now().duration_since(asked).unsigned_abs() > CALL_TIMEOUT {
                    return None;
                }
                self.pass_to_next_wake(Duration::from_secs(1));
            }
        }
    }

    pub(crate) fn get(&mut self, path: &str) -> Option<Answer> {
        self.call("GET", path, None)
    }

    /// For what must succeed.
    pub(crate) fn expect(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let answer = self.call(method, path, body).with_context(|| format!("{method} {path}: no answer"))?;
        anyhow::ensure!(answer.is_success(), "{method} {path}: {} {}", answer.status, answer.body);
        Ok(answer.json())
    }
}

#[expect(clippy::disallowed_methods, reason = "databases work in real time")]
fn wait_in_real_time() {
    thread::sleep(POLLING);
}

#[expect(clippy::disallowed_methods, reason = "the limit of a history is in real time")]
fn real_time() -> Instant {
    Instant::now()
}
