//! The old forwarding job beside the workflow that replaces it: the same messages, held against each other, before the old
//! one is switched off. The mails that the old job sent are read with the watcher's own extraction. Nothing is written.

use super::sample::{Sample, extract};
use super::{Watch, WatchError};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::StoreError;
use stormwire_store::tables::log::{self, Log};
use stormwire_store::tables::workflow::Step;
use stormwire_store::tables::{action, strike};

/// So long after the last strike a report of it is looked for.
const LATE: Duration = Duration::from_mins(15);
/// More failures than this need not be listed one by one.
const MOST_FAILED: u32 = 100;

/// A mail of the old job.
#[derive(Debug, Clone)]
pub struct Forwarded {
    /// What people find it by.
    pub name: String,
    /// What it says, or why it cannot be read.
    pub sample: Result<Sample, String>,
}

/// What became of a message in both ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The old job forwarded it and the workflow mailed it.
    Both,
    /// The workflow spared the list on purpose, for this reason.
    Held(String),
    /// The workflow has no mail action, or has not come to it.
    NoMail,
    /// The workflow failed.
    Failed(String),
    /// So many strikes of the old mail, of how many, are not in the table.
    Lost(usize, usize),
    /// The strikes are known, but from no message of this watcher.
    Unseen,
    /// No strikes can be read out of the old mail.
    Unreadable(String),
    /// The workflow has seen a message that the old job did not forward.
    NewOnly,
}

impl Found {
    /// Whether someone has to look at it before the old job is switched off.
    pub fn is_bad(&self) -> bool {
        !matches!(self, Self::Both | Self::Held(_) | Self::NewOnly)
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Both => formatter.write_str("forwarded by the old job, mailed by the workflow"),
            Self::Held(why) => write!(formatter, "forwarded by the old job, {why}"),
            Self::NoMail => {
                formatter.write_str("stored, and not mailed: the workflow has no mail action, or it has not run yet")
            }
            Self::Failed(why) => write!(formatter, "the workflow failed: {why}"),
            Self::Lost(lost, of) => write!(formatter, "{lost} of {of} strikes are not in data.LightningStrike"),
            Self::Unseen => formatter.write_str("the watcher has no message with these strikes"),
            Self::Unreadable(why) => write!(formatter, "no strikes can be read out of it: {why}"),
            Self::NewOnly => formatter.write_str("seen by the workflow, not forwarded by the old job"),
        }
    }
}

/// One line of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The old mail, or the row of the log.
    pub what: String,
    /// What became of it.
    pub found: Found,
}

/// A strike as it is told apart.
type Key = String;

/// A message of the watcher.
#[derive(Debug, Clone)]
struct Seen {
    log_id: i64,
    newest: Timestamp,
    /// How its mail ended: none where there was none.
    mail: Option<Result<String, String>>,
}

/// A mail of the old job, read.
#[derive(Debug, Clone)]
struct Read {
    name: String,
    strikes: Result<Vec<(Timestamp, Key)>, String>,
}

/// How much a message has to be looked at: what failed first.
fn concern(seen: &Seen) -> u8 {
    match &seen.mail {
        Some(Err(_)) => 0,
        None => 1,
        Some(Ok(words)) if words.starts_with("held") => 2,
        Some(Ok(_)) => 3,
    }
}

/// Holds both against each other: a mail and a message are the same when their newest strikes are. Where several messages
/// are, the one that fared worst is taken first: nothing that failed may hide behind another.
fn compare(old: &[Read], seen: &[Seen], known: &HashSet<Key>) -> Vec<Line> {
    let mut met = HashSet::new();
    let mut lines: Vec<Line> = Vec::new();
    for mail in old {
        let found = match &mail.strikes {
            Err(why) => Found::Unreadable(why.clone()),
            Ok(strikes) => {
                let newest = strikes.iter().map(|(at, _)| *at).max();
                let same = seen.iter().filter(|seen| Some(seen.newest) == newest && !met.contains(&seen.log_id));
                let message = same.min_by_key(|seen| concern(seen));
                met.extend(message.map(|message| message.log_id));
                let lost = strikes.iter().filter(|(_, key)| !known.contains(key)).count();
                match (lost, message.map(|message| &message.mail)) {
                    (1.., _) => Found::Lost(lost, strikes.len()),
                    (_, None) => Found::Unseen,
                    (_, Some(None)) => Found::NoMail,
                    (_, Some(Some(Err(why)))) => Found::Failed(why.clone()),
                    (_, Some(Some(Ok(words)))) if words.starts_with("held") => Found::Held(words.clone()),
                    (_, Some(Some(Ok(_)))) => Found::Both,
                }
            }
        };
        lines.push(Line { what: mail.name.clone(), found });
    }
    let unmet = seen.iter().filter(|seen| !met.contains(&seen.log_id));
    lines.extend(unmet.map(|seen| {
        let found = match &seen.mail {
            Some(Err(why)) => Found::Failed(why.clone()),
            _ => Found::NewOnly,
        };
        Line { what: format!("log row {}", seen.log_id), found }
    }));
    lines
}

