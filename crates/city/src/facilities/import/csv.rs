//! CSV: a header with `name` and either `x,y` in feet or `lat,lng` in degrees; other columns are ignored.

use super::file::{FacilityFile, ReadNext};
use crate::facilities::{CityMap, FacilityInput};
use crate::{ImportError, LineError};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read};
use stormwire_geo::{FeetPoint, LonLat};
use stormwire_store::tables::facility::FacilityFields;

pub(super) fn read(
    source: &FacilityFile,
    take: &mut dyn FnMut(Result<FacilityFields, LineError>) -> ReadNext,
) -> Result<(), ImportError> {
    let quotes = Cell::new(0);
    let mut input = BufReader::new(QuoteCounter { inner: source.open()?, quotes: &quotes });
    let head = input.fill_buf().map_err(|error| source.unreadable_file_error(&error))?;
    let has_bom = head.starts_with("\u{feff}".as_bytes());
    let first_line = head.split(|byte| *byte == b'\n').next().unwrap_or(head);
    // Spreadsheets in locales with a decimal comma use semicolons.
    let separator = if first_line.contains(&b';') && !first_line.contains(&b',') { b';' } else { b',' };
    if has_bom {
        input.consume("\u{feff}".len());
    }
    let mut reader = ReaderBuilder::new().delimiter(separator).trim(Trim::All).flexible(true).from_reader(input);
    let header = reader.headers().map_err(|error| source.unreadable_file_error(&error))?;
    let columns = Columns::find(header).map_err(|problem| ImportError::Lines(vec![LineError { line: 1, problem }]))?;
    let mut record = StringRecord::new();
    let mut last_line = 1;
    loop {
        let line = reader.position().line();
        let result = match reader.read_record(&mut record) {
            Ok(false) => {
                // An unclosed quotation mark silently swallows every line after it.
                if quotes.get() % 2 == 1 {
                    let problem = "a quotation mark is not closed in this line or a previous one".into();
                    take(Err(LineError { line: last_line, problem }));
                }
                return Ok(());
            }
            Ok(true) => {
                let line = record.position().map_or(line, ::csv::Position::line);
                last_line = line;
                columns.facility_fields(&record, &source.map).map_err(|problem| LineError { line, problem })
            }
            Err(error) => {
                let line = error.position().map_or(line, ::csv::Position::line);
                Err(LineError { line, problem: format!("cannot read this line: {}", describe(&error)) })
            }
        };
        if take(result) == ReadNext::Stop {
            return Ok(());
        }
    }
}

/// Counts quotation marks; in valid CSV their number is even.
struct QuoteCounter<'a, R> {
    inner: R,
    quotes: &'a Cell<u64>,
}

impl<R: Read> Read for QuoteCounter<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.inner.read(buffer)?;
        let marks = buffer[..length].iter().map(|byte| u64::from(*byte == b'"')).sum::<u64>();
        self.quotes.set(self.quotes.get() + marks);
        Ok(length)
    }
}

/// The indexes of the columns.
struct Columns {
    name: usize,
    first: usize,
    second: usize,
    unit: CoordinateUnit,
}

#[derive(Clone, Copy)]
enum CoordinateUnit {
    /// Columns `x` and `y`.
    Feet,
    /// Columns `lng` and `lat`.
    Degrees,
}

impl Columns {
    fn find(header: &StringRecord) -> Result<Self, String> {
        let column = |wanted: &str| header.iter().position(|found| found.eq_ignore_ascii_case(wanted));
        let name = column("name").ok_or("the header has no column \"name\"")?;
        let feet = column("x").zip(column("y"));
        let degrees = column("lat").zip(column("lng"));
        match (feet, degrees) {
            (Some((x, y)), None) => Ok(Self { name, first: x, second: y, unit: CoordinateUnit::Feet }),
            (None, Some((lat, lng))) => Ok(Self { name, first: lng, second: lat, unit: CoordinateUnit::Degrees }),
            (Some(_), Some(_)) => Err("the header has both x,y and lat,lng; keep one pair".into()),
            (None, None) => Err("the header needs the columns x,y (feet) or lat,lng (degrees)".into()),
        }
    }

    fn facility_fields(&self, record: &StringRecord, map: &CityMap) -> Result<FacilityFields, String> {
        let field =
            |column: usize| record.get(column).ok_or_else(|| format!("the line has only {} columns", record.len()));
        let (name, first, second) = (field(self.name)?, field(self.first)?, field(self.second)?);
        let point = match (first.is_empty(), second.is_empty()) {
            (true, true) => None,
            (false, false) => Some(self.point(parse_number(first)?, parse_number(second)?, map)?),
            _ => return Err("one coordinate is missing; leave both empty for a facility without a point".into()),
        };
        map.facility_fields(FacilityInput { name: name.to_owned(), point }).map_err(|error| error.to_string())
    }

    fn point(&self, first: f64, second: f64, map: &CityMap) -> Result<FeetPoint, String> {
        match self.unit {
            CoordinateUnit::Feet => FeetPoint::new(first, second).map_err(|error| error.to_string()),
            CoordinateUnit::Degrees => {
                let position = LonLat::new(first, second).map_err(|error| error.to_string())?;
                map.point_in_city(position, |at| format!("lat {}, lng {}", at.lat(), at.lon()))
                    .map_err(|error| error.to_string())
            }
        }
    }
}

fn parse_number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number; use a value such as 34.7304"))
}

fn describe(error: &::csv::Error) -> String {
    match error.kind() {
        ::csv::ErrorKind::Utf8 { .. } => "not UTF-8 text; save the file as UTF-8".into(),
        _ => error.to_string(),
    }
}
