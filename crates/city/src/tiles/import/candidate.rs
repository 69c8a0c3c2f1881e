//! An image that may become a tile.

use std::path::{Path, PathBuf};
use stormwire_geo::tiles::Rect;

/// If present, replaces file names and world files.
pub(super) const MANIFEST: &str = "manifest.csv";

const MAX_SLUG_LENGTH: usize = 100;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct TileCandidate {
    pub(super) path: PathBuf,
    /// Relative to the folder.
    pub(super) name: String,
    pub(super) key: TileKey,
    pub(super) placement: TilePlacement,
}

/// The source of the position.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TilePlacement {
    /// With the same name as the image.
    WorldFiles(Vec<PathBuf>),
    Rect(Rect),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct TileKey {
    pub(super) slug: String,
    pub(super) year: i32,
}

impl TileKey {
    /// The slug must be valid in a file name and a URL, and the year plausible for a photograph.
    pub(super) fn new(slug: &str, year: &str) -> Result<Self, String> {
        let is_invalid = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
        if slug.is_empty()
            || slug.chars().count() > MAX_SLUG_LENGTH
            || slug.starts_with('.')
            || slug.contains(is_invalid)
        {
            return Err(format!(
                "{slug:?} is not a valid slug: use 1 to {MAX_SLUG_LENGTH} characters without slash, colon or leading dot"
            ));
        }
        let is_plain = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
        let number = year.parse().ok().filter(|number| is_plain && (1_850..=9_999).contains(number));
        let year = number.ok_or_else(|| format!("{year:?} is not a year from 1850 to 9999"))?;
        Ok(Self { slug: slug.to_owned(), year })
    }

    pub(super) fn of_name(stem: &str) -> Result<Self, String> {
        let Some((slug, year)) = stem.rsplit_once('-') else {
            return Err("the file name is not SLUG-YEAR, such as L01-003-012-2024.jpg".into());
        };
        Self::new(slug, year).map_err(|problem| format!("the file name is not SLUG-YEAR: {problem}"))
    }
}

pub(super) fn relative_name(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_is_slug_and_year() {
        for (stem, slug, year) in
            [("a-2024", "a", 2024), ("L01-003-012-2024", "L01-003-012", 2024), ("old town-1850", "old town", 1850)]
        {
            assert_eq!(TileKey::of_name(stem), Ok(TileKey { slug: slug.into(), year }), "{stem}");
        }
        for bad in
            ["a", "a-", "-2024", "a-24", "a-02024", "a-1849", "a-+024", "a-20x4", ".a-2024", "a:b-2024", "a-２０２４"]
        {
            assert!(TileKey::of_name(bad).is_err(), "{bad}");
        }
        assert!(TileKey::of_name(&format!("{}-2024", "x".repeat(101))).is_err());
        for tricky in ["../a", "a/b", "a\\b", "", "a\u{7}"] {
            assert!(TileKey::new(tricky, "2024").is_err(), "{tricky:?}");
        }
    }
}
