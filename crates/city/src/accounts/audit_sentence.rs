//! An entry of the audit trail as one sentence.

use super::audit::AuditEntry;
use serde_json::Value;

/// Returns for example `ann retried message 1014`.
pub fn audit_sentence(entry: &AuditEntry) -> String {
    let user = match entry.username.as_str() {
        "command line" => "The command line",
        name => name,
    };
    format!("{user} {}", sentence_predicate(entry))
}

fn sentence_predicate(entry: &AuditEntry) -> String {
    let after = entry.after.as_ref();
    let from = entry.address.as_ref().map_or_else(String::new, |address| format!(" from {address}"));
    match (entry.action.as_str(), entry.resource.as_str()) {
        ("retry", "log") => format!("retried message{}", resource_id_suffix(entry)),
        ("replay", "log") => format!("replayed message{}", resource_id_suffix(entry)),
        ("dismiss", "log") => format!("dismissed message{}", resource_id_suffix(entry)),
        ("replay-missing", "watcher") => {
            let count = format_count(after, "count", ["missing message", "missing messages"]);
            format!("replayed {count} of watcher{}", resource_id_suffix(entry))
        }
        ("reload", "watcher") => format!("reloaded watcher{}", resource_id_suffix(entry)),
        ("order", "action") => format!("reordered the actions of watcher{}", resource_id_suffix(entry)),
        ("retry", "event-sink") => {
            let event = after.and_then(|after| after["eventId"].as_i64()).unwrap_or_default();
            format!("retried the delivery of event {event} to event sink{}", resource_id_suffix(entry))
        }
        ("update", "city-settings") => "changed the city settings".to_owned(),
        ("update", "watcher" | "event-sink") if is_enabled_after(entry) == Some(true) => {
            format!("enabled {}", describe_target(entry))
        }
        ("update", "watcher" | "event-sink") if is_enabled_after(entry) == Some(false) => {
            format!("disabled {}", describe_target(entry))
        }
        ("import", "facility") => format!("imported {}", format_count(after, "facilities", ["facility", "facilities"])),
        ("import", "aerial-tile") => {
            format!("imported {}", format_count(after, "tiles", ["aerial tile", "aerial tiles"]))
        }
        ("import", "map-layer") => format!("imported {}", describe_target(entry)),
        ("sync-latlong", "facility") => {
            format!("recalculated the coordinates of {}", format_count(after, "updated", ["facility", "facilities"]))
        }
        ("sign-in", "session") => match after.and_then(|after| after["signInMethod"].as_str()) {
            Some("oidc") => format!("signed in with single sign-on{from}"),
            Some("breakGlass") => format!("signed in as a break-glass user{from}"),
            _ => format!("signed in{from}"),
        },
        ("sign-out", "session") => format!("signed out{from}"),
        ("sign-in-failed", "session") => match after.and_then(|after| after["count"].as_u64()) {
            Some(count) if count > 1 => format!("failed to sign in {count} times{from}"),
            _ => format!("failed to sign in{from}"),
        },
        ("revoke", "session") => "ended a session".to_owned(),
        ("revoke", "user") => format!("ended all sessions and API tokens of {}", describe_target(entry)),
        ("use", "token") => format!("used {}{from}", describe_target(entry)),
        ("export", "audit") => "exported the audit trail".to_owned(),
        ("rotate", "secrets") => "rotated the secret key".to_owned(),
        ("reset", "secrets") => "replaced the lost secret key and removed all secrets".to_owned(),
        ("create", _) => format!("created {}", describe_target(entry)),
        ("update", _) => format!("updated {}", describe_target(entry)),
        ("delete", _) => format!("deleted {}", describe_target(entry)),
        (action, _) => format!("performed {action:?} on {}", describe_target(entry)),
    }
}

/// Returns the new value if nothing else changed.
fn is_enabled_after(entry: &AuditEntry) -> Option<bool> {
    let (before, after) = (entry.before.as_ref()?.as_object()?, entry.after.as_ref()?.as_object()?);
    let is_enabled = after.get("isEnabled")?.as_bool()?;
    let mut changed = after.iter().filter(|(field, value)| before.get(*field) != Some(value)).map(|(field, _)| field);
    (changed.next()? == "isEnabled" && changed.next().is_none()).then_some(is_enabled)
}

/// Returns for example `facility "North Pool" (ID 7)`, or `sample 4` if the entry holds no name.
fn describe_target(entry: &AuditEntry) -> String {
    let kind = match entry.resource.as_str() {
        "token" => "API token",
        "log" => "message",
        "aerial-tile" => "aerial tile",
        "event-sink" => "event sink",
        "map-layer" => "map layer",
        other => other,
    };
    let name = entry.after.as_ref().and_then(name).or_else(|| entry.before.as_ref().and_then(name));
    match (name, entry.resource_id) {
        (Some(name), Some(id)) => format!("{kind} {name:?} (ID {id})"),
        (Some(name), None) => format!("{kind} {name:?}"),
        (None, _) => format!("{kind}{}", resource_id_suffix(entry)),
    }
}

