//! A manifest: `manifest.csv` with the header `file,slug,year,minX,minY,maxX,maxY` and one line per tile.

use super::candidate::{MANIFEST, TileCandidate, TileKey, TilePlacement, relative_name};
use super::outcome::SkippedFile;
use crate::ImportError;
use ::csv::{ReaderBuilder, StringRecord, Trim};
use std::path::{Component, Path};
use stormwire_geo::tiles::Rect;

const COLUMNS: [&str; 7] = ["file", "slug", "year", "minX", "minY", "maxX", "maxY"];

/// A candidate or an error for each line.
pub(super) fn read(folder: &Path, file: &Path) -> Result<Vec<Result<TileCandidate, SkippedFile>>, ImportError> {
    let unreadable = |problem: String| ImportError::Unreadable { path: file.to_owned(), problem };
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(error.to_string()))?;
    // With uniform line ends the csv crate counts lines correctly.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut reader = ReaderBuilder::new().trim(Trim::All).flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| unreadable(error.to_string()))?.clone();
    let index_of = |name: &str| {
        let found = header.iter().position(|column| column.eq_ignore_ascii_case(name));
        found.ok_or_else(|| unreadable(format!("the header has no column \"{name}\"")))
    };
    let indexes = COLUMNS.iter().map(|name| index_of(name)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Vec::new();
    for (index, record) in reader.records().enumerate() {
        let line =
            record.as_ref().ok().and_then(StringRecord::position).map_or(index as u64 + 2, ::csv::Position::line);
        let read =
            record.map_err(|error| error.to_string()).and_then(|record| read_candidate(folder, &record, &indexes));
        all.push(read.map_err(|reason| SkippedFile { name: format!("{MANIFEST} line {line}"), reason }));
    }
    Ok(all)
}

fn read_candidate(folder: &Path, record: &StringRecord, indexes: &[usize]) -> Result<TileCandidate, String> {
    let field = |index: usize| indexes.get(index).and_then(|index| record.get(*index)).unwrap_or("");
    let number = |index: usize| {
        let read = field(index).parse::<f64>().ok().filter(|number| number.is_finite());
        read.ok_or_else(|| format!("{}: {:?} is not a number", COLUMNS[index], field(index)))
    };
    if field(0).is_empty() {
        return Err("the column \"file\" is empty".into());
    }
    let is_inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(field(0)).components().all(is_inside) {
        return Err(format!("{:?} is outside the folder; use a path below it", field(0)));
    }
    let path = folder.join(field(0));
    let key = TileKey::new(field(1), field(2))?;
    let rect = Rect::new(number(3)?, number(4)?, number(5)?, number(6)?).map_err(|error| error.to_string())?;
    Ok(TileCandidate { name: relative_name(folder, &path), path, key, placement: TilePlacement::Rect(rect) })
}
