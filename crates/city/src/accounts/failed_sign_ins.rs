//! Failed sign-ins in the audit trail. Strangers cause them, so their number is bounded: guesses at one account from one
//! address within a minute are one entry with a count. Beyond an hourly limit, the guesses at one account are one entry,
//! and so are the guesses at all names that no account has. So no flood hides the guesses at an account.

use super::audit;
use crate::counted_address;
use jiff::Timestamp;
use serde_json::json;
use std::net::IpAddr;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::tables::audit::{Actor, AuditChange, AuditEntry, AuditNames};
use stormwire_store::{Conn, LockTarget, StoreError, lock_for_update};

const ACTION: &str = "sign-in-failed";
const SAME_ENTRY: Duration = Duration::from_mins(1);
const LIMIT_INTERVAL: Duration = Duration::from_hours(1);
/// For one account, and for all names that no account has.
const MAX_ENTRIES: u32 = 100;
/// The name of the entry for unknown names beyond the limit. No user can have it: it contains a space.
const OTHERS: &str = "other users";

pub(super) struct FailedSignIn {
    /// As the account spells it, or as the client does if there is no such account.
    pub(super) name: String,
    pub(super) is_account: bool,
    pub(super) from: IpAddr,
}

/// Inside a unit of work of the schema `it`.
pub(super) async fn record(conn: &mut Conn, failed: &FailedSignIn, now: Timestamp) -> Result<(), StoreError> {
    lock_for_update(conn, LockTarget::FailedSignIns).await?;
    let FailedSignIn { name, is_account, from } = failed;
    let names = if *is_account { AuditNames::Account(name) } else { AuditNames::Unknown };
    let since = earlier(now, LIMIT_INTERVAL);
    let recent = audit::rows::list_of_action(conn, ACTION, names, since, MAX_ENTRIES + 1).await?;
    match plan(&recent, name, *from, now) {
        Plan::CountIn(entry) => {
            let count = entry.after.as_ref().and_then(|after| after["count"].as_u64()).unwrap_or(0);
            audit::rows::set_after(conn, entry.cursor.id, &json!({ "count": count + 1 })).await
        }
        Plan::Add => add(conn, name, Some(*from), now).await,
        Plan::AddSummary => add(conn, if *is_account { name } else { OTHERS }, None, now).await,
    }
}

async fn add(conn: &mut Conn, name: &str, address: Option<IpAddr>, now: Timestamp) -> Result<(), StoreError> {
    let actor = Actor { username: name.into(), request_id: None, address };
    audit::rows::insert_into_it(conn, &actor, change(), now).await.map(|_| ())
}

/// As it is first written.
pub(super) fn change() -> AuditChange {
    let after = Some(json!({ "count": 1 }));
    AuditChange { action: ACTION, resource: "session", resource_id: None, before: None, after }
}

#[derive(Debug, PartialEq)]
enum Plan<'a> {
    CountIn(&'a AuditEntry),
    Add,
    /// An entry without an address, for everything beyond the limit.
    AddSummary,
}

/// `recent` are the entries of the last hour that share the limit, newest first.
fn plan<'a>(recent: &'a [AuditEntry], name: &str, from: IpAddr, now: Timestamp) -> Plan<'a> {
    let since = earlier(now, SAME_ENTRY);
    let is_same = |entry: &&AuditEntry| {
        let address = entry.address.as_deref().and_then(|text| text.parse().ok());
        entry.at > since
            && entry.username.eq_ignore_ascii_case(name)
            && address.map(counted_address) == Some(counted_address(from))
    };
    if let Some(entry) = recent.iter().find(is_same) {
        return Plan::CountIn(entry);
    }
    if recent.len() < MAX_ENTRIES as usize {
        return Plan::Add;
    }
    recent.iter().find(|entry| entry.address.is_none()).map_or(Plan::AddSummary, Plan::CountIn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::AuditId;
    use stormwire_store::tables::audit::AuditCursor;

    fn entry(name: &str, address: Option<&str>, second: i64) -> AuditEntry {
        let at = Timestamp::from_second(second).unwrap();
        AuditEntry {
            cursor: AuditCursor { at, schema: "it".into(), id: AuditId::new(second) },
            at,
            username: name.into(),
            action: ACTION.into(),
            resource: "session".into(),
            resource_id: None,
            before: None,
            after: None,
            request_id: None,
            address: address.map(str::to_owned),
        }
    }

    #[test]
    fn guesses_of_a_minute_are_one_entry_and_an_hour_is_bounded() {
        let now = Timestamp::from_second(10_000).unwrap();
        let [a, b] = ["203.0.113.1", "203.0.113.2"].map(|address| address.parse::<IpAddr>().unwrap());
        let recent = [entry("ann", Some("203.0.113.1"), 9_990), entry("ann", Some("203.0.113.2"), 9_900)];
        assert_eq!(plan(&recent, "Ann", a, now), Plan::CountIn(&recent[0]));
        assert_eq!(plan(&recent, "ann", b, now), Plan::Add, "over a minute ago");
        assert_eq!(plan(&recent, "bob", a, now), Plan::Add);
        let name = |number| entry(&format!("name{number}"), Some("203.0.113.1"), 9_000);
        let mut full: Vec<_> = (0..100).map(name).collect();
        assert_eq!(plan(&full, "bob", a, now), Plan::AddSummary);
        full.push(entry(OTHERS, None, 7_000));
        assert_eq!(plan(&full, "bob", a, now), Plan::CountIn(&full[100]));
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_are_one_entry() {
        let now = Timestamp::from_second(10_000).unwrap();
        let recent = [entry("ann", Some("2001:db8:0:1::1"), 9_990)];
        let planned = |from: &str| plan(&recent, "ann", from.parse().unwrap(), now);
        assert_eq!(planned("2001:db8:0:1:ffff::2"), Plan::CountIn(&recent[0]));
        assert_eq!(planned("2001:db8:0:2::1"), Plan::Add);
    }
}
