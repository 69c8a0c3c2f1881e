//! Compares an old forwarding job with the workflow that replaces it, message by message, before the old job is shut down.
//! Mails of the old job are read with the extraction of the watcher. Stores nothing.

use super::Repair;
use crate::error::WatcherError;
use crate::sample_text::{SampleText, extract};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::tables::log::{self, LogEntry, LogStatus};
use stormwire_store::tables::workflow::{Step, StepStatus};
use stormwire_store::tables::{action, strike};
use stormwire_store::{LogId, StoreError, WatcherId};

/// The vendor's report arrives at most this long after its newest strike.
const REPORT_DELAY: Duration = Duration::from_mins(15);
/// More failures are not listed.
const MAX_FAILED: u32 = 100;

/// A mail that the old job sent.
#[derive(Debug, Clone)]
pub struct ForwardedMail {
    /// The file name.
    pub name: String,
    /// The error says why the file cannot be read.
    pub sample: Result<SampleText, String>,
}

/// What the old job and the workflow did with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComparisonResult {
    /// The old job forwarded it and the workflow mailed it.
    Both,
    /// The workflow suppressed the mail for this reason.
    Held(String),
    /// The workflow has no mail action, or has not reached it.
    NoMail,
    /// The workflow failed.
    Failed(String),
    /// Strikes of the old mail are not in the table.
    Lost { lost: usize, of: usize },
    /// The strikes are known, but from no message of this watcher.
    Unseen,
    /// No strikes can be extracted from the old mail.
    Unreadable(String),
    /// The workflow processed a message that the old job did not forward.
    NewOnly,
}

impl ComparisonResult {
    /// Whether it must be resolved before the old job is shut down.
    pub fn needs_attention(&self) -> bool {
        !matches!(self, Self::Both | Self::Held(_) | Self::NewOnly)
    }
}

