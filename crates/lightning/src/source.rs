//! The sources of strikes: which actions write them, and the state of their watchers.

use super::feed::{Feed, FeedSource, ImplausibleDistance, OpenMessage, RECENT, ReceivedBatch, assess};
use super::plausibility::{CityArea, PlausibleArea};
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::queue::MESSAGE_KIND;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::tables::feed as rows;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Conn, StoreError, WatcherId};

const SQL_ACTION: &str = "Sql";
const STRIKE_TABLE: &str = "lightningstrike";

/// What the configuration says about the feed.
#[derive(Debug, Clone, Copy)]
pub struct FeedRules {
    /// Of watchers that set none.
    pub poll_interval: Duration,
    pub plausible_area: PlausibleArea,
}

pub async fn read_feed(conn: &mut Conn, rules: &FeedRules, now: Timestamp) -> Result<Feed, StoreError> {
    let facilities = facility::list(conn, None, u32::MAX).await?;
    read_feed_near(conn, rules, &facilities, now).await
}

/// For callers that know all facilities.
pub(super) async fn read_feed_near(
    conn: &mut Conn,
    rules: &FeedRules,
    facilities: &[Facility],
    now: Timestamp,
) -> Result<Feed, StoreError> {
    Ok(assess(&read_sources(conn, rules, facilities, now).await?, now))
}

/// The enabled watchers with an action that writes strikes.
pub(super) async fn read_sources(
    conn: &mut Conn,
    rules: &FeedRules,
    facilities: &[Facility],
    now: Timestamp,
) -> Result<Vec<FeedSource>, StoreError> {
    let area = rules.plausible_area.around(facilities);
    let actions = action::list_of_enabled(conn, SQL_ACTION).await?;
    let feeding: BTreeSet<WatcherId> =
        actions.iter().filter(|one| writes_strikes(one)).map(|one| one.watcher_id).collect();
    let mut sources = Vec::new();
    for id in feeding {
        if let Some(watcher) = watcher::get(conn, id).await? {
            sources.push(source(conn, watcher, rules.poll_interval, now, &area).await?);
        }
    }
    Ok(sources)
}

async fn source(
    conn: &mut Conn,
    watcher: Watcher,
    default_interval: Duration,
    now: Timestamp,
    area: &CityArea,
) -> Result<FeedSource, StoreError> {
    let since = earlier(now, RECENT);
    let unfinished = rows::list_unfinished(conn, watcher.id, since, MESSAGE_KIND).await?;
    let interval = watcher.fields.reconciliation_interval_seconds.and_then(|seconds| u64::try_from(seconds).ok());
    Ok(FeedSource {
        failed: rows::newest_failed(conn, watcher.id, since).await?,
        unfinished: unfinished.iter().map(open_message).collect(),
        newest_batch: rows::newest_batch(conn, watcher.id).await?.map(|batch| received_batch(&batch, area)),
        name: watcher.fields.name,
        last_checked_at: watcher.state.last_checked_at,
        last_check_failed_at: watcher.state.last_check_failed_at,
        interval: interval.map_or(default_interval, Duration::from_secs),
        clock_difference_ms: watcher.state.clock_difference_ms,
    })
}

/// The distance is measured now, because facilities may have been added since.
fn received_batch(batch: &rows::StrikeBatch, area: &CityArea) -> ReceivedBatch {
    let distance = batch.closest_strike.and_then(|position| area.implausible_distance(position));
    let reference = area.every_reference();
    ReceivedBatch {
        received_at: batch.received_at,
        newest_strike_at: batch.newest_strike_at,
        implausible: distance.map(|distance| ImplausibleDistance { distance, reference }),
    }
}

fn open_message(row: &rows::UnfinishedMessage) -> OpenMessage {
    let detected_at = row.detected_at.0;
    // A message that a user retries is measured from then, not from its detection.
    let retried_at = row.queued_at.filter(|_| row.is_manual).map(|at| at.0);
    OpenMessage {
        received_at: row.received_at.map_or(detected_at, |at| at.0),
        since: retried_at.unwrap_or(detected_at),
        is_interrupted: row.status == LogStatus::Processing && !row.is_leased,
    }
}

/// Whether an action is `Sql` and writes to `data.LightningStrike`, in any spelling.
pub fn writes_strikes(action: &Action) -> bool {
    let op = &action.config["Op"];
    let writes = matches!(op["Action"].as_str(), Some("Merge" | "Insert"));
    let target = op["Target"].as_str().unwrap_or_default().to_ascii_lowercase();
    let target = target.replace(['"', '[', ']'], "");
    action.action_type == SQL_ACTION && writes && target.trim().trim_start_matches("data.") == STRIKE_TABLE
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
    fn recognizes_the_table_in_any_spelling() {
        for target in ["data.LightningStrike", "LightningStrike", "DATA.lightningstrike", "[data].[LightningStrike]"] {
            assert!(writes_strikes(&action("Sql", merge(target))), "{target}");
        }
        for target in ["data.LightningStrikes", "organization.LightningStrike", "", "data."] {
            assert!(!writes_strikes(&action("Sql", merge(target))), "{target}");
        }
        assert!(!writes_strikes(&action("Http", merge("LightningStrike"))));
        let query = json!({"Op": {"Action": "Query", "Target": "data.LightningStrike"}});
        assert!(!writes_strikes(&action("Sql", query)), "reading does not feed");
        assert!(!writes_strikes(&action("Sql", json!({"Op": 1}))));
    }
}
