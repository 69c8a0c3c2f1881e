//! Where strikes come from: which actions write them, what a message told of them, and what is known of the watchers.

use super::feed::{Feed, Feeder, Open, RECENT, judge};
use crate::flow::Context;
use crate::store::action::{self, Action};
use crate::store::job::{self, Job};
use crate::store::{Conn, StoreError, feed as rows};
use crate::watch::claim::MESSAGE;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Duration;
use stormwire_world::clock::{earlier, whole_microseconds};

const SQL: &str = "Sql";
const TABLE: &str = "lightningstrike";
const COLUMN: &str = "Timestamp";

/// How well strikes are fed now.
pub(super) async fn read_feed(conn: &mut Conn, reconciliation: Duration, now: Timestamp) -> Result<Feed, StoreError> {
    Ok(judge(&read_feeders(conn, reconciliation, now).await?, now))
}

/// The watchers that feed: switched on, with an action that writes strikes.
pub(super) async fn read_feeders(
    conn: &mut Conn,
    reconciliation: Duration,
    now: Timestamp,
) -> Result<Vec<Feeder>, StoreError> {
    let actions = action::of_enabled(conn, SQL).await?;
    let feeding: BTreeSet<i64> = actions.iter().filter(|one| writes_strikes(one)).map(|one| one.job_id).collect();
    let mut feeders = Vec::new();
    for id in feeding {
        if let Some(job) = job::get(conn, id).await? {
            feeders.push(feeder(conn, job, reconciliation, now).await?);
        }
    }
    Ok(feeders)
}

async fn feeder(conn: &mut Conn, job: Job, usual: Duration, now: Timestamp) -> Result<Feeder, StoreError> {
    let since = earlier(now, RECENT);
    let unfinished = rows::unfinished(conn, job.id, since, MESSAGE).await?;
    let own = job.fields.reconciliation_interval_seconds.and_then(|seconds| u64::try_from(seconds).ok());
    Ok(Feeder {
        failed: rows::failed(conn, job.id, since).await?,
        unfinished: unfinished.iter().map(open).collect(),
        newest_strike: rows::newest_strike(conn, job.id).await?,
        name: job.fields.name,
        last_checked_at: job.state.last_checked_at,
        last_check_failed_at: job.state.last_check_failed_at,
        interval: own.map_or(usual, Duration::from_secs),
        clock_difference_ms: job.state.clock_difference_ms,
    })
}

fn open(row: &rows::Unfinished) -> Open {
    let detected_at = row.detected_at.0;
    // What a person has asked for again is to be done since then, not since it was first seen.
    let asked_at = row.queued_at.filter(|_| row.asked_for).map(|at| at.0);
    Open {
        received_at: row.received_at.map_or(detected_at, |at| at.0),
        since: asked_at.unwrap_or(detected_at),
        is_left: row.status == "Processing" && !row.held,
    }
}

/// Whether an action writes strikes: `Sql`, into the table `data.LightningStrike`, however that is written.
pub(crate) fn writes_strikes(action: &Action) -> bool {
    let op = &action.config["Op"];
    let writes = matches!(op["Action"].as_str(), Some("Merge" | "Insert"));
    let target = op["Target"].as_str().unwrap_or_default().to_ascii_lowercase();
    let target = target.replace(['"', '[', ']'], "");
    action.action_type == SQL && writes && target.trim().trim_start_matches("data.") == TABLE
}

/// When the newest of the strikes struck that these actions have written, by the rows they were given.
pub(crate) fn newest_strike<'a>(done: impl Iterator<Item = &'a Action>, context: &Context) -> Option<Timestamp> {
    done.filter(|action| writes_strikes(action)).filter_map(|action| newest_of(action, context)).max()
}

fn newest_of(action: &Action, context: &Context) -> Option<Timestamp> {
    let rows = context.get(action.config["Op"]["Source"].as_str()?).ok()?;
    let mapped = action.config["FieldMap"].as_object().and_then(|map| named(map, COLUMN)).and_then(Value::as_str);
    let time = |row: &Value| match mapped {
        Some(path) if path.starts_with('$') => time_of(context.get(path).ok()?),
        Some(path) => time_of(row.pointer(&format!("/{}", path.replace('.', "/")))?),
        None => time_of(named(row.as_object()?, COLUMN)?),
    };
    rows.as_array()?.iter().filter_map(time).max()
}

/// Names match without regard to case.
fn named<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// As extraction writes it; without an offset it is UTC.
fn time_of(value: &Value) -> Option<Timestamp> {
    let text = value.as_str()?.trim();
    let plain = || text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp());
    text.parse::<Timestamp>().ok().or_else(plain).map(whole_microseconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn action(action_type: &str, config: Value) -> Action {
        let (action_type, name) = (action_type.to_owned(), "a".to_owned());
        Action { id: 1, job_id: 1, order: 1, name, action_type, config, credential_id: None, is_phase_one: true }
    }

    fn merge(target: &str) -> Value {
        json!({"Op": {"Action": "Merge", "Target": target, "Source": "$.Extract.Items"}})
    }

    fn context(value: Value) -> Context {
        let Value::Object(root) = value else { unreachable!() };
        Context::new(root)
    }

    #[test]
    fn the_table_is_known_however_it_is_written() {
        for target in ["data.LightningStrike", "LightningStrike", "DATA.lightningstrike", "[data].[LightningStrike]"] {
            assert!(writes_strikes(&action("Sql", merge(target))), "{target}");
        }
        for target in ["data.LightningStrikes", "organization.LightningStrike", "", "data."] {
            assert!(!writes_strikes(&action("Sql", merge(target))), "{target}");
        }
        assert!(!writes_strikes(&action("Http", merge("LightningStrike"))));
        let query = json!({"Op": {"Action": "Query", "Target": "data.LightningStrike"}});
        assert!(!writes_strikes(&action("Sql", query)), "reading feeds nobody");
        assert!(!writes_strikes(&action("Sql", json!({"Op": 1}))));
    }

    #[test]
    fn the_newest_strike_is_found_in_the_rows_that_were_written() {
        let rows = json!({"Extract": {"Items": [
            {"Timestamp": "2026-05-01T11:58:00Z"},
            {"timestamp": "2026-05-01T11:59:00.1234567Z", "When": {"At": "2026-05-01T10:00:00"}},
            {"Timestamp": null},
        ]}, "Message": {"At": "2026-05-01T09:00:00-01:00"}});
        let newest = |config: Value| {
            let action = action("Sql", config);
            newest_strike([&action].into_iter(), &context(rows.clone())).map(|at| at.to_string())
        };
        let mapped = |path: &str| {
            let mut config = merge("LightningStrike");
            config["FieldMap"] = json!({ "timestamp": path });
            config
        };
        assert_eq!(newest(merge("LightningStrike")).unwrap(), "2026-05-01T11:59:00.123456Z");
        assert_eq!(newest(mapped("When.At")).unwrap(), "2026-05-01T10:00:00Z");
        assert_eq!(newest(mapped("$.Message.At")).unwrap(), "2026-05-01T10:00:00Z");
        assert_eq!(newest(mapped("Nothing")), None);
        assert_eq!(newest(merge("data.Other")), None);
    }
}
