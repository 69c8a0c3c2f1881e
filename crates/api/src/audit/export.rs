//! The audit trail as a file: CSV for spreadsheets, JSON lines for programs. Pure.

use super::views::AuditView;

pub(super) const CSV_HEADER: &str =
    "at,username,address,action,resource,resourceId,sentence,before,after,requestId\r\n";

pub(super) fn csv_row(entry: &AuditView) -> String {
    let json = |value: &Option<serde_json::Value>| value.as_ref().map_or_else(String::new, ToString::to_string);
    let cells = [
        entry.at.to_string(),
        entry.username.clone(),
        entry.address.clone().unwrap_or_default(),
        entry.action.clone(),
        entry.resource.clone(),
        entry.resource_id.map_or_else(String::new, |id| id.to_string()),
        entry.sentence.clone(),
        json(&entry.before),
        json(&entry.after),
        entry.request_id.clone().unwrap_or_default(),
    ];
    format!("{}\r\n", cells.map(|cell| csv_cell(&cell)).join(","))
}

pub(super) fn json_line(entry: &AuditView) -> String {
    let line = serde_json::to_string(entry).unwrap_or_default();
    format!("{line}\n")
}

/// A spreadsheet runs a cell that starts like a formula; the apostrophe makes it text.
fn csv_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_or_ends_early() {
        for (text, expected) in [
            ("plain", "plain"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
        ] {
            assert_eq!(csv_cell(text), expected);
        }
    }
}