fn name(value: &Value) -> Option<&str> {
    value["name"].as_str().or_else(|| value["username"].as_str())
}

fn resource_id_suffix(entry: &AuditEntry) -> String {
    entry.resource_id.map_or_else(String::new, |id| format!(" {id}"))
}

fn format_count(after: Option<&Value>, field: &str, [one, many]: [&str; 2]) -> String {
    match after.and_then(|after| after[field].as_u64()) {
        Some(1) => format!("1 {one}"),
        Some(count) => format!("{count} {many}"),
        None => many.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::audit::AuditCursor;
    use super::*;
    use jiff::Timestamp;
    use serde_json::json;
    use stormwire_store::AuditId;

    fn entry(action: &str, resource: &str, resource_id: impl Into<Option<i64>>, values: [Value; 2]) -> AuditEntry {
        let at = Timestamp::UNIX_EPOCH;
        let [before, after] = values.map(|value| Some(value).filter(|value| !value.is_null()));
        AuditEntry {
            cursor: AuditCursor { at, schema: "it".into(), id: AuditId::new(1) },
            at,
            username: "ann".into(),
            action: action.into(),
            resource: resource.into(),
            resource_id: resource_id.into(),
            before,
            after,
            request_id: None,
            address: None,
        }
    }

    #[test]
    fn sign_ins_and_access_have_sentences() {
        let from = |entry: AuditEntry| AuditEntry { address: Some("203.0.113.7".into()), ..entry };
        let none = || Value::Null;
        let cases = [
            (from(entry("sign-in", "session", 7, [none(), none()])), "signed in from 203.0.113.7"),
            (
                from(entry("sign-in", "session", 7, [none(), json!({ "signInMethod": "oidc" })])),
                "signed in with single sign-on from 203.0.113.7",
            ),
            (
                entry("sign-in", "session", 7, [none(), json!({ "signInMethod": "breakGlass" })]),
                "signed in as a break-glass user",
            ),
            (from(entry("sign-out", "session", 7, [none(), none()])), "signed out from 203.0.113.7"),
            (
                from(entry("sign-in-failed", "session", None, [none(), json!({ "count": 1 })])),
                "failed to sign in from 203.0.113.7",
            ),
            (entry("sign-in-failed", "session", None, [none(), json!({ "count": 30 })]), "failed to sign in 30 times"),
            (entry("revoke", "session", 7, [none(), none()]), "ended a session"),
            (
                entry("revoke", "user", 2, [none(), json!({ "username": "bob" })]),
                "ended all sessions and API tokens of user \"bob\" (ID 2)",
            ),
            (
                from(entry("use", "token", 3, [none(), json!({ "name": "Display" })])),
                "used API token \"Display\" (ID 3) from 203.0.113.7",
            ),
            (entry("export", "audit", None, [none(), json!({ "format": "csv" })]), "exported the audit trail"),
        ];
        assert_sentences(&cases);
    }

    fn assert_sentences(cases: &[(AuditEntry, &str)]) {
        for (entry, expected) in cases {
            assert_eq!(audit_sentence(entry), format!("ann {expected}"));
        }
    }

    #[test]
    fn changes_of_city_data_have_sentences() {
        let none = || Value::Null;
        let pool = || json!({ "name": "North Pool" });
        let cases = [
            (entry("create", "facility", 7, [none(), pool()]), "created facility \"North Pool\" (ID 7)"),
            (entry("update", "facility", 7, [pool(), pool()]), "updated facility \"North Pool\" (ID 7)"),
            (entry("delete", "facility", 7, [pool(), none()]), "deleted facility \"North Pool\" (ID 7)"),
            (entry("import", "facility", None, [none(), json!({ "facilities": 12 })]), "imported 12 facilities"),
            (entry("import", "facility", None, [none(), json!({ "facilities": 1 })]), "imported 1 facility"),
            (
                entry(
                    "sync-latlong",
                    "facility",
                    None,
                    [none(), json!({ "updated": 3, "unchanged": 4, "skipped": 0 })],
                ),
                "recalculated the coordinates of 3 facilities",
            ),
            (
                entry("import", "map-layer", 3, [none(), json!({ "name": "Rivers" })]),
                "imported map layer \"Rivers\" (ID 3)",
            ),
            (entry("import", "aerial-tile", None, [none(), json!({ "tiles": 40 })]), "imported 40 aerial tiles"),
            (
                entry("create", "user", 2, [none(), json!({ "username": "bob", "role": "viewer" })]),
                "created user \"bob\" (ID 2)",
            ),
            (
                entry("update", "user", 2, [json!({ "username": "bob" }), json!({ "username": "rob" })]),
                "updated user \"rob\" (ID 2)",
            ),
            (entry("delete", "user", 2, [json!({ "username": "bob" }), none()]), "deleted user \"bob\" (ID 2)"),
            (
                entry("create", "token", 3, [none(), json!({ "name": "Display", "username": "bob" })]),
                "created API token \"Display\" (ID 3)",
            ),
            (entry("update", "token", 3, [pool(), pool()]), "updated API token \"North Pool\" (ID 3)"),
            (entry("delete", "token", 3, [pool(), none()]), "deleted API token \"North Pool\" (ID 3)"),
            (entry("create", "credential", 4, [none(), pool()]), "created credential \"North Pool\" (ID 4)"),
            (entry("update", "credential", 4, [pool(), pool()]), "updated credential \"North Pool\" (ID 4)"),
            (entry("delete", "credential", 4, [pool(), none()]), "deleted credential \"North Pool\" (ID 4)"),
            (entry("create", "event-sink", 4, [none(), pool()]), "created event sink \"North Pool\" (ID 4)"),
            (
                entry("retry", "event-sink", 4, [none(), json!({ "eventId": 77 })]),
                "retried the delivery of event 77 to event sink 4",
            ),
            (entry("rotate", "secrets", None, [none(), json!({ "secretsReencrypted": 5 })]), "rotated the secret key"),
        ];
        assert_sentences(&cases);
    }

    #[test]
    fn changes_of_watchers_have_sentences() {
        let none = || Value::Null;
        let pool = || json!({ "name": "North Pool" });
        let watcher =
            |is_enabled: bool, folder: &str| json!({ "name": "Storm", "isEnabled": is_enabled, "folderPath": folder });
        let cases = [
            (entry("create", "watcher", 5, [none(), watcher(false, "Inbox")]), "created watcher \"Storm\" (ID 5)"),
            (
                entry("update", "watcher", 5, [watcher(false, "Inbox"), watcher(false, "A")]),
                "updated watcher \"Storm\" (ID 5)",
            ),
            (
                entry("update", "watcher", 5, [watcher(false, "Inbox"), watcher(true, "A")]),
                "updated watcher \"Storm\" (ID 5)",
            ),
            (
                entry("update", "watcher", 5, [watcher(false, "A"), watcher(false, "A")]),
                "updated watcher \"Storm\" (ID 5)",
            ),
            (
                entry("update", "watcher", 5, [watcher(false, "A"), watcher(true, "A")]),
                "enabled watcher \"Storm\" (ID 5)",
            ),
            (
                entry("update", "watcher", 5, [watcher(true, "A"), watcher(false, "A")]),
                "disabled watcher \"Storm\" (ID 5)",
            ),
            (entry("delete", "watcher", 5, [watcher(true, "A"), none()]), "deleted watcher \"Storm\" (ID 5)"),
            (entry("reload", "watcher", 5, [none(), none()]), "reloaded watcher 5"),
            (entry("create", "action", 6, [none(), pool()]), "created action \"North Pool\" (ID 6)"),
            (entry("update", "action", 6, [pool(), pool()]), "updated action \"North Pool\" (ID 6)"),
            (entry("delete", "action", 6, [pool(), none()]), "deleted action \"North Pool\" (ID 6)"),
            (entry("order", "action", 5, [json!([1, 2]), json!([2, 1])]), "reordered the actions of watcher 5"),
            (
                entry("create", "sample", 8, [none(), json!({ "action": 6, "name": "Storm" })]),
                "created sample \"Storm\" (ID 8)",
            ),
            (entry("delete", "sample", 8, [json!({ "action": 6 }), none()]), "deleted sample 8"),
            (entry("retry", "log", 1014, [none(), json!({})]), "retried message 1014"),
            (entry("replay", "log", 1014, [none(), json!({})]), "replayed message 1014"),
            (
                entry("replay-missing", "watcher", 3, [none(), json!({"count": 244})]),
                "replayed 244 missing messages of watcher 3",
            ),
            (entry("dismiss", "log", 1014, [none(), json!({})]), "dismissed message 1014"),
            (entry("melt", "pool", 1, [none(), none()]), "performed \"melt\" on pool 1"),
        ];
        assert_sentences(&cases);
    }

    #[test]
    fn commands_are_attributed_to_the_command_line() {
        let user = json!({ "username": "bob" });
        let entry = AuditEntry { username: "command line".into(), ..entry("create", "user", 2, [Value::Null, user]) };
        assert_eq!(audit_sentence(&entry), "The command line created user \"bob\" (ID 2)");
    }
}