impl Watch {
    /// Compares what the old job sent with what became of the same messages here.
    pub async fn compare_forwarded(&self, job_id: i64, old: Vec<Forwarded>) -> Result<Vec<Line>, WatchError> {
        let actions = action::list(&mut self.store.reader().await?, job_id).await?;
        let config =
            actions.iter().find(|action| action.action_type == "TextExtract").map(|action| action.config.clone());
        let config = config.ok_or_else(|| WatchError::Conflict("this watcher has no TextExtract action".into()))?;
        let mut read = Vec::new();
        for Forwarded { name, sample } in old {
            let found = match sample {
                Ok(sample) => {
                    extract(self.clock.as_ref(), config.clone(), sample).await.map_err(|error| error.to_string())
                }
                Err(why) => Err(why),
            };
            read.push(Read { name, strikes: found.and_then(|found| strikes(&json!(found)["Items"])) });
        }
        let times = || read.iter().flat_map(|mail| mail.strikes.iter().flatten()).map(|(at, _)| *at);
        let (Some(from), Some(to)) = (times().min(), times().max()) else {
            return Ok(compare(&read, &[], &HashSet::new()));
        };
        let mut conn = self.store.reader().await?;
        let mut known = HashSet::new();
        strike::window(&mut conn, (from, to), strike::ALL, |row| {
            known.insert(key(row.at, (row.position.lat(), row.position.lon()), (&row.name, &row.kind)));
        })
        .await?;
        let rows = log::with_strikes(&mut conn, job_id, (from, to)).await?;
        drop(conn);
        let mut seen = Vec::new();
        for (log_id, newest) in rows {
            let (_, steps) = self.log(log_id).await?;
            seen.push(Seen { log_id, newest, mail: steps.iter().find_map(mailed) });
        }
        let mut lines = compare(&read, &seen, &known);
        let failed = self.failed_between(job_id, (from, to)).await?;
        // Before any strike was read out of them.
        let strikeless = failed.into_iter().filter(|row| seen.iter().all(|seen| seen.log_id != row.id));
        lines.extend(strikeless.map(|row| Line {
            what: format!("log row {}", row.id),
            found: Found::Failed(row.error_message.unwrap_or_default()),
        }));
        Ok(lines)
    }

    async fn failed_between(&self, job_id: i64, (from, to): (Timestamp, Timestamp)) -> Result<Vec<Log>, StoreError> {
        let failed = log::Search {
            job_id: Some(job_id),
            status: Some("Failed".into()),
            from: Some(from),
            // A report comes some time after its strikes.
            to: Some(later(to, LATE)),
            most: MOST_FAILED,
            ..log::Search::default()
        };
        log::list(&mut self.store.reader().await?, failed).await
    }
}

fn mailed(step: &Step) -> Option<Result<String, String>> {
    match (step.action_type.as_str(), step.status.as_str()) {
        ("Email", "Success") => Some(Ok(step.result.clone().unwrap_or_default())),
        (_, "Failed") => Some(Err(format!("{:?}: {}", step.name, step.error.clone().unwrap_or_default()))),
        _ => None,
    }
}

fn strikes(items: &Value) -> Result<Vec<(Timestamp, Key)>, String> {
    let strike = |(place, item): (usize, &Value)| {
        let text = |field: &str| item[field].as_str().ok_or_else(|| format!("record {place} has no {field}"));
        let number = |field: &str| item[field].as_f64().ok_or_else(|| format!("record {place} has no {field}"));
        let at: Timestamp =
            text("Timestamp")?.parse().map_err(|_| format!("record {place}: Timestamp is not a time"))?;
        let place = (number("Latitude")?, number("Longitude")?);
        Ok((at, key(at, place, (text("Name")?, text("Type")?))))
    };
    items.as_array().into_iter().flatten().enumerate().map(strike).collect()
}

fn key(at: Timestamp, (lat, lon): (f64, f64), (name, kind): (&str, &str)) -> Key {
    format!("{at:.6} {lat:.6} {lon:.6} {name} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn old(name: &str, seconds: &[i64]) -> Read {
        let strikes = seconds.iter().map(|second| (at(*second), second.to_string())).collect();
        Read { name: name.into(), strikes: Ok(strikes) }
    }

    #[test]
    fn every_message_is_held_against_its_counterpart() {
        let sent = || Some(Ok("sent to 1 recipient".to_owned()));
        let seen = |log_id, second, mail| Seen { log_id, newest: at(second), mail };
        let all = [
            seen(1, 10, sent()),
            seen(2, 20, Some(Ok("held: no status has changed".into()))),
            seen(3, 30, Some(Err("refused".into()))),
            seen(4, 40, None),
            seen(5, 50, sent()),
            seen(6, 60, sent()),
            seen(7, 80, Some(Ok("held: no status has changed".into()))),
            seen(8, 80, Some(Err("rejected".into()))),
            seen(9, 90, Some(Err("lost".into()))),
        ];
        let unreadable = Read { name: "h".into(), strikes: Err("nothing".into()) };
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
        let known: HashSet<Key> = [9, 10, 20, 30, 40, 50, 60, 70, 80].iter().map(ToString::to_string).collect();
        let lines = compare(&mails, &all, &known);
        let found: Vec<(&str, &Found)> = lines.iter().map(|line| (line.what.as_str(), &line.found)).collect();
        let expected = [
            ("a", &Found::Both),
            ("b", &Found::Held("held: no status has changed".into())),
            ("c", &Found::Failed("refused".into())),
            ("d", &Found::NoMail),
            ("e", &Found::Lost(1, 2)),
            ("g", &Found::Unseen),
            ("h", &Found::Unreadable("nothing".into())),
            ("i", &Found::Failed("rejected".into())),
            ("log row 6", &Found::NewOnly),
            ("log row 7", &Found::NewOnly),
            ("log row 9", &Found::Failed("lost".into())),
        ];
        assert_eq!(found, expected);
        let bad: Vec<&str> = lines.iter().filter(|line| line.found.is_bad()).map(|line| line.what.as_str()).collect();
        assert_eq!(bad, ["c", "d", "e", "g", "h", "i", "log row 9"]);
    }
}
