//! The sources of strikes: which actions write them, and the state of their watchers.

use super::delivery::{DeliveryFacts, Expectation};
use super::external_loader::ExternalLoader;
use super::feed::{Feed, FeedFacts, FeedSource, ImplausibleDistance, OpenMessage, RECENT, ReceivedBatch, assess};
use super::feed_problem::ProblemText;
use super::plausibility::{CityArea, PlausibleArea};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::queue::MESSAGE_KIND;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::delivery;
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::tables::feed as rows;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::strike;
use stormwire_store::tables::watcher::{self, Watcher, WatcherFields, WatcherKind};
use stormwire_store::{Conn, StoreError, WatcherId};

const SQL_ACTION: &str = "Sql";
const STRIKE_TABLE: &str = "lightningstrike";
/// Watchers that feed strikes poll at least this often, unless they set another interval.
const FEEDING_INTERVAL: Duration = Duration::from_secs(30);

/// What the configuration says about the feed.
#[derive(Debug, Clone, Copy)]
pub struct FeedRules {
    /// Of watchers that set none.
    pub poll_interval: Duration,
    pub plausible_area: PlausibleArea,
    /// Another program loads strikes, and shows a sign of life at least this often.
    pub external_silence: Option<Duration>,
    /// Between two test messages; `None` if none are sent.
    pub canary_interval: Option<Duration>,
}

/// Between two polls of a watcher's mailbox or folder. `default` is for watchers that set none.
pub fn poll_interval(fields: &WatcherFields, feeds: bool, default: Duration) -> Duration {
    let own = match fields.kind {
        WatcherKind::File => Some(fields.rescan_seconds),
        WatcherKind::Mailbox | WatcherKind::StatusEvent => fields.reconciliation_interval_seconds,
    };
    let own = own.and_then(|seconds| u64::try_from(seconds).ok());
    own.map_or(if feeds { default.min(FEEDING_INTERVAL) } else { default }, Duration::from_secs)
}

pub async fn read_feed(conn: &mut Conn, rules: &FeedRules, now: Timestamp) -> Result<Feed, StoreError> {
    let facilities = facility::list(conn, None, u32::MAX).await?;
    read_feed_near(conn, rules, &facilities, now).await
}

/// What is wrong with each watcher that feeds strikes, or with one of them; without those that are healthy.
pub(super) async fn read_problems(
    conn: &mut Conn,
    rules: &FeedRules,
    only: Option<WatcherId>,
    now: Timestamp,
) -> Result<BTreeMap<WatcherId, ProblemText>, StoreError> {
    let mut feeding = list_feeding(conn).await?;
    feeding.retain(|id| only.is_none_or(|only| only == *id));
    if feeding.is_empty() {
        return Ok(BTreeMap::new());
    }
    let area = rules.plausible_area.around(&facility::list(conn, None, u32::MAX).await?);
    let problem = |source: &FeedSource| Some((source.id, ProblemText::of(&source.problems(now))?));
    Ok(read_sources(conn, feeding, rules, &area, now).await?.iter().filter_map(problem).collect())
}

/// For callers that know all facilities.
pub(super) async fn read_feed_near(
    conn: &mut Conn,
    rules: &FeedRules,
    facilities: &[Facility],
    now: Timestamp,
) -> Result<Feed, StoreError> {
    Ok(assess(&read_facts(conn, rules, facilities, now).await?, now))
}

/// The enabled watchers with an action that writes strikes, without those in test mode.
pub async fn list_feeding(conn: &mut Conn) -> Result<BTreeSet<WatcherId>, StoreError> {
    let actions = action::list_of_enabled(conn, SQL_ACTION).await?;
    Ok(actions.iter().filter(|one| feeds_strikes(one)).map(|one| one.watcher_id).collect())
}

/// Whether a watcher would feed strikes if it was enabled.
pub async fn is_feeding(conn: &mut Conn, watcher: WatcherId) -> Result<bool, StoreError> {
    // What a change of status starts brings no news of lightning, and in test mode no strikes are written.
    let brings_none = |fields: &WatcherFields| fields.kind == WatcherKind::StatusEvent || fields.test_mode;
    let found = watcher::get(conn, watcher).await?;
    let may_feed = !found.is_some_and(|watcher| brings_none(&watcher.fields));
    Ok(may_feed && action::list(conn, watcher).await?.iter().any(feeds_strikes))
}

pub(super) async fn read_facts(
    conn: &mut Conn,
    rules: &FeedRules,
    facilities: &[Facility],
    now: Timestamp,
) -> Result<FeedFacts, StoreError> {
    let area = rules.plausible_area.around(facilities);
    let feeding = list_feeding(conn).await?;
    let sources = read_sources(conn, feeding, rules, &area, now).await?;
    let external = match rules.external_silence {
        Some(max_silence) => Some(external_loader(conn, max_silence, now).await?),
        None => None,
    };
    Ok(FeedFacts { sources, external })
}

