//! The balance of a watcher: what the log says day by day, what the folders hold, and what does not add up.

use super::reconcile::is_wanted;
use super::{Watch, WatchError};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use std::collections::{BTreeMap, HashMap};
use stormwire_graph::Glance;
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::tally::{self, Entry};

/// As many rows of the log as are looked at.
const MOST_ROWS: u32 = 20_000;
/// As many messages of a folder as are looked at.
const MOST_MESSAGES: u16 = 1_000;
/// A message that came just now may be on its way.
const GRACE: SignedDuration = SignedDuration::from_mins(10);
/// What waits for longer wants a person.
const PATIENCE: SignedDuration = SignedDuration::from_hours(1);
/// As many as a person reads.
const MOST_ODD: usize = 200;

/// A place where messages of a watcher lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The watched folder.
    Watched,
    /// Where good ones are put.
    Processed,
    /// Where bad ones are put.
    Failed,
}

/// One day: `seen = succeeded + failed + skipped + waiting`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Day {
    /// Rows of the log whose message was received on that day.
    pub seen: u64,
    /// Those that ended well.
    pub succeeded: u64,
    /// Those that failed.
    pub failed: u64,
    /// Those that the filters kept out.
    pub skipped: u64,
    /// Those that have not come to their end.
    pub waiting: u64,
    /// Messages of that day that lie in the folders; none when they could not be asked.
    pub lying: Option<u64>,
}

/// A message that does not add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odd {
    /// Its row, if it has one.
    pub log_id: Option<i64>,
    /// The provider's immutable id.
    pub message_key: String,
    /// As it stands there.
    pub subject: Option<String>,
    /// When the mailbox got it.
    pub received_at: Timestamp,
    /// What is odd.
    pub words: String,
}

/// The balance.
#[derive(Debug, Clone, Default)]
pub struct Balance {
    /// By day, oldest first.
    pub days: BTreeMap<Date, Day>,
    /// What lies in each folder as the provider counts it.
    pub folders: Vec<(String, u64)>,
    /// What does not add up, newest first.
    pub odd: Vec<Odd>,
    /// What keeps the balance from being whole, in words.
    pub warnings: Vec<String>,
}

impl Watch {
    /// The balance of the last days, today included, in a time zone.
    pub async fn balance(&self, job_id: i64, days: u16, zone: &TimeZone) -> Result<Balance, WatchError> {
        let now = self.clock.now();
        let since = first_moment(now, days, zone);
        let mut conn = self.store.reader().await?;
        let job = job::get(&mut conn, job_id).await?.ok_or(WatchError::Missing("watcher"))?;
        // A message is never detected long before it is received: the hour is for clocks that differ.
        let rows = tally::ledger(&mut conn, job_id, since - SignedDuration::from_hours(1), MOST_ROWS).await?;
        drop(conn);
        let mut warnings = Vec::new();
        if rows.len() >= MOST_ROWS as usize {
            warnings.push(format!("only the newest {MOST_ROWS} messages were looked at"));
        }
        let mut folders = Vec::new();
        let lying = match self.lying(&job, since, &mut folders).await {
            Ok((lying, is_whole)) => {
                if !is_whole {
                    warnings.push(format!("only the newest {MOST_MESSAGES} messages of a folder were looked at"));
                }
                Some(lying)
            }
            Err(error @ (WatchError::Store(_) | WatchError::Secrets(_))) => return Err(error),
            Err(error) => {
                warnings.push(format!("the folders could not be asked: {error}"));
                None
            }
        };
        let is_whole = warnings.is_empty();
        let scope = Scope { job: &job, since, now, zone, is_whole };
        let (days, odd) = weigh(&scope, &rows, lying.as_deref());
        Ok(Balance { days, folders, odd, warnings })
    }

    /// What lies in the folders of a watcher since a time, and whether that is all.
    async fn lying(
        &self,
        job: &Job,
        since: Timestamp,
        counts: &mut Vec<(String, u64)>,
    ) -> Result<(Vec<(Place, Glance)>, bool), WatchError> {
        let opened = self.open(job).await?;
        let watched = self.folder(job, &opened).await?;
        let all = opened.mailbox.folders().await?;
        let below = |name: &str| all.iter().find(|one| one.parent.as_ref() == Some(&watched) && one.name == name);
        let places = [
            (Place::Watched, all.iter().find(|one| one.id == watched)),
            (Place::Processed, below("Processed")),
            (Place::Failed, below("Failed")),
        ];
        let (mut lying, mut is_whole) = (Vec::new(), true);
        for (place, folder) in places.into_iter().filter_map(|(place, folder)| Some((place, folder?))) {
            counts.push((folder.name.clone(), folder.total_items));
            let found = opened.mailbox.glances(&folder.id, since, MOST_MESSAGES).await?;
            is_whole &= found.len() < usize::from(MOST_MESSAGES);
            lying.extend(found.into_iter().map(|one| (place, one)));
        }
        Ok((lying, is_whole))
    }
}

