//! The files that the results are stored in and written to.

use super::chart::chart;
use super::curve::Curve;
use super::document::document;
use super::guide::{CHARTS, drawable, guide_section};
use super::section::{Results, Section};
use crate::report::{with_sections, write_file};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const STORED: &str = "bench/results.json";
const DOCUMENT: &str = "bench/RESULTS.md";
const GUIDE: &str = "docs/guide";
const GUIDE_PAGE: &str = "docs/guide/growth.md";

/// Stores the new sections of a group, then writes the document and the charts.
pub fn write_results(group: &str, sections: Vec<Section>, groups: &[&str]) -> Result<()> {
    let mut results = ResultFiles::read_stored()?;
    results.replace(group, sections, groups)?;
    write_file(&repository().join(STORED), &(serde_json::to_string_pretty(&results)? + "\n"))?;
    ResultFiles::render(groups)?.write()
}

/// What is written from the stored results: path below the repository, and text.
pub struct ResultFiles(Vec<(String, String)>);

impl ResultFiles {
    pub fn render(groups: &[&str]) -> Result<Self> {
        let results = Self::read_stored()?;
        let mut files = vec![(DOCUMENT.to_owned(), document(&results, groups))];
        for (_, curve) in drawable(&results) {
            files.push((chart_path(curve), chart(curve)));
        }
        let section = guide_section(&results);
        if !section.is_empty() {
            files.push((GUIDE_PAGE.to_owned(), with_sections(&read(GUIDE_PAGE)?, &section)));
        }
        Ok(Self(files))
    }

    pub fn write(&self) -> Result<()> {
        self.0.iter().try_for_each(|(path, text)| write_file(&repository().join(path), text))
    }

    /// Those whose text is not what was measured.
    pub fn outdated(&self) -> Vec<&str> {
        let is_current = |path: &str, text: &str| read(path).is_ok_and(|found| found == text);
        self.0.iter().filter(|(path, text)| !is_current(path, text)).map(|(path, _)| path.as_str()).collect()
    }

    fn read_stored() -> Result<Results> {
        serde_json::from_str(&read(STORED)?).with_context(|| format!("cannot read {STORED}"))
    }
}

/// Draws a curve that is not stored with the results. Returns the image for a document in `bench`.
pub fn draw(curve: &Curve) -> Result<String> {
    let path = chart_path(curve);
    write_file(&repository().join(&path), &chart(curve))?;
    Ok(format!("![{}](../{path})", curve.description()))
}

fn chart_path(curve: &Curve) -> String {
    format!("{GUIDE}/{CHARTS}/{}.svg", curve.file)
}

fn read(path: &str) -> Result<String> {
    std::fs::read_to_string(repository().join(path)).with_context(|| format!("cannot read {path}"))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
