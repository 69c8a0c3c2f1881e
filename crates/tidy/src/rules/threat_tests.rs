//! Every line of the table of threats names tests, and the tests exist.

use crate::{SourceFile, Violation};

pub const PAGE: &str = "docs/guide/security.md";
const HEADING: &str = "## Threats";

pub fn check(page: &SourceFile, rust: &[SourceFile]) -> Vec<Violation> {
    let rows = threat_rows(&page.text);
    if rows.is_empty() {
        return vec![Violation::of(&page.path, format!("has no table below {HEADING:?}"))];
    }
    rows.iter().flat_map(|row| row_violations(page, row, rust)).collect()
}

struct Row<'a> {
    /// Counted from 1.
    line: usize,
    tests: Vec<&'a str>,
}

fn threat_rows(text: &str) -> Vec<Row<'_>> {
    let lines = text.lines().zip(1..).skip_while(|(line, _)| *line != HEADING).skip(1);
    let section = lines.take_while(|(line, _)| !line.starts_with("## "));
    let cells = section.filter(|(line, _)| line.starts_with('|'));
    // The first two lines are the head of the table.
    cells.skip(2).map(|(line, number)| Row { line: number, tests: named_tests(line) }).collect()
}

/// The names in backticks in the last cell.
fn named_tests(row: &str) -> Vec<&str> {
    let last = row.trim_end().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    last.split('`').skip(1).step_by(2).collect()
}

fn row_violations(page: &SourceFile, row: &Row<'_>, rust: &[SourceFile]) -> Vec<Violation> {
    if row.tests.is_empty() {
        let message = "names no test. Name the test that fails without this defense, in backticks".to_owned();
        return vec![Violation::at(&page.path, row.line, message)];
    }
    let is_missing = |name: &&&str| !rust.iter().any(|file| file.text.contains(&format!("fn {name}(")));
    let missing = row.tests.iter().filter(is_missing);
    missing
        .map(|name| {
            let message = format!("there is no test `{name}`. Name the test that took its place");
            Violation::at(&page.path, row.line, message)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_an_existing_test_are_found() {
        let page = SourceFile::new(
            PAGE,
            "# Security\n| a | `not_in_the_section` |\n## Threats\n\n| Threat | Test |\n|---|---|\n| `x` | `one`, `two` |\n\
             | b | none |\n| c | `one` |\n## After\n| d | `gone` |\n",
        );
        let rust = [SourceFile::new("crates/a/tests/it/a.rs", "async fn one(db: &TestDb) {}\nfn two_more() {}")];
        let found: Vec<String> = check(&page, &rust).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("docs/guide/security.md:7: there is no test `two`"), "{}", found[0]);
        assert!(found[1].starts_with("docs/guide/security.md:8: names no test"), "{}", found[1]);
        assert_eq!(check(&SourceFile::new(PAGE, "# Security\n"), &rust).len(), 1);
    }
}
