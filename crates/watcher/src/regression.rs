//! Samples of a `TextExtract` action: texts with the records that were found in them, tried again at every save.

use super::preview::{Preview, PreviewOf};
use super::{Watch, WatchError};
use futures_util::FutureExt;
use serde_json::{Value, json};
use stormwire_city::people::audit;
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::sample::{self as rows, KeptSample};
use stormwire_store::{Held, Schema, hold};

/// As many samples as an action may have: all are tried at every save.
const MOST: usize = 50;

/// What a sample gives now.
#[derive(Debug, Clone)]
pub struct Tried {
    /// Which.
    pub id: i64,
    /// For people.
    pub name: String,
    /// How it differs from what was kept; none when it does not.
    pub difference: Option<String>,
}

impl Watch {
    /// The samples of an action.
    pub async fn samples(&self, job: i64, action: i64) -> Result<Vec<KeptSample>, WatchError> {
        self.action(job, action).await?;
        Ok(rows::list(&mut self.store.reader().await?, action).await?)
    }

    /// Keeps a text with what the action, as it is saved, finds in it. One on which it fails is no sample.
    pub async fn keep_sample(
        &self,
        (job, action): (i64, i64),
        name: String,
        text: String,
        actor: Actor,
    ) -> Result<KeptSample, WatchError> {
        let count = name.chars().count();
        if !(1..=200).contains(&count) || name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(WatchError::invalid("name", "1 to 200 characters are needed"));
        }
        let config = self.action(job, action).await?.config;
        let found = self.preview(config, PreviewOf::Text(text.clone())).await?;
        if let Some(error) = found.error {
            return Err(WatchError::invalid("text", format!("the action fails on it: {error}")));
        }
        let (expected, now) = (records(&found), self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job).await?;
                if rows::list(conn, action).await?.len() >= MOST {
                    return Err(WatchError::Conflict(format!("an action has at most {MOST} samples")));
                }
                let id = rows::insert(conn, action, (&name, &text, &expected), now).await?;
                let after = Some(json!({"action": action, "name": name}));
                let change =
                    Change { action: "create", resource: "sample", resource_id: Some(id), before: None, after };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(KeptSample { id, name, text, expected, created_at: now })
            }
            .boxed()
        });
        unit.await
    }

    /// Throws a sample away.
    pub async fn drop_sample(&self, (job, action): (i64, i64), id: i64, actor: Actor) -> Result<(), WatchError> {
        self.action(job, action).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                if !rows::delete(conn, action, id).await? {
                    return Err(WatchError::Missing("sample"));
                }
                let before = Some(json!({"action": action}));
                let change =
                    Change { action: "delete", resource: "sample", resource_id: Some(id), before, after: None };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(())
            }
            .boxed()
        });
        unit.await
    }

    /// What each sample of an action gives with a config.
    pub async fn try_samples(&self, job: i64, action: i64, config: &Value) -> Result<Vec<Tried>, WatchError> {
        let mut tried = Vec::new();
        for KeptSample { id, name, text, expected, .. } in self.samples(job, action).await? {
            let found = self.preview(config.clone(), PreviewOf::Text(text)).await?;
            let difference = match &found.error {
                Some(error) => Some(error.clone()),
                None => difference(&expected, &records(&found)),
            };
            tried.push(Tried { id, name, difference });
        }
        Ok(tried)
    }

    /// Which samples give something else with a config that was just saved, in words.
    pub async fn failing_samples(&self, job: i64, action: i64, config: &Value) -> Result<Vec<String>, WatchError> {
        let tried = match self.try_samples(job, action, config).await {
            // A config of another handler has nothing to do with the samples.
            Err(WatchError::Invalid { .. }) => return Ok(Vec::new()),
            tried => tried?,
        };
        let words = |one: Tried| Some(format!("sample {:?}: {}", one.name, one.difference?));
        Ok(tried.into_iter().filter_map(words).collect())
    }
}

fn records(found: &Preview) -> Value {
    json!({"Items": found.items, "Count": found.count})
}

/// The first thing that differs between two results, in words.
fn difference(expected: &Value, found: &Value) -> Option<String> {
    if expected == found {
        return None;
    }
    let (before, now) = (&expected["Count"], &found["Count"]);
    if before != now {
        return Some(format!("{now} records instead of {before}"));
    }
    let none = Vec::new();
    let items = |of: &'_ Value| of["Items"].as_array().cloned().unwrap_or_else(|| none.clone());
    for (index, (before, now)) in items(expected).iter().zip(&items(found)).enumerate() {
        let (Some(old), Some(new)) = (before.as_object(), now.as_object()) else { continue };
        let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names {
            let (old, new) = (old.get(name).unwrap_or(&Value::Null), new.get(name).unwrap_or(&Value::Null));
            if old != new {
                return Some(format!("record {index}, {name}: {new} instead of {old}"));
            }
        }
    }
    Some("the records differ".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let of = |items: Value| json!({"Count": items.as_array().unwrap().len(), "Items": items});
        for (before, now, words) in [
            (json!([{"A": 1}]), json!([{"A": 1}]), None),
            (json!([{"A": 1}]), json!([]), Some("0 records instead of 1")),
            (json!([{"A": 1}, {"A": 2}]), json!([{"A": 1}, {"A": null}]), Some("record 1, A: null instead of 2")),
            (json!([{"A": 1}]), json!([{"B": 1}]), Some("record 0, A: null instead of 1")),
        ] {
            assert_eq!(difference(&of(before), &of(now)).as_deref(), words);
        }
    }
}
