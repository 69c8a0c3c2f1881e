//! The table of results, printed as it grows.

use anyhow::Result;
use std::fmt::Write;
use stormwire_bench::report::write_sections;

pub(crate) struct Table {
    text: String,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { text: String::new() }
    }

    /// Starts a group of rates.
    pub(crate) fn rate_group(&mut self, title: &str, compared_with: &str) {
        let head = format!("\n## {title}\n\n| | per second | compared with {compared_with} |\n|---|---:|---:|\n");
        self.add(&head);
    }

    /// Starts a group of durations.
    pub(crate) fn duration_group(&mut self, title: &str, compared_with: &str) {
        let head = format!("\n## {title}\n\n| | ms | times faster than {compared_with} |\n|---|---:|---:|\n");
        self.add(&head);
    }

    pub(crate) fn add_duration(&mut self, name: &str, ms: f64, reference_ms: f64) {
        self.add(&format!("| {name} | {ms:.1} | {:.1}x |\n", reference_ms / ms));
    }

    pub(crate) fn add_rate(&mut self, name: &str, per_second: f64, reference: f64) {
        let mut line = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(line, "| {name} | {per_second:.0} | {:.2}x |", per_second / reference);
        self.add(&line);
    }

    /// Adds a sentence below the rows.
    pub(crate) fn note(&mut self, text: &str) {
        self.add(&format!("\n{text}\n"));
    }

    #[expect(clippy::print_stdout, reason = "prints the results")]
    fn add(&mut self, text: &str) {
        print!("{text}");
        self.text.push_str(text);
    }

    pub(crate) fn write(self) -> Result<()> {
        write_sections("RESULTS.md", &self.text)
    }
}