async fn read_sources(
    conn: &mut Conn,
    feeding: BTreeSet<WatcherId>,
    rules: &FeedRules,
    area: &CityArea,
    now: Timestamp,
) -> Result<Vec<FeedSource>, StoreError> {
    let mut sources = Vec::new();
    for id in feeding {
        if let Some(watcher) = watcher::get(conn, id).await? {
            sources.push(source(conn, watcher, rules, now, area).await?);
        }
    }
    Ok(sources)
}

async fn external_loader(conn: &mut Conn, max_silence: Duration, now: Timestamp) -> Result<ExternalLoader, StoreError> {
    let last_seen_at = strike::newest_time(conn, now).await?.max(rows::heartbeat(conn).await?);
    Ok(ExternalLoader { max_silence, last_seen_at })
}

async fn source(
    conn: &mut Conn,
    watcher: Watcher,
    rules: &FeedRules,
    now: Timestamp,
    area: &CityArea,
) -> Result<FeedSource, StoreError> {
    let since = earlier(now, RECENT);
    let unfinished = rows::list_unfinished(conn, watcher.id, since, MESSAGE_KIND).await?;
    Ok(FeedSource {
        delivery: delivery_facts(conn, &watcher, rules).await?,
        failed: rows::newest_failed(conn, watcher.id, since).await?,
        unfinished: unfinished.iter().map(open_message).collect(),
        newest_batch: rows::newest_batch(conn, watcher.id).await?.map(|batch| received_batch(&batch, area)),
        interval: poll_interval(&watcher.fields, true, rules.poll_interval),
        id: watcher.id,
        kind: watcher.fields.kind,
        name: watcher.fields.name,
        last_checked_at: watcher.state.last_checked_at,
        last_check_failed_at: watcher.state.last_check_failed_at,
        poll_error_kind: watcher.state.last_check_error_kind,
        clock_difference_ms: watcher.state.clock_difference_ms,
    })
}

async fn delivery_facts(conn: &mut Conn, watcher: &Watcher, rules: &FeedRules) -> Result<DeliveryFacts, StoreError> {
    let state = delivery::get(conn, watcher.id).await?;
    Ok(DeliveryFacts {
        expected: expectation(conn, watcher).await?,
        // Test messages are mail.
        canary_interval: rules.canary_interval.filter(|_| watcher.fields.kind == WatcherKind::Mailbox),
        canary: state.canary,
        junk: state.junk,
    })
}

async fn expectation(conn: &mut Conn, watcher: &Watcher) -> Result<Option<Expectation>, StoreError> {
    let minutes = watcher.fields.expect_every_minutes.and_then(|minutes| u64::try_from(minutes).ok());
    let Some(minutes) = minutes else { return Ok(None) };
    let newest = rows::newest_accepted(conn, watcher.id).await?;
    Ok(Some(Expectation {
        kind: watcher.fields.kind,
        every: Duration::from_secs(60 * minutes),
        since: newest.unwrap_or(watcher.state.created_at),
    }))
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

/// Whether an action writes strikes: it is marked with `Op.Feeds`, or it writes to `data.LightningStrike`.
pub fn feeds_strikes(action: &Action) -> bool {
    action.action_type == SQL_ACTION && (action.config["Op"]["Feeds"] == true || writes_strikes(action))
}

/// Whether an action is `Sql` and writes to `data.LightningStrike`, in any spelling.
fn writes_strikes(action: &Action) -> bool {
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
        Action {
            id,
            watcher_id,
            order: 1,
            name,
            action_type,
            config,
            credential_id: None,
            is_phase_one: true,
            sealed_secrets: None,
        }
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

    #[test]
    fn marked_actions_feed_strikes() {
        let marked = |action_type: &str, mark: Value| {
            let op = json!({"Action": "Execute", "Target": "data.load_strikes", "Feeds": mark});
            feeds_strikes(&action(action_type, json!({"Op": op})))
        };
        assert!(marked("Sql", json!(true)));
        assert!(!marked("Sql", json!(false)) && !marked("Sql", json!("true")) && !marked("Http", json!(true)));
        assert!(feeds_strikes(&action("Sql", merge("LightningStrike"))));
    }

    #[test]
    fn feeding_watchers_poll_at_least_every_30_seconds_unless_they_say_otherwise() {
        let interval = |own: Option<i32>, feeds, default| {
            let fields = WatcherFields { reconciliation_interval_seconds: own, ..WatcherFields::new("a", "a@b.c") };
            poll_interval(&fields, feeds, Duration::from_secs(default)).as_secs()
        };
        for (own, feeds, default, expected) in [
            (None, true, 300, 30),
            (None, false, 300, 300),
            (None, true, 10, 10),
            (Some(600), true, 300, 600),
            (Some(5), false, 300, 5),
        ] {
            assert_eq!(interval(own, feeds, default), expected, "{own:?} {feeds} {default}");
        }
        let files = WatcherFields { rescan_seconds: 90, ..WatcherFields::of_files("a", "/srv/a") };
        assert_eq!(poll_interval(&files, true, Duration::from_mins(5)).as_secs(), 90);
    }
}
