//! Where strikes come from: which actions write them, and what is known of the watchers.

use super::feed::{Feed, Feeder, Open, RECENT, judge};
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::queue::MESSAGE;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::feed as rows;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Conn, StoreError, WatcherId};

const SQL: &str = "Sql";
const TABLE: &str = "lightningstrike";

/// How well strikes are fed now.
pub async fn read_feed(conn: &mut Conn, reconciliation: Duration, now: Timestamp) -> Result<Feed, StoreError> {
    Ok(judge(&read_feeders(conn, reconciliation, now).await?, now))
}

/// The watchers that feed: switched on, with an action that writes strikes.
pub(super) async fn read_feeders(
    conn: &mut Conn,
    reconciliation: Duration,
    now: Timestamp,
) -> Result<Vec<Feeder>, StoreError> {
    let actions = action::of_enabled(conn, SQL).await?;
    let feeding: BTreeSet<WatcherId> =
        actions.iter().filter(|one| writes_strikes(one)).map(|one| one.watcher_id).collect();
    let mut feeders = Vec::new();
    for id in feeding {
        if let Some(watcher) = watcher::get(conn, id).await? {
            feeders.push(feeder(conn, watcher, reconciliation, now).await?);
        }
    }
    Ok(feeders)
}

async fn feeder(conn: &mut Conn, watcher: Watcher, usual: Duration, now: Timestamp) -> Result<Feeder, StoreError> {
    let since = earlier(now, RECENT);
    let unfinished = rows::unfinished(conn, watcher.id, since, MESSAGE).await?;
    let own = watcher.fields.reconciliation_interval_seconds.and_then(|seconds| u64::try_from(seconds).ok());
    Ok(Feeder {
        failed: rows::failed(conn, watcher.id, since).await?,
        unfinished: unfinished.iter().map(open).collect(),
        newest_strike: rows::newest_strike(conn, watcher.id).await?,
        name: watcher.fields.name,
        last_checked_at: watcher.state.last_checked_at,
        last_check_failed_at: watcher.state.last_check_failed_at,
        interval: own.map_or(usual, Duration::from_secs),
        clock_difference_ms: watcher.state.clock_difference_ms,
    })
}

fn open(row: &rows::Unfinished) -> Open {
    let detected_at = row.detected_at.0;
    // What a person has asked for again is to be done since then, not since it was first seen.
    let asked_at = row.queued_at.filter(|_| row.asked_for).map(|at| at.0);
    Open {
        received_at: row.received_at.map_or(detected_at, |at| at.0),
        since: asked_at.unwrap_or(detected_at),
        is_left: row.status == LogStatus::Processing && !row.held,
    }
}

/// Whether an action writes strikes: `Sql`, into the table `data.LightningStrike`, however that is written.
pub fn writes_strikes(action: &Action) -> bool {
    let op = &action.config["Op"];
    let writes = matches!(op["Action"].as_str(), Some("Merge" | "Insert"));
    let target = op["Target"].as_str().unwrap_or_default().to_ascii_lowercase();
    let target = target.replace(['"', '[', ']'], "");
    action.action_type == SQL && writes && target.trim().trim_start_matches("data.") == TABLE
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use stormwire_store::ActionId;

    fn action(action_type: &str, config: Value) -> Action {
        let (action_type, name) = (action_type.to_owned(), "a".to_owned());
        let (id, watcher_id) = (ActionId::new(1), WatcherId::new(1));
        Action { id, watcher_id, order: 1, name, action_type, config, credential_id: None, is_phase_one: true }
    }

    fn merge(target: &str) -> Value {
        json!({"Op": {"Action": "Merge", "Target": target, "Source": "$.Extract.Items"}})
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
}
