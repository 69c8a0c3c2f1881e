//! Finds the world file that belongs to an image.

use crate::error::RasterError;
use crate::format::ImageFormat;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::WorldFile;

/// The extensions of world files. `wld` is for every format.
const EXTENSIONS: [&str; 7] = ["jgw", "pgw", "tfw", "wld", "jgwx", "pgwx", "tfwx"];

/// Reads the world file of an image. `candidates` are the world files with the same name.
///
/// The one for the image's format or the one for all formats is used. Where both exist they must agree, because an image
/// in the wrong position is worse than none. One for another format is used only where there is no other.
pub fn world_file_for(image: &Path, candidates: &[PathBuf]) -> Result<WorldFile, RasterError> {
    let format_letter = match ImageFormat::from_extension(image) {
        Some(ImageFormat::Jpeg) => 'j',
        Some(ImageFormat::Png) => 'p',
        Some(ImageFormat::Tiff) => 't',
        None => '?',
    };
    let is_own = |file: &&PathBuf| {
        extension(file).is_some_and(|extension| extension == "wld" || extension.starts_with(format_letter))
    };
    let (own, others): (Vec<&PathBuf>, Vec<&PathBuf>) = candidates.iter().partition(is_own);
    let mut found = Vec::new();
    for file in if own.is_empty() { others } else { own } {
        let text = std::fs::read_to_string(file).map_err(|error| {
            RasterError::image(image, &format!("cannot read the world file {}: {error}", name(file)))
        })?;
        let world_file = WorldFile::parse(&text).map_err(|error| RasterError::image(image, &error))?;
        found.push((file, world_file));
    }
    let Some((first, world_file)) = found.first() else {
        return Err(RasterError::image(image, "there is no world file (.jgw, .pgw, .tfw or .wld) next to it"));
    };
    match found.iter().find(|(_, other)| other != world_file) {
        None => Ok(*world_file),
        Some((other, _)) => {
            let (first, other) = (name(first), name(other));
            let problem = format!("the world files {first} and {other} contradict each other; remove the wrong one");
            Err(RasterError::image(image, &problem))
        }
    }
}

/// The world files in the same folder that have the name of the image.
pub(crate) fn world_files_next_to(image: &Path) -> Vec<PathBuf> {
    let both_cases = |extension: &str| [extension.to_owned(), extension.to_ascii_uppercase()];
    let paths = EXTENSIONS.into_iter().flat_map(both_cases).map(|extension| image.with_extension(extension));
    paths.filter(|path| path.exists()).collect()
}

fn extension(file: &Path) -> Option<String> {
    Some(file.extension()?.to_str()?.to_ascii_lowercase())
}

fn name(file: &Path) -> Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}
