//! The first section of the document: which aims are met, and which are not.

use super::aim::Verdict;
use super::number::number;
use super::section::{Results, Section};
use std::fmt::Write;

pub(super) fn summary(results: &Results, groups: &[&str]) -> String {
    let mut text =
        String::from("## Summary\n\n| Section | Group | Met | Missed | Measured |\n|---|---|---:|---:|---|\n");
    for section in results.sections.iter().filter(|section| section.rows.iter().any(|row| !row.aims.is_empty())) {
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} |",
            section.title,
            section.group,
            count(section, Verdict::Met),
            count(section, Verdict::Missed),
            section.run.as_ref().map_or("before runs were recorded", |run| run.started_at.as_str()),
        );
    }
    let all = |verdict| results.sections.iter().map(|section| count(section, verdict)).sum::<usize>();
    let (met, missed) = (all(Verdict::Met), all(Verdict::Missed));
    let _ = writeln!(text, "\nRows with an aim: {}. Met: {met}. Missed: {missed}.", met + missed);
    if missed > 0 {
        text.push_str("\nMissed:\n\n");
    }
    for section in &results.sections {
        for row in section.rows.iter().filter(|row| row.verdict() == Verdict::Missed) {
            let ratio = row.ratio().map_or_else(String::new, |ratio| format!(" ({} times)", number(ratio)));
            let (result, aims) = (row.result(), row.aims_text());
            let _ = writeln!(text, "- `{}`, {}: {result}{ratio}, aim {aims}", section.group, row.name);
        }
    }
    let has_section = |group: &&str| results.sections.iter().any(|section| section.group == *group);
    let unmeasured: Vec<String> =
        groups.iter().filter(|group| !has_section(group)).map(|group| format!("`{group}`")).collect();
    if !unmeasured.is_empty() {
        let _ = writeln!(text, "\nNot measured yet: {}.", unmeasured.join(", "));
    }
    text
}

fn count(section: &Section, verdict: Verdict) -> usize {
    section.rows.iter().filter(|row| row.verdict() == verdict).count()
}

#[cfg(test)]
mod tests {
    use super::super::{Aim, Row};
    use super::*;

    #[test]
    fn summary_counts_verdicts_and_lists_misses() {
        let section = |group: &str, rows: Vec<Row>| Section {
            group: group.into(),
            title: format!("Title of {group}"),
            run: None,
            rows,
            notes: Vec::new(),
            curves: Vec::new(),
        };
        let merge = |name: &str, value: f64| Row::per_second(name, value).aim(Aim::AtLeast(50_000.0));
        let sections = vec![
            section("claims", vec![Row::per_second("raw", 1.0)]),
            section("merge", vec![merge("SQLite", 60_000.0), merge("PostgreSQL", 20_000.0)]),
        ];
        assert_eq!(
            summary(&Results { sections }, &["claims", "merge", "idle"]),
            "## Summary\n\n| Section | Group | Met | Missed | Measured |\n|---|---|---:|---:|---|\n\
             | Title of merge | `merge` | 1 | 1 | before runs were recorded |\n\n\
             Rows with an aim: 2. Met: 1. Missed: 1.\n\n\
             Missed:\n\n- `merge`, PostgreSQL: 20,000/s, aim ≥ 50,000/s\n\n\
             Not measured yet: `idle`.\n"
        );
    }
}
