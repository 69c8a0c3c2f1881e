//! Reads from `deny.toml` what the rules here need.
//!
//! Only the layout of our own file is understood: a list starts with `key = [` on a line, has one entry per line and
//! ends with `]` on a line.

use std::collections::BTreeSet;

pub const POLICY: &str = "deny.toml";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Identifiers of the licenses that are fine.
    pub licenses: BTreeSet<String>,
    /// `name@version` of duplicates that we live with.
    pub skipped: BTreeSet<String>,
    /// Entries of the skip list that give no reason.
    pub without_reason: Vec<String>,
}

impl Policy {
    pub fn read(text: &str) -> Self {
        let skip = entries(text, "bans", "skip");
        let spec = |entry: &&str| entry.split_once("crate = ").and_then(|(_, after)| quoted(after)).map(str::to_owned);
        let no_reason = skip.iter().filter(|entry| !entry.contains("reason = "));
        Self {
            licenses: entries(text, "licenses", "allow").into_iter().filter_map(quoted).map(str::to_owned).collect(),
            skipped: skip.iter().filter_map(spec).collect(),
            without_reason: no_reason.map(|entry| (*entry).to_owned()).collect(),
        }
    }
}

/// The lines of a list.
fn entries<'a>(text: &'a str, section: &str, key: &str) -> Vec<&'a str> {
    let header = format!("[{section}]");
    let start = format!("{key} = [");
    text.lines()
        .map(str::trim)
        .skip_while(|line| *line != header)
        .skip(1)
        .take_while(|line| !is_header(line))
        .skip_while(|line| *line != start)
        .skip(1)
        .take_while(|line| *line != "]")
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']')
}

/// The first string in a text.
fn quoted(text: &str) -> Option<&str> {
    text.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_lists() {
        let text = r#"
[graph]
allow = [
    "no",
]
[licenses]
allow = [
    # why
    "MIT",
    "Apache-2.0",
]

[bans]
skip = [
    { crate = "a@1.0.0", reason = "b wants it" },
    { crate = "c@2.0.0" },
]
"#;
        let policy = Policy::read(text);
        assert_eq!(policy.licenses, ["Apache-2.0", "MIT"].map(str::to_owned).into());
        assert_eq!(policy.skipped, ["a@1.0.0", "c@2.0.0"].map(str::to_owned).into());
        assert_eq!(policy.without_reason, ["{ crate = \"c@2.0.0\" },"]);
    }
}
