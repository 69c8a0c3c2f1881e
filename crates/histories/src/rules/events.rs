//! The chain of events is whole, equals the picture, and reaches every receiver.

use crate::model::Model;
use crate::observers::{FinalSight, Sight};
use crate::rule::Rule;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn rules() -> Vec<Box<dyn Rule>> {
    vec![Box::new(Chain::default()), Box::new(Delivered)]
}

/// By facility and ring.
#[derive(Default)]
struct Chain {
    last: BTreeMap<(i64, String), String>,
    last_id: i64,
}

impl Rule for Chain {
    fn name(&self) -> &'static str {
        "each event begins where the one before has ended"
    }

    fn judge(&mut self, _: &Model, sight: &Sight) -> Option<String> {
        for event in &sight.events {
            let id = event["id"].as_i64()?;
            if id <= self.last_id {
                return Some(format!("event {id} comes after event {}", self.last_id));
            }
            self.last_id = id;
            let key = (event["facilityId"].as_i64()?, text(&event["ring"]));
            let (from, to) = (text(&event["from"]), text(&event["to"]));
            let before = self.last.insert(key, to);
            if before.as_ref().is_some_and(|before| *before != from) {
                return Some(format!("event {id} begins at {from}, the one before ended at {before:?}"));
            }
        }
        None
    }

    fn judge_end(&mut self, _: &Model, sight: &FinalSight) -> Option<String> {
        let is_healthy = sight.facilities["feed"]["healthy"] == true;
        sight.facilities["facilities"].as_array()?.iter().find_map(|facility| {
            let shown = text(&facility["proximity"]["status"]);
            let shown = if shown == "Clear" && !is_healthy { "Unknown".into() } else { shown };
            let recorded = self.last.get(&(facility["facilityId"].as_i64()?, String::new()))?;
            (*recorded != shown)
                .then(|| format!("{} is shown as {shown}, and recorded as {recorded}", facility["name"]))
        })
    }
}

struct Delivered;

impl Rule for Delivered {
    fn name(&self) -> &'static str {
        "each event reaches the receiver, first in order"
    }

    fn judge_end(&mut self, _: &Model, sight: &FinalSight) -> Option<String> {
        let received: Vec<&str> = sight.received.iter().map(|received| received.key.as_str()).collect();
        let known: BTreeSet<&str> = received.iter().copied().collect();
        let missing = sight.events.iter().find(|event| !known.contains(format!("evt_{}", event["id"]).as_str()));
        missing.map(|event| format!("event {} was never delivered", event["id"]))
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