impl std::fmt::Display for ComparisonResult {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Both => formatter.write_str("forwarded by the old job, mailed by the workflow"),
            Self::Held(why) => write!(formatter, "forwarded by the old job, {why}"),
            Self::NoMail => formatter
                .write_str("stored but not mailed: the workflow has no mail action, or that action has not run yet"),
            Self::Failed(why) => write!(formatter, "the workflow failed: {why}"),
            Self::Lost { lost, of } => write!(formatter, "{lost} of {of} strikes are not in data.LightningStrike"),
            Self::Unseen => formatter.write_str("the watcher has no message with these strikes"),
            Self::Unreadable(why) => write!(formatter, "no strikes can be extracted: {why}"),
            Self::NewOnly => formatter.write_str("processed by the workflow, not forwarded by the old job"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonLine {
    /// The old mail, or the log row.
    pub what: String,
    pub result: ComparisonResult,
}

type StrikeKey = String;

/// A strike in an old mail.
#[derive(Debug, Clone)]
struct ForwardedStrike {
    at: Timestamp,
    key: StrikeKey,
}

/// A message that the watcher processed.
#[derive(Debug, Clone)]
struct ProcessedMessage {
    log_id: LogId,
    newest: Timestamp,
    /// The result of its mail action; `None` if it did not run.
    mail: Option<Result<String, String>>,
}

/// An old mail after extraction.
#[derive(Debug, Clone)]
struct ExtractedMail {
    name: String,
    strikes: Result<Vec<ForwardedStrike>, String>,
}

/// Smaller needs attention first.
fn attention_order(seen: &ProcessedMessage) -> u8 {
    match &seen.mail {
        Some(Err(_)) => 0,
        None => 1,
        Some(Ok(result)) if result.starts_with("held") => 2,
        Some(Ok(_)) => 3,
    }
}

/// A mail belongs to a message with the same newest strike. If there are several, the one that needs most attention is
/// chosen, so that no failure is hidden.
fn compare(mails: &[ExtractedMail], seen: &[ProcessedMessage], known: &HashSet<StrikeKey>) -> Vec<ComparisonLine> {
    let mut matched = HashSet::new();
    let mut lines: Vec<ComparisonLine> = Vec::new();
    for mail in mails {
        let result = match &mail.strikes {
            Err(why) => ComparisonResult::Unreadable(why.clone()),
            Ok(strikes) => {
                let newest = strikes.iter().map(|strike| strike.at).max();
                let same = seen.iter().filter(|seen| Some(seen.newest) == newest && !matched.contains(&seen.log_id));
                let message = same.min_by_key(|seen| attention_order(seen));
                matched.extend(message.map(|message| message.log_id));
                let lost = strikes.iter().filter(|strike| !known.contains(&strike.key)).count();
                match (lost, message.map(|message| &message.mail)) {
                    (1.., _) => ComparisonResult::Lost { lost, of: strikes.len() },
                    (_, None) => ComparisonResult::Unseen,
                    (_, Some(None)) => ComparisonResult::NoMail,
                    (_, Some(Some(Err(why)))) => ComparisonResult::Failed(why.clone()),
                    (_, Some(Some(Ok(result)))) if result.starts_with("held") => ComparisonResult::Held(result.clone()),
                    (_, Some(Some(Ok(_)))) => ComparisonResult::Both,
                }
            }
        };
        lines.push(ComparisonLine { what: mail.name.clone(), result });
    }
    let unmatched = seen.iter().filter(|seen| !matched.contains(&seen.log_id));
    lines.extend(unmatched.map(|seen| {
        let result = match &seen.mail {
            Some(Err(why)) => ComparisonResult::Failed(why.clone()),
            _ => ComparisonResult::NewOnly,
        };
        ComparisonLine { what: format!("log row {}", seen.log_id), result }
    }));
    lines
}

impl Repair {
    /// Compares the mails of the old job with what the watcher has done with the same messages.
    pub async fn compare_forwarded(
        &self,
        watcher_id: WatcherId,
        old: Vec<ForwardedMail>,
    ) -> Result<Vec<ComparisonLine>, WatcherError> {
        let actions = action::list(&mut self.store.reader().await?, watcher_id).await?;
        let config =
            actions.iter().find(|action| action.action_type == "TextExtract").map(|action| action.config.clone());
        let config = config.ok_or_else(|| WatcherError::Conflict("this watcher has no TextExtract action".into()))?;
        let mut read = Vec::new();
        for ForwardedMail { name, sample } in old {
            let found = match sample {
                Ok(sample) => {
                    extract(self.clock.as_ref(), config.clone(), sample).await.map_err(|error| error.to_string())
                }
                Err(why) => Err(why),
            };
            read.push(ExtractedMail { name, strikes: found.and_then(|found| parse_strikes(&json!(found)["Items"])) });
        }
        let times = || read.iter().flat_map(|mail| mail.strikes.iter().flatten()).map(|strike| strike.at);
        let (Some(from), Some(to)) = (times().min(), times().max()) else {
            return Ok(compare(&read, &[], &HashSet::new()));
        };
        let mut conn = self.store.reader().await?;
        let mut known = HashSet::new();
        strike::window(&mut conn, from, to, None, |row| {
            known.insert(strike_key(row.at, row.position.lat(), row.position.lon(), &row.name, &row.vendor_type));
        })
        .await?;
        let rows = log::with_strikes(&mut conn, watcher_id, from, to).await?;
        drop(conn);
        let mut seen = Vec::new();
        for (log_id, newest) in rows {
            let steps = self.log(log_id).await?.steps;
            seen.push(ProcessedMessage { log_id, newest, mail: steps.iter().find_map(mail_outcome) });
        }
        let mut lines = compare(&read, &seen, &known);
        let failed = self.failed_between(watcher_id, from, to).await?;
        // They failed before any strike was extracted.
        let without_strikes = failed.into_iter().filter(|row| seen.iter().all(|seen| seen.log_id != row.id));
        lines.extend(without_strikes.map(|row| ComparisonLine {
            what: format!("log row {}", row.id),
            result: ComparisonResult::Failed(row.error_message.unwrap_or_default()),
        }));
        Ok(lines)
    }

    async fn failed_between(
        &self,
        watcher_id: WatcherId,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<Vec<LogEntry>, StoreError> {
        let failed = log::LogSearch {
            watcher_id: Some(watcher_id),
            status: Some(LogStatus::Failed),
            from: Some(from),
            to: Some(later(to, REPORT_DELAY)),
            most: MAX_FAILED,
            ..log::LogSearch::default()
        };
        log::list(&mut self.store.reader().await?, failed).await
    }
}

fn mail_outcome(step: &Step) -> Option<Result<String, String>> {
    match (step.action_type.as_str(), step.status) {
        ("Email", StepStatus::Success) => Some(Ok(step.result.clone().unwrap_or_default())),
        (_, StepStatus::Failed) => Some(Err(format!("{:?}: {}", step.name, step.error.clone().unwrap_or_default()))),
        _ => None,
    }
}

fn parse_strikes(items: &Value) -> Result<Vec<ForwardedStrike>, String> {
    let strike = |(position, item): (usize, &Value)| {
        let text = |field: &str| item[field].as_str().ok_or_else(|| format!("record {position} has no {field}"));
        let number = |field: &str| item[field].as_f64().ok_or_else(|| format!("record {position} has no {field}"));
        let at: Timestamp =
            text("Timestamp")?.parse().map_err(|_| format!("record {position}: Timestamp is not a time"))?;
        let (lat, lon) = (number("Latitude")?, number("Longitude")?);
        Ok(ForwardedStrike { at, key: strike_key(at, lat, lon, text("Name")?, text("Type")?) })
    };
    items.as_array().into_iter().flatten().enumerate().map(strike).collect()
}

fn strike_key(at: Timestamp, lat: f64, lon: f64, name: &str, kind: &str) -> StrikeKey {
    format!("{at:.6} {lat:.6} {lon:.6} {name} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn old(name: &str, seconds: &[i64]) -> ExtractedMail {
        let strikes =
            seconds.iter().map(|second| ForwardedStrike { at: at(*second), key: second.to_string() }).collect();
        ExtractedMail { name: name.into(), strikes: Ok(strikes) }
    }

    #[test]
    fn each_mail_is_compared_with_its_message() {
        let sent = || Some(Ok("sent to 1 recipient".to_owned()));
        let seen = |log_id, second, mail| ProcessedMessage { log_id: LogId::new(log_id), newest: at(second), mail };
        let all = [
            seen(1, 10, sent()),
            seen(2, 20, Some(Ok("held: no status has changed".into()))),
            seen(3, 30, Some(Err("timed out".into()))),
            seen(4, 40, None),
            seen(5, 50, sent()),
            seen(6, 60, sent()),
            seen(7, 80, Some(Ok("held: no status has changed".into()))),
            seen(8, 80, Some(Err("rejected".into()))),
            seen(9, 90, Some(Err("lost".into()))),
        ];
        let unreadable = ExtractedMail { name: "h".into(), strikes: Err("nothing".into()) };
        let mails = [
            old("a", &[9, 10]),
            old("b", &[20]),
            old("c", &[30]),
            old("d", &[40]),
            old("e", &[49, 50]),
            old("g", &[70]),
            unreadable,
            old("i", &[80]),
        ];
        let known: HashSet<StrikeKey> = [9, 10, 20, 30, 40, 50, 60, 70, 80].iter().map(ToString::to_string).collect();
        let lines = compare(&mails, &all, &known);
        let found: Vec<(&str, &ComparisonResult)> =
            lines.iter().map(|line| (line.what.as_str(), &line.result)).collect();
        let expected = [
            ("a", &ComparisonResult::Both),
            ("b", &ComparisonResult::Held("held: no status has changed".into())),
            ("c", &ComparisonResult::Failed("timed out".into())),
            ("d", &ComparisonResult::NoMail),
            ("e", &ComparisonResult::Lost { lost: 1, of: 2 }),
            ("g", &ComparisonResult::Unseen),
            ("h", &ComparisonResult::Unreadable("nothing".into())),
            ("i", &ComparisonResult::Failed("rejected".into())),
            ("log row 6", &ComparisonResult::NewOnly),
            ("log row 7", &ComparisonResult::NewOnly),
            ("log row 9", &ComparisonResult::Failed("lost".into())),
        ];
        assert_eq!(found, expected);
        let attention: Vec<&str> =
            lines.iter().filter(|line| line.result.needs_attention()).map(|line| line.what.as_str()).collect();
        assert_eq!(attention, ["c", "d", "e", "g", "h", "i", "log row 9"]);
    }
}
