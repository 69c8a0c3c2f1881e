//! What the service shows, and what receivers get. Observers judge nothing: they write down what they see.

use crate::simulation::{Answer, ReceivedCall, Simulation};
use jiff::Timestamp;
use serde_json::Value;

/// What is to be seen at a moment, or was received since the moment before.
pub(crate) struct Sight {
    pub(crate) now: Timestamp,
    /// The live answer for all facilities; none while no process answers.
    pub(crate) facilities: Option<Value>,
    /// Changes of status that were recorded.
    pub(crate) events: Vec<Value>,
    /// Calls that receivers got.
    pub(crate) received: Vec<ReceivedCall>,
}

/// What is to be seen after everything was repaired and is at rest.
pub(crate) struct FinalSight {
    pub(crate) facilities: Value,
    pub(crate) events: Vec<Value>,
    pub(crate) received: Vec<ReceivedCall>,
    pub(crate) log: Vec<Value>,
    pub(crate) strikes: Vec<Value>,
    /// All answers of the process.
    pub(crate) bodies: Vec<String>,
}

/// How far the observers have looked.
#[derive(Default)]
pub(crate) struct Observers {
    last_event: i64,
    received: usize,
}

impl Observers {
    pub(crate) fn inspect(&mut self, simulation: &mut Simulation) -> Sight {
        if let Some(process) = &mut simulation.process {
            process.events.mark_unchanged();
        }
        let facilities = simulation.get("/lightning-strikes/facilities").filter(Answer::is_success);
        let facilities = facilities.map(|answer| answer.json());
        let events = self.new_events(simulation);
        let received = simulation.network.receivers().all()[self.received..].to_vec();
        self.received += received.len();
        Sight { now: simulation.now(), facilities, events, received }
    }

    /// Whether a receiver was called, or an event was recorded, since the last inspection.
    pub(crate) fn has_news(&self, simulation: &Simulation) -> bool {
        let has_events =
            simulation.process.as_ref().is_some_and(|process| process.events.has_changed().unwrap_or(false));
        has_events || simulation.network.receivers().all().len() > self.received
    }

    fn new_events(&mut self, simulation: &mut Simulation) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let path = format!("/lightning-strikes/events?after={}&limit=1000", self.last_event);
            let answer = simulation.get(&path).filter(Answer::is_success);
            let Some(Value::Array(page)) = answer.map(|found| found.json()) else { return events };
            let Some(last) = page.last().and_then(|event| event["id"].as_i64()) else { return events };
            self.last_event = last;
            events.extend(page);
        }
    }
}

/// None if the process does not answer, which is a failure of its own.
pub(crate) fn inspect_at_the_end(simulation: &mut Simulation) -> Option<FinalSight> {
    let answer =
        |simulation: &mut Simulation, path: &str| Some(simulation.get(path).filter(Answer::is_success)?.json());
    let mut log = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = answer(simulation, &format!("/mailbox-watcher/log?limit=500{cursor}"))?;
        log.extend(page["items"].as_array().cloned().unwrap_or_default());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let strikes = answer(simulation, "/lightning-strikes?since=2026-04-30T00:00:00Z")?;
    Some(FinalSight {
        facilities: answer(simulation, "/lightning-strikes/facilities")?,
        events: Observers::default().new_events(simulation),
        received: simulation.network.receivers().all().clone(),
        log,
        strikes: strikes["strikes"].as_array().cloned().unwrap_or_default(),
        bodies: std::mem::take(&mut simulation.bodies),
    })
}
