//! A manifest: `manifest.csv` with the heading `file,slug,year,minX,minY,maxX,maxY`, a line for each tile.

use super::candidate::{Candidate, Key, MANIFEST, Placement, below};
use super::outcome::{ImportError, Skipped};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use std::path::{Component, Path};
use stormwire_geo::tiles::Rect;

const COLUMNS: [&str; 7] = ["file", "slug", "year", "minX", "minY", "maxX", "maxY"];

/// A candidate for each line, or what is wrong with the line.
pub(super) fn read(folder: &Path, file: &Path) -> Result<Vec<Result<Candidate, Skipped>>, ImportError> {
    let unreadable = |problem: String| ImportError::Unreadable { path: file.to_owned(), problem };
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(error.to_string()))?;
    // With one kind of line end every record begins in the line that it is counted in.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut reader = ReaderBuilder::new().trim(Trim::All).flexible(true).from_reader(text.as_bytes());
    let heading = reader.headers().map_err(|error| unreadable(error.to_string()))?.clone();
    let place = |name: &str| {
        let found = heading.iter().position(|column| column.eq_ignore_ascii_case(name));
        found.ok_or_else(|| unreadable(format!("the heading needs a column called {name}")))
    };
    let places = COLUMNS.iter().map(|name| place(name)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Vec::new();
    for (index, record) in reader.records().enumerate() {
        let line =
            record.as_ref().ok().and_then(StringRecord::position).map_or(index as u64 + 2, ::csv::Position::line);
        let read = record.map_err(|error| error.to_string()).and_then(|record| candidate(folder, &record, &places));
        all.push(read.map_err(|reason| Skipped { name: format!("{MANIFEST} line {line}"), reason }));
    }
    Ok(all)
}

fn candidate(folder: &Path, record: &StringRecord, places: &[usize]) -> Result<Candidate, String> {
    let field = |index: usize| places.get(index).and_then(|place| record.get(*place)).unwrap_or("");
    let number = |index: usize| {
        let read = field(index).parse::<f64>().ok().filter(|number| number.is_finite());
        read.ok_or_else(|| format!("{}: {:?} is not a number", COLUMNS[index], field(index)))
    };
    if field(0).is_empty() {
        return Err("it names no file".into());
    }
    let is_inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(field(0)).components().all(is_inside) {
        return Err(format!("{:?} leads out of the folder; name a file below it", field(0)));
    }
    let path = folder.join(field(0));
    let key = Key::new(field(1), field(2))?;
    let rect = Rect::new(number(3)?, number(4)?, number(5)?, number(6)?).map_err(|error| error.to_string())?;
    Ok(Candidate { name: below(folder, &path), path, key, placement: Placement::Rect(rect) })
}
