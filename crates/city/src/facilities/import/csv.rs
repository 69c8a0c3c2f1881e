//! CSV: a heading with `name` and either `x,y` in feet or `lat,lng` in degrees; other columns are passed over.

use super::super::place::{FacilityInput, Places};
use super::source::{Fault, ImportError, Next, Source};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read};
use stormwire_geo::{FeetPoint, LonLat};
use stormwire_store::tables::facility::FacilityFields;

pub(super) fn read(
    source: &Source,
    take: &mut dyn FnMut(Result<FacilityFields, Fault>) -> Next,
) -> Result<(), ImportError> {
    let quotes = Cell::new(0);
    let mut input = BufReader::new(QuoteCounter { inner: source.open()?, quotes: &quotes });
    let head = input.fill_buf().map_err(|error| source.unreadable(&error))?;
    let has_mark = head.starts_with("\u{feff}".as_bytes());
    let first_line = head.split(|byte| *byte == b'\n').next().unwrap_or(head);
    // Spreadsheets of countries with a decimal comma write semicolons.
    let separator = if first_line.contains(&b';') && !first_line.contains(&b',') { b';' } else { b',' };
    if has_mark {
        input.consume("\u{feff}".len());
    }
    let mut reader = ReaderBuilder::new().delimiter(separator).trim(Trim::All).flexible(true).from_reader(input);
    let heading = reader.headers().map_err(|error| source.unreadable(&error))?;
    let columns = Columns::find(heading).map_err(|problem| ImportError::Faults(vec![Fault { line: 1, problem }]))?;
    let mut record = StringRecord::new();
    let mut last_line = 1;
    loop {
        let line = reader.position().line();
        let result = match reader.read_record(&mut record) {
            Ok(false) => {
                // An open quotation mark swallows every line after it without a word.
                if quotes.get() % 2 == 1 {
                    let problem = "a quotation mark is not closed in this line or before it".into();
                    take(Err(Fault { line: last_line, problem }));
                }
                return Ok(());
            }
            Ok(true) => {
                let line = record.position().map_or(line, ::csv::Position::line);
                last_line = line;
                columns.place(&record, &source.places).map_err(|problem| Fault { line, problem })
            }
            Err(error) => {
                let line = error.position().map_or(line, ::csv::Position::line);
                Err(Fault { line, problem: format!("it cannot be read: {}", words(&error)) })
            }
        };
        if take(result) == Next::Enough {
            return Ok(());
        }
    }
}

/// Counts the quotation marks that have passed; in whole CSV their number is even.
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

/// Which column is what.
struct Columns {
    name: usize,
    first: usize,
    second: usize,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Feet,
    Degrees,
}

impl Columns {
    fn find(heading: &StringRecord) -> Result<Self, String> {
        let column = |wanted: &str| heading.iter().position(|found| found.eq_ignore_ascii_case(wanted));
        let name = column("name").ok_or("the heading needs a column called name")?;
        let feet = column("x").zip(column("y"));
        let degrees = column("lat").zip(column("lng"));
        match (feet, degrees) {
            (Some((x, y)), None) => Ok(Self { name, first: x, second: y, kind: Kind::Feet }),
            (None, Some((lat, lng))) => Ok(Self { name, first: lng, second: lat, kind: Kind::Degrees }),
            (Some(_), Some(_)) => Err("the heading has both x,y and lat,lng; keep one pair".into()),
            (None, None) => Err("the heading needs columns x,y (feet) or lat,lng (degrees)".into()),
        }
    }

    fn place(&self, record: &StringRecord, places: &Places) -> Result<FacilityFields, String> {
        let field = |column: usize| record.get(column).ok_or_else(|| format!("only {} columns", record.len()));
        let (name, first, second) = (field(self.name)?, field(self.first)?, field(self.second)?);
        let point = match (first.is_empty(), second.is_empty()) {
            (true, true) => None,
            (false, false) => Some(self.point(number(first)?, number(second)?, places)?),
            _ => return Err("one coordinate is missing; leave both empty for no point".into()),
        };
        places.place(FacilityInput { name: name.to_owned(), point }).map_err(|error| error.to_string())
    }

    fn point(&self, first: f64, second: f64, places: &Places) -> Result<FeetPoint, String> {
        match self.kind {
            Kind::Feet => FeetPoint::new(first, second).map_err(|error| error.to_string()),
            Kind::Degrees => {
                let at = LonLat::new(first, second).map_err(|error| error.to_string())?;
                places.feet(at).map_err(|error| error.to_string())
            }
        }
    }
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number; write it as 34.7304"))
}

fn words(error: &::csv::Error) -> String {
    match error.kind() {
        ::csv::ErrorKind::Utf8 { .. } => "it is not UTF-8 text".into(),
        _ => error.to_string(),
    }
}
