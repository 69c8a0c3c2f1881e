//! Compares the log of a watcher with its folders, day by day, and lists the discrepancies.

use super::Repair;
use super::message_folders::{FolderRole, MessageFolder};
use crate::error::WatcherError;
use crate::files::FileKey;
use crate::filter::is_new_enough;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use crate::status::is_end;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use std::collections::{BTreeMap, HashMap, HashSet};
use stormwire_graph::MessageSummary;
use stormwire_store::tables::log::{self, LogStatus};
use stormwire_store::tables::log_counts::{self, BalanceEntry};
use stormwire_store::tables::watcher::{self, Watcher, WatcherKind};
use stormwire_store::{LogId, WatcherId};

const MAX_ROWS: u32 = 20_000;
pub(super) const MAX_MESSAGES_PER_FOLDER: u16 = 1_000;
/// A message that has just arrived may not be claimed yet.
const CLAIM_GRACE_PERIOD: SignedDuration = SignedDuration::from_mins(10);
/// An operator must look into messages that are unfinished for longer.
const OVERDUE_AFTER: SignedDuration = SignedDuration::from_hours(1);
const MAX_DISCREPANCIES: usize = 200;
const KEYS_PER_LOOKUP: usize = 500;

#[derive(Debug, Clone)]
pub(super) struct FolderMessage {
    pub(super) folder: FolderRole,
    pub(super) message: MessageSummary,
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
    /// Messages that are in a folder but not in the log, also those beyond the length of the list.
    pub missing_count: u64,
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
        let messages = match watcher.fields.kind {
            WatcherKind::Mailbox => self.folder_messages(&watcher, since, &mut folders, &mut warnings).await?,
            WatcherKind::File => {
                let known = keys_in_log(&rows);
                let (counts, messages) = self.files_in_folders(&watcher, since, known, &mut warnings).await;
                folders = counts;
                messages
            }
            // The log is compared with nothing: events are rows of the same database.
            WatcherKind::StatusEvent => None,
        };
        let scope = BalanceScope { watcher: &watcher, since, now, zone, is_complete: warnings.is_empty() };
        let days = count_days(&scope, &rows, messages.as_deref());
        let known = self.known_keys(watcher_id, &rows, messages.as_deref().unwrap_or_default()).await?;
        let missing = missing_messages(&scope, &known, messages.as_deref().unwrap_or_default());
        let missing_count = missing.len() as u64;
        let discrepancies = discrepancies(&scope, &rows, messages.as_deref(), missing);
        Ok(MessageBalance { days, folders, discrepancies, missing_count, warnings })
    }

    /// `None`, with a warning, if the folders could not be read.
    async fn folder_messages(
        &self,
        watcher: &Watcher,
        since: Timestamp,
        folders: &mut Vec<FolderCount>,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Vec<FolderMessage>>, WatcherError> {
        let contents = self.folder_contents(watcher, since, folders);
        match with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "list folders", contents).await {
            Ok(contents) => {
                if !contents.is_complete {
                    warnings.push(format!(
                        "only the newest {MAX_MESSAGES_PER_FOLDER} messages of each folder were checked"
                    ));
                }
                Ok(Some(contents.messages))
            }
            Err(error @ (WatcherError::Store(_) | WatcherError::Secrets(_))) => Err(error),
            Err(error) => {
                warnings.push(format!("the folders could not be read: {error}"));
                Ok(None)
            }
        }
    }

    /// Also of messages that the log has but that `rows` leave out: detected long after they were received, or too many.
    async fn known_keys(
        &self,
        watcher_id: WatcherId,
        rows: &[BalanceEntry],
        messages: &[FolderMessage],
    ) -> Result<HashSet<String>, WatcherError> {
        let mut known = keys_in_log(rows);
        let keys = messages.iter().map(|one| one.message.key.as_str().to_owned());
        let unknown: Vec<String> = keys.filter(|key| !known.contains(key)).collect();
        let mut conn = self.store.reader().await?;
        for keys in unknown.chunks(KEYS_PER_LOOKUP) {
            known.extend(log::list_known_keys(&mut conn, watcher_id, keys).await?);
        }
        Ok(known)
    }

    /// Adds to `counts` also if it fails later.
    async fn folder_contents(
        &self,
        watcher: &Watcher,
        since: Timestamp,
        counts: &mut Vec<FolderCount>,
    ) -> Result<FolderContents, WatcherError> {
        let all = self.message_folders(watcher).await?;
        let mut contents = FolderContents { messages: Vec::new(), is_complete: true };
        for MessageFolder { role, folder } in all.folders {
            counts.push(FolderCount { name: folder.name.clone(), items: folder.total_items });
            let found = all.open.mailbox.message_summaries(&folder.id, since, MAX_MESSAGES_PER_FOLDER).await?;
            contents.is_complete &= found.len() < usize::from(MAX_MESSAGES_PER_FOLDER);
            contents.messages.extend(found.into_iter().map(|message| FolderMessage { folder: role, message }));
        }
        Ok(contents)
    }
}

