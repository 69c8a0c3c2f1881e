//! Imports facilities: all of a file or none of it, with errors that name the line. A facility is recognized by its name,
//! so importing a file again changes nothing.
//!
//! The file is read twice: once to check every line, once to write. A short channel of batches connects reader and
//! database. In memory are the known facilities, the names of the file and a few thousand rows.

mod counts;
mod csv;
mod file;
mod geojson;
mod plan;
mod preview;
mod reader;
mod row;
mod write;

pub use counts::ImportedFacilities;
pub use file::{FacilityFile, FacilityFormat};
pub use plan::{PlannedRow, RowChange};
pub use preview::{ImportPreview, MAX_PREVIEW_ROWS, preview};
pub use reader::{Progress, check_file};
pub use write::import;