/// The beginning of the first day.
fn first_moment(now: Timestamp, days: u16, zone: &TimeZone) -> Timestamp {
    let today = now.to_zoned(zone.clone()).date();
    let first = today.checked_sub(i64::from(days.max(1) - 1).days()).unwrap_or(today);
    first.to_zoned(zone.clone()).map_or(now, |midnight| midnight.timestamp())
}

struct Scope<'a> {
    job: &'a Job,
    since: Timestamp,
    now: Timestamp,
    zone: &'a TimeZone,
    is_whole: bool,
}

impl Scope<'_> {
    fn day(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone.clone()).date()
    }
}

/// Holds the log against the folders.
fn weigh(scope: &Scope, rows: &[Entry], lying: Option<&[(Place, Glance)]>) -> (BTreeMap<Date, Day>, Vec<Odd>) {
    let mut days: BTreeMap<Date, Day> = BTreeMap::new();
    let mut day = scope.day(scope.since);
    while day <= scope.day(scope.now) {
        days.insert(day, Day { lying: lying.map(|_| 0), ..Day::default() });
        let Ok(next) = day.tomorrow() else { break };
        day = next;
    }
    for row in rows {
        if let Some(day) = days.get_mut(&scope.day(row.received_at.0)) {
            day.seen += 1;
            *match row.status.as_str() {
                "Success" => &mut day.succeeded,
                "Failed" => &mut day.failed,
                "Skipped" => &mut day.skipped,
                _ => &mut day.waiting,
            } += 1;
        }
    }
    for (_, one) in lying.unwrap_or_default() {
        if let Some(day) = one.received_at.and_then(|at| days.get_mut(&scope.day(at))) {
            day.lying = day.lying.map(|count| count + 1);
        }
    }
    let mut odd = odd_messages(scope, rows, lying.unwrap_or_default());
    odd.extend(odd_rows(scope, rows, lying));
    odd.sort_by_key(|one| std::cmp::Reverse(one.received_at));
    odd.truncate(MOST_ODD);
    (days, odd)
}

/// What lies where the log does not expect it.
fn odd_messages(scope: &Scope, rows: &[Entry], lying: &[(Place, Glance)]) -> Vec<Odd> {
    let known: HashMap<&str, &Entry> = rows.iter().map(|row| (row.message_key.as_str(), row)).collect();
    let each = |(place, one): &(Place, Glance)| {
        let row = known.get(one.key.as_str());
        let received_at = one.received_at.unwrap_or(scope.now);
        let words = match row {
            None => unseen(scope, *place, received_at),
            Some(row) => misplaced(scope, *place, row),
        }?;
        let (log_id, message_key) = (row.map(|row| row.id), one.key.as_str().to_owned());
        Some(Odd { log_id, message_key, subject: one.subject.clone(), received_at, words })
    };
    lying.iter().filter_map(each).collect()
}

fn unseen(scope: &Scope, place: Place, received_at: Timestamp) -> Option<String> {
    let may_be_on_its_way = scope.now.duration_since(received_at) < GRACE;
    if place != Place::Watched || may_be_on_its_way || !is_wanted(scope.job, Some(received_at)) {
        return None;
    }
    Some("It lies in the watched folder and is not in the log.".into())
}

fn misplaced(scope: &Scope, place: Place, row: &Entry) -> Option<String> {
    let status = row.status.as_str();
    let ended = matches!(status, "Success" | "Failed" | "Skipped");
    if !scope.job.fields.move_on_process || !ended {
        return None;
    }
    let expected = if status == "Failed" { Place::Failed } else { Place::Processed };
    if place == expected {
        return None;
    }
    let name = match place {
        Place::Watched => "still in the watched folder",
        Place::Processed => "in Processed",
        Place::Failed => "in Failed",
    };
    Some(format!("The log says {status}, but it lies {name}."))
}

/// What the log holds and the folders do not, and what waits too long.
fn odd_rows(scope: &Scope, rows: &[Entry], lying: Option<&[(Place, Glance)]>) -> Vec<Odd> {
    let there: Option<std::collections::HashSet<&str>> =
        lying.filter(|_| scope.is_whole).map(|all| all.iter().map(|(_, one)| one.key.as_str()).collect());
    let each = |row: &Entry| {
        let age = scope.now.duration_since(row.detected_at.0);
        let words = match row.status.as_str() {
            "Processing" if age > PATIENCE => "It stopped while it was processed. Retry it.",
            "Detected" | "DbComplete" if age > PATIENCE => "It has been waiting for more than an hour.",
            "Success" | "Failed" | "Skipped"
                if row.received_at.0 >= scope.since
                    && there.as_ref().is_some_and(|there| !there.contains(row.message_key.as_str())) =>
            {
                "It is in the log, but lies in none of the folders: somebody has moved or deleted it."
            }
            _ => return None,
        };
        let (subject, received_at) = (row.subject.clone(), row.received_at.0);
        Some(Odd {
            log_id: Some(row.id),
            message_key: row.message_key.clone(),
            subject,
            received_at,
            words: words.into(),
        })
    };
    rows.iter().filter_map(each).collect()
}

#[cfg(test)]
mod tests;
