//! Imports one file: checks it, copies it to the media folder and returns its row.

use super::candidate::{TileCandidate, TileKey, TilePlacement};
use super::outcome::{SkippedFile, TileWarning};
use crate::facilities::CityMap;
use crate::tiles::area::covers;
use crate::tiles::position_error;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_geo::tiles::{Level, Rect, TileFootprint, WorldFile};
use stormwire_raster::{ImageFormat, LargeImageLock, check_image, world_file_for, write_atomically};
use stormwire_store::tables::tile::TileFields;

/// Below the media folder.
const FOLDER: &str = "aerial";

#[derive(Debug)]
pub(super) enum FileOutcome {
    New(TileFields, Vec<TileWarning>),
    Unchanged,
    Skipped(SkippedFile),
}

pub(super) struct FileImporter {
    folder: PathBuf,
    known: HashMap<(String, i32), TileFields>,
    map: Arc<CityMap>,
    large_images: LargeImageLock,
}

impl FileImporter {
    pub(super) fn new(media: &Path, known: HashMap<(String, i32), TileFields>, map: Arc<CityMap>) -> Self {
        Self { folder: media.join(FOLDER), known, map, large_images: LargeImageLock::default() }
    }

    pub(super) fn import(&self, candidate: &TileCandidate) -> FileOutcome {
        match self.try_import(candidate) {
            Ok(Some(fields)) => {
                let warnings = self.warnings(candidate, &fields);
                FileOutcome::New(fields, warnings)
            }
            Ok(None) => FileOutcome::Unchanged,
            Err(reason) => FileOutcome::Skipped(SkippedFile { name: candidate.name.clone(), reason }),
        }
    }

    /// `None` if it is unchanged.
    fn try_import(&self, candidate: &TileCandidate) -> Result<Option<TileFields>, String> {
        let world = match &candidate.placement {
            TilePlacement::Rect(_) => None,
            TilePlacement::WorldFiles(files) => {
                Some(world_file_for(&candidate.path, files).map_err(|error| error.problem())?)
            }
        };
        let extension =
            if ImageFormat::from_extension(&candidate.path) == Some(ImageFormat::Png) { "png" } else { "jpg" };
        let TileKey { slug, year } = &candidate.key;
        let name = format!("{slug}-{year}.{extension}");
        let target = self.folder.join(&name);
        let fields = |width: u32, height: u32| {
            let footprint = footprint(&candidate.placement, world, width, height)?;
            if let Some(reason) = position_error(&self.map, footprint.rect) {
                return Err(reason);
            }
            let pixels = |count: u32| i32::try_from(count).map_err(|_| "the image has too many pixels".to_owned());
            Ok::<_, String>(TileFields {
                slug: slug.clone(),
                year: *year,
                footprint,
                pixel_width: pixels(width)?,
                pixel_height: pixels(height)?,
                image_path: format!("media/{FOLDER}/{name}"),
            })
        };
        if let Some(known) = self.known.get(&(slug.clone(), *year)).filter(|_| is_same(&candidate.path, &target)) {
            let [width, height] = [known.pixel_width, known.pixel_height].map(i32::unsigned_abs);
            if fields(width, height).is_ok_and(|fields| fields == *known) {
                return Ok(None);
            }
        }
        let size = check_image(&candidate.path, &self.large_images).map_err(|error| error.problem())?;
        let fields = fields(size.width, size.height)?;
        self.copy(&candidate.path, &target)?;
        Ok(Some(fields))
    }

    fn warnings(&self, candidate: &TileCandidate, fields: &TileFields) -> Vec<TileWarning> {
        let (mut texts, level) = (Vec::new(), fields.footprint.level);
        if let Some(named) = level_in(&fields.slug).filter(|named| *named != level) {
            let feet = level.feet_per_pixel();
            texts.push(format!("the name says {named}, but a pixel size of {feet} feet makes it {level}"));
        }
        let before = self.known.get(&(fields.slug.clone(), fields.year)).map(|before| before.footprint.rect);
        if before.is_some_and(|before| !covers(fields.footprint.rect, before, level.feet_per_pixel())) {
            let TileKey { slug, year } = &candidate.key;
            texts.push(format!("it replaced {slug:?} of {year}, which covered another area"));
        }
        texts.into_iter().map(|text| TileWarning { name: candidate.name.clone(), text }).collect()
    }

    fn copy(&self, from: &Path, to: &Path) -> Result<(), String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let written = write_atomically(to, |out| {
            let mut file = File::open(from)?;
            std::io::copy(&mut file, out).map(|_| ())
        });
        written.map_err(|error| error.to_string())
    }
}

/// The level follows from the size of a pixel.
fn footprint(
    placement: &TilePlacement,
    world: Option<WorldFile>,
    width: u32,
    height: u32,
) -> Result<TileFootprint, String> {
    let (rect, pixel) = match (placement, world) {
        (TilePlacement::Rect(rect), _) => {
            (*rect, (rect.width() / f64::from(width.max(1)), rect.height() / f64::from(height.max(1))))
        }
        (TilePlacement::WorldFiles(_), Some(world)) => {
            let rect: Rect = world.rect(width, height).map_err(|error| error.to_string())?;
            (rect, (world.pixel_width, world.pixel_height))
        }
        (TilePlacement::WorldFiles(_), None) => return Err("no world file with the same name in this folder".into()),
    };
    let level = Level::from_pixel_size(pixel.0).filter(|level| Level::from_pixel_size(pixel.1) == Some(*level));
    let level = level.ok_or_else(|| {
        let sizes = Level::ALL.map(|level| level.feet_per_pixel().to_string()).join(", ");
        format!(
            "with {width} by {height} pixels, a pixel is {} by {} feet, which is not the size of a level ({sizes})",
            pixel.0, pixel.1
        )
    })?;
    Ok(TileFootprint { level, rect })
}

/// The level that a slug names.
fn level_in(slug: &str) -> Option<Level> {
    slug.split(['-', '_', ' ']).find_map(|word| word.to_ascii_uppercase().parse().ok())
}

fn is_same(one: &Path, other: &Path) -> bool {
    let compare = || -> std::io::Result<bool> {
        let (one, other) = (File::open(one)?, File::open(other)?);
        if one.metadata()?.len() != other.metadata()?.len() {
            return Ok(false);
        }
        let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
        let (mut here, mut there) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
        loop {
            let count = one.read(&mut here)?;
            if count == 0 {
                return Ok(true);
            }
            other.read_exact(&mut there[..count])?;
            if here[..count] != there[..count] {
                return Ok(false);
            }
        }
    };
    compare().unwrap_or(false)
}