/// With the keys of the files that duplicates repeat: both have the same name and content, so the folders show one key.
fn keys_in_log(rows: &[BalanceEntry]) -> HashSet<String> {
    let each = |row: &BalanceEntry| [Some(row.message_key.clone()), FileKey::original_of(&row.message_key)];
    rows.iter().flat_map(each).flatten().collect()
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

fn discrepancies(
    scope: &BalanceScope,
    rows: &[BalanceEntry],
    messages: Option<&[FolderMessage]>,
    missing: Vec<Discrepancy>,
) -> Vec<Discrepancy> {
    let mut found = missing;
    found.extend(unexpected_messages(scope, rows, messages.unwrap_or_default()));
    found.extend(unexpected_rows(scope, rows, messages));
    found.sort_by_key(|one| std::cmp::Reverse(one.received_at));
    found.truncate(MAX_DISCREPANCIES);
    found
}

/// Messages in a folder that does not match their log row.
fn unexpected_messages(scope: &BalanceScope, rows: &[BalanceEntry], messages: &[FolderMessage]) -> Vec<Discrepancy> {
    let known: HashMap<&str, &BalanceEntry> = rows.iter().map(|row| (row.message_key.as_str(), row)).collect();
    let each = |FolderMessage { folder, message }: &FolderMessage| {
        let row = known.get(message.key.as_str())?;
        Some(Discrepancy {
            log_id: Some(row.id),
            message_key: message.key.as_str().to_owned(),
            subject: message.subject.clone(),
            received_at: message.received_at.unwrap_or(scope.now),
            text: describe_misfiled(scope, *folder, row)?,
        })
    };
    messages.iter().filter_map(each).collect()
}

/// Messages in a folder that the log does not know.
fn missing_messages(scope: &BalanceScope, known: &HashSet<String>, messages: &[FolderMessage]) -> Vec<Discrepancy> {
    let each = |FolderMessage { folder, message }: &FolderMessage| {
        let received_at = message.received_at.unwrap_or(scope.now);
        let is_recent = *folder == FolderRole::Watched && scope.now.duration_since(received_at) < CLAIM_GRACE_PERIOD;
        let is_expected = is_recent || !is_new_enough(scope.watcher, Some(received_at));
        (!is_expected && !known.contains(message.key.as_str())).then(|| Discrepancy {
            log_id: None,
            message_key: message.key.as_str().to_owned(),
            subject: message.subject.clone(),
            received_at,
            text: format!("In {}, but not in the log.", folder.name()),
        })
    };
    messages.iter().filter_map(each).collect()
}

fn describe_misfiled(scope: &BalanceScope, folder: FolderRole, row: &BalanceEntry) -> Option<String> {
    if !scope.watcher.fields.move_on_process || !is_end(row.status) || row.is_test {
        return None;
    }
    let expected = if row.status == LogStatus::Failed { FolderRole::Failed } else { FolderRole::Processed };
    let may_stay = row.status == LogStatus::Skipped && scope.watcher.fields.leave_unmatched;
    if folder == expected || may_stay && folder == FolderRole::Watched {
        return None;
    }
    let still = if folder == FolderRole::Watched { "still " } else { "" };
    Some(format!("The log says {}, but the message is {still}in {}.", row.status, folder.name()))
}

/// Rows whose message is in none of the folders, and rows that have been unfinished for too long.
fn unexpected_rows(
    scope: &BalanceScope,
    rows: &[BalanceEntry],
    messages: Option<&[FolderMessage]>,
) -> Vec<Discrepancy> {
    let in_folders: Option<HashSet<&str>> =
        messages.filter(|_| scope.is_complete).map(|all| all.iter().map(|one| one.message.key.as_str()).collect());
    let is_missing = |row: &BalanceEntry| {
        let original = FileKey::original_of(&row.message_key);
        let key = original.as_deref().unwrap_or(row.message_key.as_str());
        in_folders.as_ref().is_some_and(|found| !found.contains(key))
    };
    let each = |row: &BalanceEntry| {
        let age = scope.now.duration_since(row.detected_at.0);
        let text = match row.status {
            LogStatus::Processing if row.is_dismissed => return None,
            LogStatus::Processing if age > OVERDUE_AFTER => "Processing was interrupted. Retry or dismiss the message.",
            LogStatus::Detected | LogStatus::DbComplete if age > OVERDUE_AFTER => {
                "Not finished after more than an hour."
            }
            status if is_end(status) && row.received_at.0 >= scope.since && is_missing(row) => {
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
