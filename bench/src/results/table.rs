//! What a group measures, printed as it grows.

use super::curve::Curve;
use super::row::Row;
use super::run::Run;
use super::section::Section;

/// The sections of one group.
pub struct Table {
    group: String,
    run: Run,
    sections: Vec<Section>,
}

impl Table {
    pub fn new(group: &str, run: &Run) -> Self {
        Self { group: group.to_owned(), run: run.clone(), sections: Vec::new() }
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
