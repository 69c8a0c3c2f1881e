//! What a group measures, printed as it grows.

use super::curve::Curve;
use super::measured::Measured;
use super::row::Row;
use super::run::Run;
use super::section::Section;

/// The sections of one group.
pub struct Table {
    group: String,
    run: Run,
    sections: Vec<Section>,
    /// What rows of [`Table::add_rate`] and [`Table::add_duration`] are compared with.
    peer: String,
}

impl Table {
    pub fn new(group: &str, run: &Run) -> Self {
        Self { group: group.to_owned(), run: run.clone(), sections: Vec::new(), peer: String::new() }
    }

    /// Starts a section. What is added from now on belongs to it.
    pub fn section(&mut self, title: impl Into<String>) {
        let title = title.into();
        print(&format!("\n## {title}\n"));
        self.sections.push(Section {
            group: self.group.clone(),
            title,
            run: Some(self.run.clone()),
            rows: Vec::new(),
            notes: Vec::new(),
            curves: Vec::new(),
        });
    }

    pub fn add(&mut self, row: Row) {
        print(row.markdown().trim_end());
        self.last_section().rows.push(row);
    }

    /// Adds a sentence below the rows.
    pub fn note(&mut self, text: &str) {
        print(text);
        self.last_section().notes.push(text.to_owned());
    }

    /// Adds a chart to the guide. Nothing is drawn for fewer than two points.
    pub fn curve(&mut self, curve: Curve) {
        self.last_section().curves.push(curve);
    }

    /// Starts a section of rates without aims.
    pub fn rate_group(&mut self, title: &str, compared_with: &str) {
        self.section(title);
        compared_with.clone_into(&mut self.peer);
    }

    /// Starts a section of durations without aims.
    pub fn duration_group(&mut self, title: &str, compared_with: &str) {
        self.rate_group(title, compared_with);
    }

    pub fn add_rate(&mut self, name: &str, per_second: impl Into<Measured>, reference: impl Into<Measured>) {
        self.add(Row::per_second(name, per_second).against(self.peer.clone(), reference));
    }

    pub fn add_duration(&mut self, name: &str, ms: impl Into<Measured>, reference_ms: impl Into<Measured>) {
        self.add(Row::milliseconds(name, ms).against(self.peer.clone(), reference_ms));
    }

    pub fn into_sections(self) -> Vec<Section> {
        self.sections
    }

    fn last_section(&mut self) -> &mut Section {
        if self.sections.is_empty() {
            self.section(self.group.clone());
        }
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }
}

#[expect(clippy::print_stdout, reason = "prints the results")]
fn print(text: &str) {
    println!("{text}");
}
