//! A file that may become a tile.

use std::path::{Path, PathBuf};
use stormwire_geo::tiles::Rect;

/// The list that stands for names and world files where there is one.
pub(super) const MANIFEST: &str = "manifest.csv";

const LONGEST: usize = 100;

/// A file that wants to be a tile.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub(super) path: PathBuf,
    /// As it is called below the folder.
    pub(super) name: String,
    pub(super) key: Key,
    pub(super) placement: Placement,
}

/// Where it says that it lies.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Placement {
    /// By the world files that have its name.
    WorldFiles(Vec<PathBuf>),
    Rect(Rect),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) slug: String,
    pub(super) year: i32,
}

impl Key {
    /// If the slug can be part of a file's name and of an address, and the year is one of photography.
    pub(super) fn new(slug: &str, year: &str) -> Result<Self, String> {
        let is_bad = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
        if slug.is_empty() || slug.chars().count() > LONGEST || slug.starts_with('.') || slug.contains(is_bad) {
            return Err(format!(
                "{slug:?} is not a slug: 1 to {LONGEST} characters without slash, colon or leading dot"
            ));
        }
        let is_plain = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
        let number = year.parse().ok().filter(|number| is_plain && (1_850..=9_999).contains(number));
        let year = number.ok_or_else(|| format!("{year:?} is not a year from 1850 to 9999"))?;
        Ok(Self { slug: slug.to_owned(), year })
    }

    pub(super) fn of_name(stem: &str) -> Result<Self, String> {
        let Some((slug, year)) = stem.rsplit_once('-') else {
            return Err("its name is not SLUG-YEAR, as in L01-003-012-2024.jpg".into());
        };
        Self::new(slug, year).map_err(|problem| format!("its name is not SLUG-YEAR: {problem}"))
    }
}

pub(super) fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_slug_and_a_year() {
        for (stem, slug, year) in
            [("a-2024", "a", 2024), ("L01-003-012-2024", "L01-003-012", 2024), ("old town-1850", "old town", 1850)]
        {
            assert_eq!(Key::of_name(stem), Ok(Key { slug: slug.into(), year }), "{stem}");
        }
        for bad in
            ["a", "a-", "-2024", "a-24", "a-02024", "a-1849", "a-+024", "a-20x4", ".a-2024", "a:b-2024", "a-２０２４"]
        {
            assert!(Key::of_name(bad).is_err(), "{bad}");
        }
        assert!(Key::of_name(&format!("{}-2024", "x".repeat(101))).is_err());
        for tricky in ["../a", "a/b", "a\\b", "", "a\u{7}"] {
            assert!(Key::new(tricky, "2024").is_err(), "{tricky:?}");
        }
    }
}
