//! What in a folder may become a tile: pictures called `{slug}-{year}` with a world file, or what a manifest lists.

use super::candidate::{Candidate, Key, MANIFEST, Placement, below};
use super::manifest;
use super::outcome::{ImportError, Skipped};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

const WORLD_FILES: [&str; 3] = ["jgw", "pgw", "wld"];
const PICTURES: [&str; 3] = ["jpg", "jpeg", "png"];
/// Pictures that cannot be served.
const OTHERS: [&str; 2] = ["tif", "tiff"];

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
    Ok(Candidate { path: file.to_owned(), name, key, placement: Placement::WorldFiles(world.clone()) })
}

fn ending(file: &Path) -> String {
    file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
