//! Which of the world files beside a picture is its own.

use crate::{Kind, RasterError};
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::WorldFile;

/// How world files end: one kind for each format, and one for all.
const ENDINGS: [&str; 7] = ["jgw", "pgw", "tfw", "wld", "jgwx", "pgwx", "tfwx"];

/// The world file of a picture, out of those that have its name.
///
/// The one of its format or the one for all formats, which must agree where there are both: a picture in the wrong place
/// is worse than none. Only where there is neither does one of another format count.
pub fn world_of(picture: &Path, beside: &[PathBuf]) -> Result<WorldFile, RasterError> {
    let format = match Kind::of_name(picture) {
        Some(Kind::Jpeg) => 'j',
        Some(Kind::Png) => 'p',
        Some(Kind::Tiff) => 't',
        None => '?',
    };
    let counts = |file: &&PathBuf| ending(file).is_some_and(|ending| ending == "wld" || ending.starts_with(format));
    let (own, others): (Vec<&PathBuf>, Vec<&PathBuf>) = beside.iter().partition(counts);
    let mut read = Vec::new();
    for file in if own.is_empty() { others } else { own } {
        let text = std::fs::read_to_string(file)
            .map_err(|error| RasterError::picture(picture, &format!("the world file {}: {error}", name(file))))?;
        let world = WorldFile::parse(&text).map_err(|error| RasterError::picture(picture, &error))?;
        read.push((file, world));
    }
    let Some((first, world)) = read.first() else {
        return Err(RasterError::picture(picture, "there is no world file (.jgw, .pgw, .tfw or .wld) beside it"));
    };
    match read.iter().find(|(_, other)| other != world) {
        None => Ok(*world),
        Some((other, _)) => {
            let problem = format!(
                "the world files {} and {} beside it say different things; remove the wrong one",
                name(first),
                name(other)
            );
            Err(RasterError::picture(picture, &problem))
        }
    }
}

/// The world files that have the name of a picture.
pub(crate) fn beside(picture: &Path) -> Vec<PathBuf> {
    let cases = |ending: &str| [ending.to_owned(), ending.to_ascii_uppercase()];
    let places = ENDINGS.into_iter().flat_map(cases).map(|ending| picture.with_extension(ending));
    places.filter(|place| place.exists()).collect()
}

fn ending(file: &Path) -> Option<String> {
    Some(file.extension()?.to_str()?.to_ascii_lowercase())
}

fn name(file: &Path) -> std::borrow::Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}
