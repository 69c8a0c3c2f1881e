//! Finds the images of a folder: files called `{slug}-{year}` with a world file, or the files that a manifest lists.

use super::candidate::{MANIFEST, TileCandidate, TileKey, TilePlacement, relative_name};
use super::manifest;
use super::outcome::SkippedFile;
use crate::ImportError;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

const WORLD_FILES: [&str; 3] = ["jgw", "pgw", "wld"];
const IMAGES: [&str; 3] = ["jpg", "jpeg", "png"];
/// Images that browsers do not show.
const TIFF_IMAGES: [&str; 2] = ["tif", "tiff"];

/// The candidates by name, and the files that are skipped.
pub(super) fn find(folder: &Path) -> Result<(Vec<TileCandidate>, Vec<SkippedFile>), ImportError> {
    let unreadable = |problem: String| ImportError::Unreadable { path: folder.to_owned(), problem };
    let mut files = Vec::new();
    collect_files(folder, &mut files).map_err(|error| unreadable(error.to_string()))?;
    files.sort();
    let manifest = folder.join(MANIFEST);
    let all = if manifest.is_file() { manifest::read(folder, &manifest)? } else { by_name(folder, &files) };
    if all.is_empty() {
        return Err(unreadable("no JPEG or PNG file found".into()));
    }
    let (mut candidates, mut skipped, mut seen) = (Vec::new(), Vec::new(), BTreeMap::new());
    for found in all {
        match found {
            Ok(candidate) => {
                let TileKey { slug, year } = candidate.key.clone();
                if let Some(other) = seen.insert((slug.clone(), year), candidate.name.clone()) {
                    let reason = format!("{other} has the same slug {slug:?} and year {year}; rename one of them");
                    skipped.push(SkippedFile { name: candidate.name, reason });
                    seen.insert((slug, year), other);
                } else {
                    candidates.push(candidate);
                }
            }
            Err(file) => skipped.push(file),
        }
    }
    Ok((candidates, skipped))
}

/// Every visible file below a folder. Links to folders are not followed, because they may be circular.
fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect_files(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The images with their world files, and world files without an image.
fn by_name(folder: &Path, files: &[PathBuf]) -> Vec<Result<TileCandidate, SkippedFile>> {
    let of_kind = |kind: &'static [&str]| files.iter().filter(move |file| kind.contains(&extension(file).as_str()));
    let mut worlds = BTreeMap::<PathBuf, Vec<PathBuf>>::new();
    for file in of_kind(&WORLD_FILES) {
        worlds.entry(file.with_extension("")).or_default().push(file.clone());
    }
    let images: HashSet<PathBuf> =
        of_kind(&IMAGES).chain(of_kind(&TIFF_IMAGES)).map(|file| file.with_extension("")).collect();
    let mut all: Vec<_> = of_kind(&IMAGES).map(|file| read_candidate(folder, file, &worlds)).collect();
    let skipped = |file: &PathBuf, reason: &str| {
        Err(SkippedFile { name: relative_name(folder, file), reason: reason.to_owned() })
    };
    all.extend(
        of_kind(&TIFF_IMAGES)
            .map(|file| skipped(file, "browsers do not show TIFF; create tiles from it with `stormwire tiles build`")),
    );
    let orphans = worlds.iter().filter(|(stem, _)| !images.contains(*stem));
    all.extend(
        orphans.flat_map(|(_, files)| files).map(|file| skipped(file, "no image with the same name in this folder")),
    );
    all
}

fn read_candidate(
    folder: &Path,
    file: &Path,
    worlds: &BTreeMap<PathBuf, Vec<PathBuf>>,
) -> Result<TileCandidate, SkippedFile> {
    let name = relative_name(folder, file);
    let skip = |reason: String| SkippedFile { name: name.clone(), reason };
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    let key = stem.map_or_else(|| Err("the file name is not UTF-8".into()), TileKey::of_name).map_err(skip)?;
    let world = worlds.get(&file.with_extension(""));
    let world =
        world.ok_or_else(|| skip("no world file (.jgw, .pgw or .wld) with the same name in this folder".into()))?;
    Ok(TileCandidate { path: file.to_owned(), name, key, placement: TilePlacement::WorldFiles(world.clone()) })
}

fn extension(file: &Path) -> String {
    file.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
