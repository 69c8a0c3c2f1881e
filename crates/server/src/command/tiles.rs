//! `stormwire tiles import` and `stormwire tiles build`.

use super::config_options::ConfigOptions;
use crate::command_database::{city_map, open_or_create_store, open_store};
use crate::output::{format_count, print};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::tz::TimeZone;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_city::config::Config;
use stormwire_city::facilities::CityMap;
use stormwire_city::tiles::import::{ImportedTiles, TileImport, import};
use stormwire_city::tiles::{Area, position_error};
use stormwire_clock::{Clock, SystemClock};
use stormwire_geo::tiles::{Rect, TileFootprint};
use stormwire_raster::pyramid::{BuildSummary, PyramidOptions, SourceImages, build_pyramid, find_images};
use stormwire_store::tables::audit::Actor;

const TILES: [&str; 2] = ["tile", "tiles"];

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Import tiles from a folder: JPEG or PNG files named SLUG-YEAR with world files, or the files in its manifest.csv
    Import {
        folder: PathBuf,
        #[command(flatten)]
        config: ConfigOptions,
    },
    /// Build all tile levels from images with world files, and import them
    Build(BuildOptions),
}

#[derive(Debug, Args)]
pub(super) struct BuildOptions {
    /// Images or folders of images: JPEG (up to 10,000 by 10,000 pixels), PNG or TIFF, each with a world file
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// Year of the images; default: the year in their names, or this year
    #[arg(long, value_parser = clap::value_parser!(i32).range(1850..=9999))]
    year: Option<i32>,
    /// Prefix of every slug, such as west-, to add an area next to tiles that are already imported
    #[arg(long, default_value = "")]
    prefix: String,
    /// Folder for the built tiles, which is kept; default: a temporary folder in paths.work
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Build the tiles in --out without importing them
    #[arg(long, requires = "out")]
    no_import: bool,
    /// Edge of a tile in pixels, a multiple of 3
    #[arg(long, default_value_t = PyramidOptions::DEFAULT_EDGE, value_parser = clap::value_parser!(u32).range(3..=9_999))]
    edge: u32,
    /// JPEG quality
    #[arg(long, default_value_t = PyramidOptions::DEFAULT_QUALITY, value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: u8,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::Import { folder, config } => import_folder(&config.load()?, &folder).await,
        Action::Build(options) => build_tiles(options).await,
    }
}

async fn import_folder(config: &Config, folder: &Path) -> Result<()> {
    let store = open_or_create_store(config).await?;
    let bar = progress_bar("importing");
    let shown = bar.clone();
    let progress = Arc::new(move |done, total| show(&shown, done, total));
    let delivery = TileImport { from: folder, to: &config.paths.media, map: city_map(config, &store).await? };
    let done = import(&store, &SystemClock, delivery, Actor::command_line(), progress).await;
    bar.finish_and_clear();
    store.close().await;
    print_import_report(&done?)
}

/// Prints imported tiles and warnings to standard output; skipped files are the error of the command.
fn print_import_report(done: &ImportedTiles) -> Result<()> {
    let mut text = format!("Imported {}, {} unchanged\n", format_count(done.imported, TILES), done.unchanged);
    for warning in &done.warnings {
        writeln!(text, "{}: {}", warning.name, warning.text)?;
    }
    print(&text)?;
    if done.skipped.is_empty() {
        return Ok(());
    }
    let mut error = format!("skipped {}", format_count(done.skipped.len() as u64, ["file", "files"]));
    for skipped in &done.skipped {
        write!(error, "\n{}: {}", skipped.name, skipped.reason)?;
    }
    bail!(error)
}

