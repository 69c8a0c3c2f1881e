//! A history while it runs: the simulation, the model, the observers and the rules.

use crate::model::Model;
use crate::observers::{FinalSight, Observers, Sight, inspect_at_the_end};
use crate::rule::Rule;
use crate::rules;
use crate::simulation::{PROVIDER, Simulation};
use crate::template::Template;
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A history while it runs.
pub(crate) struct Scene {
    pub(crate) simulation: Simulation,
    pub(crate) model: Model,
    observers: Observers,
    rules: Vec<Box<dyn Rule>>,
    inspected_at: Timestamp,
    pub(crate) seen: Seen,
    pub(crate) failure: Option<Failure>,
}

/// Between two inspections of the pages while nothing is received.
const INSPECTION_INTERVAL: Duration = Duration::from_mins(1);
/// A message is read and its strikes are known within this time, if nothing fails.
const SETTLED: SignedDuration = SignedDuration::from_mins(5);
/// From one step of time to the next while nothing changes.
const FIRST_STRIDE: Duration = Duration::from_millis(50);
/// Shorter than any promise that a rule judges.
const LONGEST_STRIDE: Duration = Duration::from_secs(20);
/// After a repair, everything must be at rest within this time.
const REST: Duration = Duration::from_mins(20);

/// How much the rules had to judge. A machine that finds nothing because nothing happens is a broken machine.
#[derive(Debug, Default, Clone)]
pub struct Seen {
    pub events: usize,
    pub received: usize,
    pub strikes: usize,
    /// How many messages ended in each status.
    pub messages: BTreeMap<String, usize>,
    /// How often each operation meant something.
    pub operations: BTreeMap<&'static str, usize>,
}

impl Seen {
    fn add(&mut self, sight: &FinalSight) {
        self.events += sight.events.len();
        self.received += sight.received.len();
        self.strikes += sight.strikes.len();
        for row in &sight.log {
            *self.messages.entry(row["status"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }

    /// Adds what another history has seen.
    pub fn merge(&mut self, other: &Self) {
        self.events += other.events;
        self.received += other.received;
        self.strikes += other.strikes;
        for (status, count) in &other.messages {
            *self.messages.entry(status.clone()).or_default() += count;
        }
        for (name, count) in &other.operations {
            *self.operations.entry(name).or_default() += count;
        }
    }
}

/// The first rule that did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub rule: String,
    pub text: String,
}

impl Scene {
    pub(crate) fn new(template: &Template, seed: u64) -> Result<Self> {
        let mut simulation = Simulation::open(template.copy()?, seed)?;
        simulation.set_token(template.token.clone());
        let model = Model::new(template.city.clone());
        let inspected_at = simulation.now();
        let (observers, rules) = (Observers::default(), rules::all());
        Ok(Self { simulation, model, observers, rules, inspected_at, seen: Seen::default(), failure: None })
    }

    pub(crate) fn fail(&mut self, rule: &str, text: String) {
        self.failure.get_or_insert(Failure { rule: rule.to_owned(), text });
    }

    /// Lets time pass, and looks whenever something may have changed. While nothing changes, the strides grow: a quiet hour
    /// costs little, and what was about to happen still happens step by step.
    pub(crate) fn pass(&mut self, duration: Duration) {
        let end = self.simulation.now().saturating_add(duration).unwrap_or(Timestamp::MAX);
        let mut stride = Duration::ZERO;
        while self.failure.is_none()
            && self.simulation.step_towards(self.model.next_stop(self.simulation.now(), end), stride)
        {
            let waited = self.simulation.now().duration_since(self.inspected_at).unsigned_abs();
            let has_news = self.observers.has_news(&self.simulation);
            if waited >= INSPECTION_INTERVAL || has_news {
                self.inspect();
            }
            stride = if has_news { Duration::ZERO } else { (2 * stride).clamp(FIRST_STRIDE, LONGEST_STRIDE) };
        }
    }

    /// Whether the service may not be able to read what arrives now.
    pub(crate) fn is_outage(&self) -> bool {
        self.simulation.process.is_none()
            || self.simulation.network.has_failures(PROVIDER)
            || !self.model.watcher.is_enabled
    }

    /// The messages that have not ended yet now belong to an outage, too.
    pub(crate) fn begin_outage(&mut self) {
        let now = self.simulation.now();
        for mail in &mut self.model.mails {
            mail.came_in_an_outage |= now.duration_since(mail.arrived_at) < SETTLED;
        }
    }

    pub(crate) fn start(&mut self) {
        if let Err(error) = self.simulation.start() {
            self.fail("the service starts", format!("{error:#}"));
        }
    }

    pub(crate) fn repair_network(&mut self) {
        self.simulation.network.repair();
        self.simulation.set_provider_faults(stormwire_emulator::FaultSet::default());
    }

    pub(crate) fn inspect(&mut self) {
        let sight: Sight = self.observers.inspect(&mut self.simulation);
        self.inspected_at = sight.now;
        for rule in &mut self.rules {
            if let Some(text) = rule.judge(&self.model, &sight) {
                self.failure.get_or_insert(Failure { rule: rule.name().to_owned(), text });
            }
        }
    }

    /// Repairs everything, waits until it is at rest, and asks all rules once more.
    pub(crate) fn end(&mut self) {
        self.repair_network();
        self.start();
        let end = self.simulation.now().saturating_add(REST).unwrap_or(Timestamp::MAX);
        while self.failure.is_none() && self.simulation.now() < end && !self.is_at_rest() {
            self.pass(Duration::from_mins(1));
        }
        self.inspect();
        if self.failure.is_some() {
            return;
        }
        let Some(sight) = inspect_at_the_end(&mut self.simulation) else {
            return self.fail("the service answers", "no answer after everything was repaired".into());
        };
        for rule in &mut self.rules {
            if let Some(text) = rule.judge_end(&self.model, &sight) {
                self.failure.get_or_insert(Failure { rule: rule.name().to_owned(), text });
            }
        }
        self.seen.add(&sight);
    }

    /// Whether the rules hold already: they are asked once more when they do, or when the time is over.
    fn is_at_rest(&mut self) -> bool {
        let Some(sight) = inspect_at_the_end(&mut self.simulation) else { return false };
        self.rules.iter_mut().all(|rule| rule.judge_end(&self.model, &sight).is_none())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.rule, self.text)
    }
}
