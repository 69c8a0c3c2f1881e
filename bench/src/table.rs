//! One table, printed as it grows and kept in the repository.

use anyhow::Result;
use std::fmt::Write;

/// The rows so far.
pub(crate) struct Table {
    text: String,
}

impl Table {
    pub(crate) fn new() -> Self {
        let text = "# What was measured\n\nWritten by `make bench`. Rates are medians of three rounds (imports: one) in one run on one machine; ratios\n\
                    carry over to other machines, absolute figures do not.\n";
        Self { text: text.to_owned() }
    }

    /// Starts a group: what it is about, and what its ratios compare with.
    pub(crate) fn group(&mut self, title: &str, compared_with: &str) {
        let head = format!("\n## {title}\n\n| | per second | against {compared_with} |\n|---|---:|---:|\n");
        self.add(&head);
    }

    /// Starts a group of durations: what it is about, and what it is compared with.
    pub(crate) fn times(&mut self, title: &str, compared_with: &str) {
        let head = format!("\n## {title}\n\n| | ms | times faster than {compared_with} |\n|---|---:|---:|\n");
        self.add(&head);
    }

    /// Adds a duration.
    pub(crate) fn time(&mut self, name: &str, ms: f64, against: f64) {
        self.add(&format!("| {name} | {ms:.1} | {:.1}x |\n", against / ms));
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, name: &str, per_second: f64, against: f64) {
        let mut line = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(line, "| {name} | {per_second:.0} | {:.2}x |", per_second / against);
        self.add(&line);
    }

    /// Adds a sentence below the rows.
    pub(crate) fn note(&mut self, words: &str) {
        self.add(&format!("\n{words}\n"));
    }

    #[expect(clippy::print_stdout, reason = "the table is what the command is asked for")]
    fn add(&mut self, text: &str) {
        print!("{text}");
        self.text.push_str(text);
    }

    pub(crate) fn write(self, path: &str) -> Result<()> {
        Ok(std::fs::write(path, self.text)?)
    }
}
