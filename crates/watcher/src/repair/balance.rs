//! Compares the log of a watcher with its folders, day by day, and lists the discrepancies.

use super::Repair;
use crate::error::WatcherError;
use crate::filter::is_new_enough;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use crate::status::is_end;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use std::collections::{BTreeMap, HashMap, HashSet};
use stormwire_graph::MessageSummary;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::log_counts::{self, BalanceEntry};
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{LogId, WatcherId};

const MAX_ROWS: u32 = 20_000;
const MAX_MESSAGES_PER_FOLDER: u16 = 1_000;
/// A message that has just arrived may not be claimed yet.
const CLAIM_GRACE_PERIOD: SignedDuration = SignedDuration::from_mins(10);
/// An operator must look into messages that are unfinished for longer.
const OVERDUE_AFTER: SignedDuration = SignedDuration::from_hours(1);
const MAX_DISCREPANCIES: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FolderRole {
    Watched,
    Processed,
    Failed,
}

#[derive(Debug, Clone)]
struct FolderMessage {
    folder: FolderRole,
    message: MessageSummary,
}

/// `seen = succeeded + failed + skipped + waiting`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BalanceDay {
    /// Log rows whose message was received on that day.
    pub seen: u64,
    pub succeeded: u64,
    pub failed: u64,
    pub skipped: u64,
    pub waiting: u64,
    /// Messages of that day in the folders; `None` if the folders could not be read.
    pub in_folders: Option<u64>,
}

/// A message whose log row and folder do not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    pub log_id: Option<LogId>,
    pub message_key: String,
    pub subject: Option<String>,
    pub received_at: Timestamp,
    pub text: String,
}

#[derive(Debug, Clone, Default)]
pub struct MessageBalance {
    /// Oldest first.
    pub days: BTreeMap<Date, BalanceDay>,
    pub folders: Vec<FolderCount>,
    /// Newest first.
    pub discrepancies: Vec<Discrepancy>,
    /// Why the balance is incomplete.
    pub warnings: Vec<String>,
}

/// The number of items that the provider reports for a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderCount {
    pub name: String,
    pub items: u64,
}

struct FolderContents {
    messages: Vec<FolderMessage>,
    is_complete: bool,
}

impl Repair {
    /// Covers the last `days` days in `zone`, including today.
    pub async fn balance(
        &self,
        watcher_id: WatcherId,
        days: u16,
        zone: &TimeZone,
    ) -> Result<MessageBalance, WatcherError> {
        let now = self.clock.now();
        let since = start_of_first_day(now, days, zone);
        let mut conn = self.store.reader().await?;
        let watcher = watcher::get(&mut conn, watcher_id).await?.ok_or(WatcherError::Missing("watcher"))?;
        // The extra hour allows for differing clocks: a message may be received after it is detected.
        let rows =
            log_counts::list_since(&mut conn, watcher_id, since - SignedDuration::from_hours(1), MAX_ROWS).await?;
        drop(conn);
        let mut warnings = Vec::new();
        if rows.len() >= MAX_ROWS as usize {
            warnings.push(format!("only the newest {MAX_ROWS} messages of the log were checked"));
        }
        let mut folders = Vec::new();
        let contents = self.folder_contents(&watcher, since, &mut folders);
        let messages = match with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "list folders", contents).await {
            Ok(contents) => {
                if !contents.is_complete {
                    warnings.push(format!(
                        "only the newest {MAX_MESSAGES_PER_FOLDER} messages of each folder were checked"
                    ));
                }
                Some(contents.messages)
            }
            Err(error @ (WatcherError::Store(_) | WatcherError::Secrets(_))) => return Err(error),
            Err(error) => {
                warnings.push(format!("the folders could not be read: {error}"));
                None
            }
        };
        let scope = BalanceScope { watcher: &watcher, since, now, zone, is_complete: warnings.is_empty() };
        let days = count_days(&scope, &rows, messages.as_deref());
        let discrepancies = discrepancies(&scope, &rows, messages.as_deref());
        Ok(MessageBalance { days, folders, discrepancies, warnings })
    }

    /// Adds to `counts` also if it fails later.
    async fn folder_contents(
        &self,
        watcher: &Watcher,
        since: Timestamp,
        counts: &mut Vec<FolderCount>,
    ) -> Result<FolderContents, WatcherError> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let source_folder = self.mailboxes.resolve_folder(watcher, &open).await?;
        let all = open.mailbox.folders().await?;
        let below = |name: &str| all.iter().find(|one| one.parent.as_ref() == Some(&source_folder) && one.name == name);
        let folders = [
            (FolderRole::Watched, all.iter().find(|one| one.id == source_folder)),
            (FolderRole::Processed, below("Processed")),
            (FolderRole::Failed, below("Failed")),
        ];
        let mut contents = FolderContents { messages: Vec::new(), is_complete: true };
        for (role, folder) in folders.into_iter().filter_map(|(role, folder)| Some((role, folder?))) {
            counts.push(FolderCount { name: folder.name.clone(), items: folder.total_items });
            let found = open.mailbox.message_summaries(&folder.id, since, MAX_MESSAGES_PER_FOLDER).await?;
            contents.is_complete &= found.len() < usize::from(MAX_MESSAGES_PER_FOLDER);
            contents.messages.extend(found.into_iter().map(|message| FolderMessage { folder: role, message }));
        }
        Ok(contents)
    }
}

/// Midnight of the first day.
fn start_of_first_day(now: Timestamp, days: u16, zone: &TimeZone) -> Timestamp {
    let today = now.to_zoned(zone.clone()).date();
    let first = today.checked_sub(i64::from(days.max(1) - 1).days()).unwrap_or(today);
    first.to_zoned(zone.clone()).map_or(now, |midnight| midnight.timestamp())
}

