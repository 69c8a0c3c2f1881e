//! CSV: a header with `name` and either `x,y` in feet or latitude and longitude in degrees. The column `policy` is optional;
//! other columns are ignored.

use super::file::{FacilityFile, ReadNext};
use super::row::{FileRow, RowProblem};
use crate::facilities::{CityMap, FacilityInput};
use crate::{ImportError, LineError};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read};
use stormwire_geo::{FeetPoint, LonLat, PositionError};
use stormwire_store::tables::facility::FacilityFields;

pub(super) fn read(
    source: &FacilityFile,
    take: &mut dyn FnMut(Result<FileRow, LineError>) -> ReadNext,
) -> Result<(), ImportError> {
    let quotes = Cell::new(0);
    let mut input = BufReader::new(QuoteCounter { inner: source.open()?, quotes: &quotes });
    let head = input.fill_buf().map_err(|error| source.unreadable_file_error(&error))?;
    let has_bom = head.starts_with("\u{feff}".as_bytes());
    // After a line that ends in \r\n, the csv crate counts the \n with the next line.
    let uncounted = u64::from(head.windows(2).any(|pair| pair == b"\r\n"));
    let first_line = head.split(|byte| *byte == b'\n').next().unwrap_or(head);
    // Spreadsheets in locales with a decimal comma use semicolons.
    let separator = if first_line.contains(&b';') && !first_line.contains(&b',') { b';' } else { b',' };
    if has_bom {
        input.consume("\u{feff}".len());
    }
    let mut reader = ReaderBuilder::new().delimiter(separator).trim(Trim::All).flexible(true).from_reader(input);
    let header = reader.headers().map_err(|error| source.unreadable_file_error(&error))?;
    let columns = Columns::find(header).map_err(|problem| ImportError::Lines(vec![RowProblem::row(problem).at(1)]))?;
    let mut record = StringRecord::new();
    let mut last_line = 1;
    loop {
        let line = reader.position().line() + uncounted;
        let result = match reader.read_record(&mut record) {
            Ok(false) => {
                // An unclosed quotation mark silently swallows every line after it.
                if quotes.get() % 2 == 1 {
                    let problem = "a quotation mark is not closed in this line or a previous one";
                    take(Err(RowProblem::row(problem).at(last_line)));
                }
                return Ok(());
            }
            Ok(true) => {
                let line = record.position().map_or(line, |at| at.line() + uncounted);
                last_line = line;
                let fields = columns.facility_fields(&record, &source.map);
                let policy = columns.policy(&record);
                fields
                    .map(|fields| FileRow { line, fields, policy })
                    .map_err(|problem| problem.named(columns.name(&record)).at(line))
            }
            Err(error) => {
                let line = error.position().map_or(line, |at| at.line() + uncounted);
                Err(RowProblem::row(format!("cannot read this line: {}", describe(&error))).at(line))
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
    policy: Option<usize>,
    unit: CoordinateUnit,
}

#[derive(Clone, Copy)]
enum CoordinateUnit {
    /// Columns `x` and `y`.
    Feet,
    /// Columns for latitude and longitude.
    Degrees,
}

impl CoordinateUnit {
    fn column_names(self) -> [&'static str; 2] {
        match self {
            Self::Feet => ["x", "y"],
            Self::Degrees => ["lat", "lng"],
        }
    }
}

const LATITUDE_NAMES: [&str; 2] = ["lat", "latitude"];
const LONGITUDE_NAMES: [&str; 4] = ["lng", "lon", "long", "longitude"];

impl Columns {
    fn find(header: &StringRecord) -> Result<Self, String> {
        let column =
            |names: &[&str]| header.iter().position(|found| names.iter().any(|name| found.eq_ignore_ascii_case(name)));
        let name = column(&["name"]).ok_or("the header has no column \"name\"")?;
        let feet = column(&["x"]).zip(column(&["y"]));
        let degrees = column(&LATITUDE_NAMES).zip(column(&LONGITUDE_NAMES));
        let policy = column(&["policy"]);
        match (feet, degrees) {
            (Some((first, second)), None) => Ok(Self { name, first, second, policy, unit: CoordinateUnit::Feet }),
            (None, Some((first, second))) => Ok(Self { name, first, second, policy, unit: CoordinateUnit::Degrees }),
            (Some(_), Some(_)) => Err("the header has both x,y and lat,lng; keep one pair".into()),
            (None, None) => Err("the header needs the columns x,y (feet) or lat,lng (degrees)".into()),
        }
    }

    fn name<'a>(&self, record: &'a StringRecord) -> &'a str {
        record.get(self.name).unwrap_or_default()
    }

    /// An empty cell keeps the known policy.
    fn policy(&self, record: &StringRecord) -> Option<String> {
        let text = record.get(self.policy?)?;
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn facility_fields(&self, record: &StringRecord, map: &CityMap) -> Result<FacilityFields, RowProblem> {
        let text = |column: usize| {
            record.get(column).ok_or_else(|| RowProblem::row(format!("the line has only {} columns", record.len())))
        };
        let (name, first, second) = (text(self.name)?, text(self.first)?, text(self.second)?);
        let [first_name, second_name] = self.unit.column_names();
        let point = match (first.is_empty(), second.is_empty()) {
            (true, true) => None,
            (false, false) => Some(self.point(first, second, map)?),
            (is_first_missing, _) => {
                let field = if is_first_missing { first_name } else { second_name };
                let problem = "one coordinate is missing; leave both empty for a facility without a point";
                return Err(RowProblem::field(field, "", problem));
            }
        };
        let input = FacilityInput { name: name.to_owned(), point, policy_id: None };
        map.facility_fields(input).map_err(|error| RowProblem::input(&error, name, &format!("{first}, {second}")))
    }

    fn point(&self, first: &str, second: &str, map: &CityMap) -> Result<FeetPoint, RowProblem> {
        let [first_name, second_name] = self.unit.column_names();
        let (one, two) = (parse_number(first_name, first)?, parse_number(second_name, second)?);
        let position = format!("{first}, {second}");
        match self.unit {
            CoordinateUnit::Feet => {
                FeetPoint::new(one, two).map_err(|error| RowProblem::field("position", &position, error.to_string()))
            }
            CoordinateUnit::Degrees => {
                let at = LonLat::new(two, one).map_err(|error| degrees_problem(&error, first, second))?;
                map.point_in_city(at, |at| format!("lat {}, lng {}", at.lat(), at.lon()))
                    .map_err(|error| RowProblem::input(&error, "", &position))
            }
        }
    }
}

fn degrees_problem(error: &PositionError, lat: &str, lng: &str) -> RowProblem {
    match error {
        PositionError::Latitude(_) => RowProblem::field("lat", lat, error.to_string()),
        _ => RowProblem::field("lng", lng, error.to_string()),
    }
}

fn parse_number(field: &'static str, text: &str) -> Result<f64, RowProblem> {
    let problem = || RowProblem::field(field, text, format!("{text:?} is not a number; use a value such as 34.7304"));
    text.parse().map_err(|_| problem())
}

fn describe(error: &::csv::Error) -> String {
    match error.kind() {
        ::csv::ErrorKind::Utf8 { .. } => "not UTF-8 text; save the file as UTF-8".into(),
        _ => error.to_string(),
    }
}