async fn build_tiles(options: BuildOptions) -> Result<()> {
    let config = options.config.load()?;
    let paths = find_images(&options.sources)?;
    let year = options.year.or_else(|| year_in(&paths)).unwrap_or_else(this_year);
    ensure!(
        !options.prefix.contains(['/', '\\', ':']),
        "--prefix is part of file names and must not contain slashes or colons"
    );
    let default_folder = || config.paths.work.join(format!("tiles-{}{year}", options.prefix));
    let folder = options.out.clone().unwrap_or_else(default_folder);
    let pyramid = PyramidOptions {
        folder: folder.clone(),
        prefix: options.prefix,
        year,
        edge: options.edge,
        quality: options.quality,
    };
    let sources =
        tokio::task::spawn_blocking(move || SourceImages::inspect(&paths)).await.context("the build was aborted")??;
    let map = if options.no_import { configured_map(&config) } else { saved_map(&config).await? };
    for source in &sources.0 {
        let misplacement = position_error(&map, source.rect);
        ensure!(misplacement.is_none(), "{}: {}", source.path.display(), misplacement.unwrap_or_default());
    }
    if !options.no_import {
        check_clash(&config, &area(&sources, &pyramid)?).await?;
    }
    let bar = progress_bar("building");
    let shown = bar.clone();
    let built =
        tokio::task::spawn_blocking(move || build_pyramid(&pyramid, &sources, &|done, all| show(&shown, done, all)));
    let built = built.await.context("the build was aborted")?;
    bar.finish_and_clear();
    print(&build_summary_text(built?))?;
    if options.no_import {
        return Ok(());
    }
    import_folder(&config, &folder).await?;
    if options.out.is_none() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}

fn configured_map(config: &Config) -> Arc<CityMap> {
    Arc::new(CityMap::new(config.city.crs.clone(), config.city.bounds))
}

async fn saved_map(config: &Config) -> Result<Arc<CityMap>> {
    let store = open_or_create_store(config).await?;
    let map = city_map(config, &store).await;
    store.close().await;
    map
}

/// The tiles that the build will import.
fn area(sources: &SourceImages, options: &PyramidOptions) -> Result<Area> {
    let plan = sources.plan(options.edge)?;
    let mut tiles = Vec::new();
    for tile in plan.levels().flat_map(|level| plan.tiles(level)) {
        let rect = plan.world_file(tile).rect(tile.width, tile.height)?;
        tiles.push((tile.slug(&options.prefix), TileFootprint { level: tile.level, rect }));
    }
    let whole = sources.0.iter().map(|source| source.rect).reduce(Rect::union).context("there are no source images")?;
    Ok(Area { year: options.year, whole, tiles })
}

/// Checks before hours of work that the build does not hide existing tiles.
async fn check_clash(config: &Config, area: &Area) -> Result<()> {
    let store = open_store(config).await?;
    let clash = area.find_conflict(&store).await;
    store.close().await;
    clash?.map_or(Ok(()), |clash| Err(clash.into()))
}

fn build_summary_text(built: BuildSummary) -> String {
    let BuildSummary { tiles, reused, empty } = built;
    let none = if empty > 0 {
        format!("; {} without an image", format_count(empty, ["grid cell", "grid cells"]))
    } else {
        String::new()
    };
    format!("Built {}, {reused} of them in an earlier run{none}\n", format_count(tiles, TILES))
}

/// The year that all names end with.
fn year_in(paths: &[PathBuf]) -> Option<i32> {
    let year = |path: &PathBuf| {
        let (_, year) = path.file_stem()?.to_str()?.rsplit_once('-')?;
        year.parse().ok().filter(|year| (1_850..=9_999).contains(year))
    };
    let mut years = paths.iter().map(year);
    let first = years.next()??;
    years.all(|other| other == Some(first)).then_some(first)
}

fn this_year() -> i32 {
    i32::from(SystemClock.now().to_zoned(TimeZone::UTC).year())
}

/// Shows a progress bar, on terminals only.
fn progress_bar(message: &'static str) -> ProgressBar {
    let bar = ProgressBar::no_length();
    let style = ProgressStyle::with_template("{msg}  [{bar:40}] {pos}/{len} tiles, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(message);
    bar
}

fn show(bar: &ProgressBar, done: u64, total: u64) {
    bar.set_length(total);
    bar.set_position(done);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_year_that_all_names_end_with() {
        let of = |names: &[&str]| year_in(&names.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(of(&["x/a-2021.tif", "x/b-2021.png"]), Some(2021));
        assert_eq!(of(&["a-2021.tif", "b-2022.tif"]), None);
        assert_eq!(of(&["a-2021.tif", "b.tif"]), None);
        assert_eq!(of(&["a-0021.tif"]), None);
        assert_eq!(of(&[]), None);
    }
}