struct BalanceScope<'a> {
    watcher: &'a Watcher,
    since: Timestamp,
    now: Timestamp,
    zone: &'a TimeZone,
    /// Neither the log nor the folders were truncated.
    is_complete: bool,
}

impl BalanceScope<'_> {
    fn day(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone.clone()).date()
    }
}

/// `messages` are `None` if the folders could not be read.
fn count_days(
    scope: &BalanceScope,
    rows: &[BalanceEntry],
    messages: Option<&[FolderMessage]>,
) -> BTreeMap<Date, BalanceDay> {
    let mut days: BTreeMap<Date, BalanceDay> = BTreeMap::new();
    let mut day = scope.day(scope.since);
    while day <= scope.day(scope.now) {
        days.insert(day, BalanceDay { in_folders: messages.map(|_| 0), ..BalanceDay::default() });
        let Ok(next) = day.tomorrow() else { break };
        day = next;
    }
    for row in rows {
        if let Some(day) = days.get_mut(&scope.day(row.received_at.0)) {
            day.seen += 1;
            *match row.status {
                LogStatus::Success => &mut day.succeeded,
                LogStatus::Failed => &mut day.failed,
                LogStatus::Skipped => &mut day.skipped,
                LogStatus::Detected | LogStatus::Processing | LogStatus::DbComplete => &mut day.waiting,
            } += 1;
        }
    }
    for one in messages.unwrap_or_default() {
        if let Some(day) = one.message.received_at.and_then(|at| days.get_mut(&scope.day(at))) {
            day.in_folders = day.in_folders.map(|count| count + 1);
        }
    }
    days
}

fn discrepancies(scope: &BalanceScope, rows: &[BalanceEntry], messages: Option<&[FolderMessage]>) -> Vec<Discrepancy> {
    let mut found = unexpected_messages(scope, rows, messages.unwrap_or_default());
    found.extend(unexpected_rows(scope, rows, messages));
    found.sort_by_key(|one| std::cmp::Reverse(one.received_at));
    found.truncate(MAX_DISCREPANCIES);
    found
}

/// Messages in a folder that does not match their log row.
fn unexpected_messages(scope: &BalanceScope, rows: &[BalanceEntry], messages: &[FolderMessage]) -> Vec<Discrepancy> {
    let known: HashMap<&str, &BalanceEntry> = rows.iter().map(|row| (row.message_key.as_str(), row)).collect();
    let each = |FolderMessage { folder, message }: &FolderMessage| {
        let row = known.get(message.key.as_str());
        let received_at = message.received_at.unwrap_or(scope.now);
        let text = match row {
            None => describe_unclaimed(scope, *folder, received_at),
            Some(row) => describe_misfiled(scope, *folder, row),
        }?;
        Some(Discrepancy {
            log_id: row.map(|row| row.id),
            message_key: message.key.as_str().to_owned(),
            subject: message.subject.clone(),
            received_at,
            text,
        })
    };
    messages.iter().filter_map(each).collect()
}

fn describe_unclaimed(scope: &BalanceScope, folder: FolderRole, received_at: Timestamp) -> Option<String> {
    let is_recent = scope.now.duration_since(received_at) < CLAIM_GRACE_PERIOD;
    if folder != FolderRole::Watched || is_recent || !is_new_enough(scope.watcher, Some(received_at)) {
        return None;
    }
    Some("In the watched folder, but not in the log.".into())
}

fn describe_misfiled(scope: &BalanceScope, folder: FolderRole, row: &BalanceEntry) -> Option<String> {
    if !scope.watcher.fields.move_on_process || !is_end(row.status) {
        return None;
    }
    let expected = if row.status == LogStatus::Failed { FolderRole::Failed } else { FolderRole::Processed };
    if folder == expected {
        return None;
    }
    let name = match folder {
        FolderRole::Watched => "still in the watched folder",
        FolderRole::Processed => "in Processed",
        FolderRole::Failed => "in Failed",
    };
    Some(format!("The log says {}, but the message is {name}.", row.status))
}

/// Rows whose message is in none of the folders, and rows that have been unfinished for too long.
fn unexpected_rows(
    scope: &BalanceScope,
    rows: &[BalanceEntry],
    messages: Option<&[FolderMessage]>,
) -> Vec<Discrepancy> {
    let in_folders: Option<HashSet<&str>> =
        messages.filter(|_| scope.is_complete).map(|all| all.iter().map(|one| one.message.key.as_str()).collect());
    let each = |row: &BalanceEntry| {
        let age = scope.now.duration_since(row.detected_at.0);
        let text = match row.status {
            LogStatus::Processing if age > OVERDUE_AFTER => "Processing was interrupted. Retry the message.",
            LogStatus::Detected | LogStatus::DbComplete if age > OVERDUE_AFTER => {
                "Not finished after more than an hour."
            }
            status
                if is_end(status)
                    && row.received_at.0 >= scope.since
                    && in_folders.as_ref().is_some_and(|found| !found.contains(row.message_key.as_str())) =>
            {
                "In the log, but in none of the folders: it was moved or deleted."
            }
            _ => return None,
        };
        Some(Discrepancy {
            log_id: Some(row.id),
            message_key: row.message_key.clone(),
            subject: row.subject.clone(),
            received_at: row.received_at.0,
            text: text.into(),
        })
    };
    rows.iter().filter_map(each).collect()
}

#[cfg(test)]
mod tests;
