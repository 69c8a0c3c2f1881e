//! Tiles are aligned: neighbors at every seam, levels with each other, and all of them with their source images.

use crate::fixture::{CORNER, ScenePart, difference, read_image, scene, sources_in, write_part};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use stormwire_geo::tiles::{Level, WorldFile};
use stormwire_raster::pyramid::{PyramidOptions, PyramidPlan, build_pyramid};
use stormwire_raster::{CHANNELS, Image};

fn options(folder: &Path, edge: u32) -> PyramidOptions {
    PyramidOptions { folder: folder.join("out"), prefix: "city-".into(), year: 2024, edge, quality: 95 }
}

/// All tiles of a level at the positions in their world files.
fn stitched(options: &PyramidOptions, plan: &PyramidPlan, level: Level) -> Image {
    let (width, height) = plan.size_at(level);
    let mut whole = Image::empty(width as usize, height as usize);
    for tile in plan.tiles(level) {
        let path = options.folder.join(format!("{}-2024.jpg", tile.slug(&options.prefix)));
        let world = WorldFile::parse(&fs::read_to_string(path.with_extension("jgw")).unwrap()).unwrap();
        let (x, y) = world.upper_left();
        let pixels = |feet: f64| format!("{:.0}", feet / level.feet_per_pixel()).parse::<usize>().unwrap();
        whole.paste(&read_image(&path), pixels(x - CORNER.0), pixels(CORNER.1 - y));
    }
    assert!(whole.pixels.chunks_exact(CHANNELS).all(|pixel| pixel[3] == 255), "{level} has a hole");
    whole
}

/// The mean difference along the columns and rows where tiles meet.
fn seam_difference(one: &Image, other: &Image, plan: &PyramidPlan, level: Level) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let (lefts, tops): (HashSet<u32>, HashSet<u32>) = plan.tiles(level).map(|tile| (tile.left, tile.top)).unzip();
    let touches_cut = |at: usize, cuts: &HashSet<u32>| {
        let at = u32::try_from(at).unwrap();
        at > 0 && (cuts.contains(&at) || cuts.contains(&(at + 1)))
    };
    for y in 0..one.height {
        for x in 0..one.width {
            if touches_cut(x, &lefts) || touches_cut(y, &tops) {
                let at = (y * one.width + x) * CHANNELS;
                for channel in 0..3 {
                    sum += f64::from(one.pixels[at + channel].abs_diff(other.pixels[at + channel]));
                    count += 1.0;
                }
            }
        }
    }
    sum / count
}

#[test]
fn tiles_of_every_level_match_the_sources() {
    let folder = tempfile::tempdir().unwrap();
    for (name, left, top) in [("nw.png", 0, 0), ("ne.tif", 2_000, 0), ("sw.jpg", 0, 2_000), ("se.png", 2_000, 2_000)] {
        write_part(folder.path(), name, left, top, 2_000);
    }
    let options = options(folder.path(), 729);
    let sources = sources_in(folder.path());
    let built = build_pyramid(&options, &sources, &|_, _| ()).unwrap();
    let plan = sources.plan(options.edge).unwrap();
    assert_eq!((plan.base, built.tiles), (Level::L01, 36 + 4 + 1 + 1 + 1 + 1 + 1));
    let mut expected = scene(0, 0, 4_000, 4_000);
    for level in plan.levels() {
        let found = stitched(&options, &plan, level);
        let (mean, worst) = difference(&found, &expected);
        // The last level is six pixels wide, where the halved color resolution of a JPEG matters.
        let allowed = if level == Level::L07 { 6.0 } else { 2.0 };
        assert!(mean < allowed && worst < 40, "{level}: {mean} {worst}");
        if !level.is_city_wide() {
            let seams = seam_difference(&found, &expected, &plan, level);
            assert!(seams.is_nan() || seams < 3.5, "{level}: {seams} at the seams");
        }
        expected = expected.shrink_to_third();
    }
    assert_eq!(fs::read_dir(options.folder.join(".work")).unwrap().count(), 1, "only the record is kept");
}

#[test]
fn sources_off_the_grid_are_resampled_to_their_position() {
    let folder = tempfile::tempdir().unwrap();
    // Two images side by side, three times finer than the finest level and half a pixel off its grid.
    ScenePart { left: 0, top: 0, edge: 900, feet_per_pixel: 0.25 }.write(folder.path(), "west.png");
    ScenePart { left: 900, top: 0, edge: 900, feet_per_pixel: 0.25 }.write(folder.path(), "east.tif");
    let options = options(folder.path(), 300);
    let sources = sources_in(folder.path());
    build_pyramid(&options, &sources, &|_, _| ()).unwrap();
    let plan = sources.plan(options.edge).unwrap();
    let found = stitched(&options, &plan, Level::L01);
    let (mean, worst) = difference(&found, &scene(0, 0, 1_800, 900).shrink_to_third());
    assert!(mean < 2.0 && worst < 40, "{mean} {worst}");
}

#[test]
fn coarse_sources_start_at_their_own_level() {
    let folder = tempfile::tempdir().unwrap();
    ScenePart { left: 0, top: 0, edge: 400, feet_per_pixel: 6.75 }.write(folder.path(), "a.png");
    let options = options(folder.path(), 243);
    let sources = sources_in(folder.path());
    build_pyramid(&options, &sources, &|_, _| ()).unwrap();
    let plan = sources.plan(options.edge).unwrap();
    assert!(options.folder.join(format!("{}-2024.jpg", plan.tile(Level::L03, 1, 1).slug("city-"))).exists());
    let names = fs::read_dir(&options.folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.starts_with("city-L02") && !name.starts_with("city-L01")));
}

#[test]
fn uncovered_cells_have_no_tile() {
    let folder = tempfile::tempdir().unwrap();
    // Two images that touch at a corner: the other two quarters are empty.
    write_part(folder.path(), "nw.png", 0, 0, 600);
    write_part(folder.path(), "se.png", 600, 600, 600);
    let options = options(folder.path(), 300);
    let sources = sources_in(folder.path());
    let built = build_pyramid(&options, &sources, &|_, _| ()).unwrap();
    let plan = sources.plan(options.edge).unwrap();
    let cells = plan.levels().map(|level| plan.tiles(level).count() as u64).sum::<u64>();
    assert!(built.empty > 0 && built.tiles + built.empty == cells, "{built:?}");
    let (columns, rows) = plan.grid(Level::L01);
    let exists = |column: u32, row: u32| {
        options.folder.join(format!("{}-2024.jpg", plan.tile(Level::L01, column, row).slug("city-"))).exists()
    };
    assert!(exists(0, 0) && exists(columns - 1, rows - 1) && !exists(0, rows - 1) && !exists(columns - 1, 0));
    let wide = read_image(&options.folder.join("city-L05-2024.jpg"));
    assert_eq!((wide.width, wide.height), (15, 15));
}
