//! What in a folder wants to be a tile: pictures called `{slug}-{year}` with a world file, or what a manifest lists.

use super::{ImportError, Skipped, manifest};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::Rect;

/// The list that stands for names and world files where there is one.
pub(super) const MANIFEST: &str = "manifest.csv";

const WORLD_FILES: [&str; 3] = ["jgw", "pgw", "wld"];
const PICTURES: [&str; 3] = ["jpg", "jpeg", "png"];
/// Pictures that cannot be served.
const OTHERS: [&str; 2] = ["tif", "tiff"];

/// The longest slug.
const LONGEST: usize = 100;

/// A file that wants to be a tile.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub(super) path: PathBuf,
    /// As it is called below the folder.
    pub(super) name: String,
    pub(super) key: Key,
    pub(super) place: Place,
}

/// Where it says that it lies.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Place {
    /// By the world files that have its name.
    WorldFiles(Vec<PathBuf>),
    Rect(Rect),
}

/// Slug and year.
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

    fn of_name(stem: &str) -> Result<Self, String> {
        let Some((slug, year)) = stem.rsplit_once('-') else {
            return Err("its name is not SLUG-YEAR, as in L01-003-012-2024.jpg".into());
        };
        Self::new(slug, year).map_err(|problem| format!("its name is not SLUG-YEAR: {problem}"))
    }
}

/// The candidates in the order of their names, and what cannot be one.
pub(super) fn find(folder: &Path) -> Result<(Vec<Candidate>, Vec<Skipped>), ImportError> {
    let unreadable = |problem: String| ImportError::Unreadable { path: folder.to_owned(), problem };
    let mut files = Vec::new();
    walk(folder, &mut files).map_err(|error| unreadable(error.to_string()))?;
    files.sort();
    let listed = folder.join(MANIFEST);
    let all = if listed.is_file() { manifest::read(folder, &listed)? } else { named(folder, &files) };
    if all.is_empty() {
        return Err(unreadable("there is no JPEG or PNG in it".into()));
    }
    let (mut good, mut skipped, mut seen) = (Vec::new(), Vec::new(), BTreeMap::new());
    for found in all {
        match found {
            Ok(candidate) => {
                let Key { slug, year } = candidate.key.clone();
                if let Some(other) = seen.insert((slug.clone(), year), candidate.name.clone()) {
                    let reason = format!("the slug {slug:?} of {year} is taken by {other} already");
                    skipped.push(Skipped { name: candidate.name, reason });
                    seen.insert((slug, year), other);
                } else {
                    good.push(candidate);
                }
            }
            Err(bad) => skipped.push(bad),
        }
    }
    Ok((good, skipped))
}

/// Every file below a folder that is not hidden. Links to folders are not followed: they may lead in a circle.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The pictures by their names, each with the world file beside it; and world files without a picture.
fn named(folder: &Path, files: &[PathBuf]) -> Vec<Result<Candidate, Skipped>> {
    let of_kind = |kind: &'static [&str]| files.iter().filter(move |file| kind.contains(&ending(file).as_str()));
    let mut worlds = BTreeMap::<PathBuf, Vec<PathBuf>>::new();
    for file in of_kind(&WORLD_FILES) {
        worlds.entry(file.with_extension("")).or_default().push(file.clone());
    }
    let pictures: HashSet<PathBuf> =
        of_kind(&PICTURES).chain(of_kind(&OTHERS)).map(|file| file.with_extension("")).collect();
    let mut all: Vec<_> = of_kind(&PICTURES).map(|file| candidate(folder, file, &worlds)).collect();
    let skipped = |file: &PathBuf, reason: &str| Err(Skipped { name: below(folder, file), reason: reason.to_owned() });
    all.extend(of_kind(&OTHERS).map(|file| skipped(file, "browsers show no TIFF; make tiles of it by tiles build")));
    let orphans = worlds.iter().filter(|(stem, _)| !pictures.contains(*stem));
    all.extend(orphans.flat_map(|(_, files)| files).map(|file| skipped(file, "there is no picture beside it")));
    all
}

fn candidate(folder: &Path, file: &Path, worlds: &BTreeMap<PathBuf, Vec<PathBuf>>) -> Result<Candidate, Skipped> {
    let name = below(folder, file);
    let refused = |reason: String| Skipped { name: name.clone(), reason };
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    let key = stem.map_or_else(|| Err("its name is not text".into()), Key::of_name).map_err(refused)?;
    let world = worlds.get(&file.with_extension(""));
    let world = world.ok_or_else(|| refused("there is no world file (.jgw, .pgw or .wld) beside it".into()))?;
    Ok(Candidate { path: file.to_owned(), name, key, place: Place::WorldFiles(world.clone()) })
}

fn ending(file: &Path) -> String {
    file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
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
