//! Every message ends, and every strike is stored exactly once.

use crate::model::{Content, Model};
use crate::observers::FinalSight;
use crate::rule::Rule;
use std::collections::BTreeMap;

pub(super) fn rules() -> Vec<Box<dyn Rule>> {
    vec![Box::new(EveryMailEnds), Box::new(StrikesOnce)]
}

struct EveryMailEnds;

impl Rule for EveryMailEnds {
    fn name(&self) -> &'static str {
        "every message ends"
    }

    fn judge_end(&mut self, model: &Model, sight: &FinalSight) -> Option<String> {
        if !model.watcher.is_enabled {
            return None;
        }
        model.mails.iter().find_map(|mail| {
            let rows: Vec<_> = sight.log.iter().filter(|row| row["messageKey"] == mail.id.as_str()).collect();
            let [row] = rows[..] else {
                return Some(format!("the message of {} has {} rows", mail.arrived_at, rows.len()));
            };
            let status = row["status"].as_str().unwrap_or_default();
            let expected: &[&str] = match mail.content {
                Content::Strikes(_) => &["Success", "Processing"],
                Content::Unreadable => &["Failed", "Processing"],
                Content::Stranger => &["Skipped"],
            };
            let is_open = status == "Processing" && row["interruptedAt"].is_null() && !model.was_killed;
            (is_open || !expected.contains(&status))
                .then(|| format!("the message of {} is {status}: {}", mail.arrived_at, row["errorMessage"]))
        })
    }
}

struct StrikesOnce;

impl Rule for StrikesOnce {
    fn name(&self) -> &'static str {
        "every strike of a processed message is stored once"
    }

    fn judge_end(&mut self, model: &Model, sight: &FinalSight) -> Option<String> {
        let mut stored: BTreeMap<String, usize> = BTreeMap::new();
        for strike in &sight.strikes {
            let (lat, lng) = (strike["latitude"].as_f64()?, strike["longitude"].as_f64()?);
            *stored.entry(format!("{lat:.6} {lng:.6} {}", strike["timestamp"].as_str()?)).or_default() += 1;
        }
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        for (mail, strike) in model.strikes() {
            let status = sight.log.iter().find(|row| row["messageKey"] == mail.id.as_str()).map(|row| &row["status"]);
            if status.is_some_and(|status| status == "Success") {
                expected.insert(format!("{:.6} {:.6} {}", strike.lat, strike.lng, strike.at), 1);
            }
        }
        let wrong = expected.iter().find(|(key, count)| stored.get(*key) != Some(*count));
        wrong.map(|(key, _)| format!("the strike {key} is stored {} times", stored.get(key).unwrap_or(&0)))
    }
}
