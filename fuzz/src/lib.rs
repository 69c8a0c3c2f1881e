//! What several fuzz targets need.

mod facility_import;
mod image;
mod input_file;

pub use facility_import::FacilityImport;
pub use image::read_image;
pub use input_file::InputFile;

/// Separates the parts of an input that may have several lines.
const SEPARATOR: &str = "\n====\n";

/// The first lines of an input, and the rest as the last part. Missing parts are empty.
pub fn lines<const N: usize>(input: &str) -> [&str; N] {
    let mut parts = input.splitn(N, '\n');
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

/// The text before and after a line `====`.
pub fn sections(input: &str) -> (&str, &str) {
    input.split_once(SEPARATOR).unwrap_or((input, ""))
}

/// A time limit that is reached after this many checks, so that an input always has the same result.
pub fn deadline(checks: usize) -> impl FnMut() -> bool {
    let mut left = checks;
    move || {
        left = left.saturating_sub(1);
        left == 0
    }
}
