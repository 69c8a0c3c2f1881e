//! `bench/RESULTS.md`.

use super::section::{Results, Section};
use super::summary::summary;
use std::fmt::Write;

const HEAD: &str = "# Benchmark results

Written by `bench` from `bench/results.json`; `make bench` measures everything, `target/release/bench GROUP` one section again.
Ratios are similar on other machines, absolute numbers are not.

- **Result**: the median of the rounds, or what the row or the title names.
- **Spread**: the lowest and the highest round, or the quartiles of the single measurements. A dash: only one value was recorded.
- **Ratio**: how many times as good as a peer that was measured in the same run: as fast, as small.
- **Verdict**: computed from the result and the aim.
";

const COLUMNS: &str = "| | Result | Spread | Aim | Ratio | Verdict |\n|---|---:|---|---|---|---|\n";

/// `groups` are all groups that can be measured.
pub(super) fn document(results: &Results, groups: &[&str]) -> String {
    let mut text = format!("{HEAD}\n{}", summary(results, groups));
    for section in &results.sections {
        text.push('\n');
        text.push_str(&section.markdown());
    }
    text
}

impl Section {
    /// What a reader needs to measure it again.
    pub(super) fn origin(&self) -> String {
        let run = self.run.as_ref().map_or_else(
            || "Measured before machine, commit and date were recorded; measure it again.".to_owned(),
            ToString::to_string,
        );
        format!("`target/release/bench {}`. {run}", self.group)
    }

    fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n{}\n\n{COLUMNS}", self.title, self.origin());
        for row in &self.rows {
            text.push_str(&row.markdown());
        }
        for note in &self.notes {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "\n{note}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Aim, Machine, Row, Run};
    use super::*;

    #[test]
    fn sections_say_where_they_were_measured() {
        let machine = Machine {
            cpu: "AMD EPYC".into(),
            cores: 2,
            memory_mib: 7_940,
            kernel: "Linux 6.1".into(),
            filesystem: "ext4".into(),
        };
        let started_at = "2026-11-17 21:00 UTC".to_owned();
        let run = Run { commit: "6e269d20".into(), has_local_changes: true, started_at, machine };
        let mut section = Section {
            group: "merge".into(),
            title: "Rows merged".into(),
            run: Some(run),
            rows: vec![Row::per_second("SQLite", 60_000.0).aim(Aim::AtLeast(50_000.0))],
            notes: vec!["One step has 1,000 rows.".into()],
            curves: Vec::new(),
        };
        assert_eq!(
            section.markdown(),
            "## Rows merged\n\n\
             `target/release/bench merge`. Commit 6e269d20 with local changes, 2026-11-17 21:00 UTC. AMD EPYC, 2 cores, \
             7940 MiB of memory, Linux 6.1, data on ext4.\n\n\
             | | Result | Spread | Aim | Ratio | Verdict |\n|---|---:|---|---|---|---|\n\
             | SQLite | 60,000/s | – | ≥ 50,000/s | – | met |\n\n\
             One step has 1,000 rows.\n"
        );
        section.run = None;
        assert!(section.markdown().contains("measure it again"), "{}", section.markdown());
    }
}
