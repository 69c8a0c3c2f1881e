//! One file: checked, copied to where it is served, told as a row.

use super::candidate::{Candidate, Key, Placement};
use super::outcome::{Remark, Skipped};
use crate::facilities::Places;
use crate::tiles::area::covers;
use crate::tiles::misplaced;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_geo::tiles::{Level, Rect, TileFootprint, WorldFile};
use stormwire_raster::{ImageFormat, LargeImageLock, check_image, world_file_for, write_atomically};
use stormwire_store::tables::tile::TileFields;

/// Where images lie below the media folder.
const FOLDER: &str = "aerial";

/// What became of a file.
#[derive(Debug)]
pub(super) enum Taken {
    New(TileFields, Vec<Remark>),
    Unchanged,
    Skipped(Skipped),
}

/// Takes files into the media folder.
pub(super) struct Taker {
    folder: PathBuf,
    known: HashMap<(String, i32), TileFields>,
    places: Arc<Places>,
    turns: LargeImageLock,
}

impl Taker {
    pub(super) fn new(media: &Path, known: HashMap<(String, i32), TileFields>, places: Arc<Places>) -> Self {
        Self { folder: media.join(FOLDER), known, places, turns: LargeImageLock::default() }
    }

    pub(super) fn take(&self, candidate: &Candidate) -> Taken {
        match self.try_take(candidate) {
            Ok(Some(fields)) => {
                let remarks = self.remarks(candidate, &fields);
                Taken::New(fields, remarks)
            }
            Ok(None) => Taken::Unchanged,
            Err(reason) => Taken::Skipped(Skipped { name: candidate.name.clone(), reason }),
        }
    }

    /// `None` when it is there already.
    fn try_take(&self, candidate: &Candidate) -> Result<Option<TileFields>, String> {
        let world = match &candidate.placement {
            Placement::Rect(_) => None,
            Placement::WorldFiles(files) => {
                Some(world_file_for(&candidate.path, files).map_err(|error| error.problem())?)
            }
        };
        let ending = if ImageFormat::from_extension(&candidate.path) == Some(ImageFormat::Png) { "png" } else { "jpg" };
        let Key { slug, year } = &candidate.key;
        let name = format!("{slug}-{year}.{ending}");
        let place = self.folder.join(&name);
        let fields = |width: u32, height: u32| {
            let footprint = footprint(&candidate.placement, world, width, height)?;
            if let Some(reason) = misplaced(&self.places, footprint.rect) {
                return Err(reason);
            }
            let pixels = |count: u32| i32::try_from(count).map_err(|_| "it has too many pixels".to_owned());
            Ok::<_, String>(TileFields {
                slug: slug.clone(),
                year: *year,
                footprint,
                pixel_width: pixels(width)?,
                pixel_height: pixels(height)?,
                image_path: format!("media/{FOLDER}/{name}"),
            })
        };
        if let Some(known) = self.known.get(&(slug.clone(), *year)).filter(|_| is_same(&candidate.path, &place)) {
            let [width, height] = [known.pixel_width, known.pixel_height].map(i32::unsigned_abs);
            if fields(width, height).is_ok_and(|fields| fields == *known) {
                return Ok(None);
            }
        }
        let size = check_image(&candidate.path, &self.turns).map_err(|error| error.problem())?;
        let fields = fields(size.width, size.height)?;
        self.copy(&candidate.path, &place)?;
        Ok(Some(fields))
    }

    /// What is odd about a tile that was taken.
    fn remarks(&self, candidate: &Candidate, fields: &TileFields) -> Vec<Remark> {
        let (mut words, level) = (Vec::new(), fields.footprint.level);
        if let Some(named) = level_in(&fields.slug).filter(|named| *named != level) {
            let feet = level.feet_per_pixel();
            words.push(format!("its name says {named}, but with pixels of {feet} feet it is of {level}"));
        }
        let before = self.known.get(&(fields.slug.clone(), fields.year)).map(|before| before.footprint.rect);
        if before.is_some_and(|before| !covers(fields.footprint.rect, before, level.feet_per_pixel())) {
            let Key { slug, year } = &candidate.key;
            words.push(format!("it has replaced {slug:?} of {year}, which showed other ground"));
        }
        words.into_iter().map(|words| Remark { name: candidate.name.clone(), words }).collect()
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

/// The rectangle, and the level that the size of a pixel tells.
fn footprint(
    placement: &Placement,
    world: Option<WorldFile>,
    width: u32,
    height: u32,
) -> Result<TileFootprint, String> {
    let (rect, pixel) = match (placement, world) {
        (Placement::Rect(rect), _) => {
            (*rect, (rect.width() / f64::from(width.max(1)), rect.height() / f64::from(height.max(1))))
        }
        (Placement::WorldFiles(_), Some(world)) => {
            let rect: Rect = world.rect(width, height).map_err(|error| error.to_string())?;
            (rect, (world.pixel_width, world.pixel_height))
        }
        (Placement::WorldFiles(_), None) => return Err("there is no world file beside it".into()),
    };
    let level = Level::from_pixel_size(pixel.0).filter(|level| Level::from_pixel_size(pixel.1) == Some(*level));
    let level = level.ok_or_else(|| {
        let sizes = Level::ALL.map(|level| level.feet_per_pixel().to_string()).join(", ");
        format!(
            "with {width} by {height} pixels a pixel has {} by {} feet, which is none of the levels ({sizes})",
            pixel.0, pixel.1
        )
    })?;
    Ok(TileFootprint { level, rect })
}

/// The level that a slug speaks of.
fn level_in(slug: &str) -> Option<Level> {
    slug.split(['-', '_', ' ']).find_map(|word| word.to_ascii_uppercase().parse().ok())
}

/// Whether both files hold the same bytes.
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
