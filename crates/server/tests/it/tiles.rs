//! Aerial tiles from the command line and in the demo.

use crate::binary::{Service, error_text, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use stormwire_geo::tiles::WorldFile;
use stormwire_raster::{Image, write_jpeg};

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

fn write_image(path: &Path, (width, height): (usize, usize), corner: (f64, f64)) {
    let pixels = (0..width * height).flat_map(|pixel| [u8::try_from(pixel % 251).unwrap(), 90, 60, 255]).collect();
    write_jpeg(path, &Image { width, height, pixels }, 90).unwrap();
    fs::write(path.with_extension("jgw"), WorldFile::from_corner(corner.0, corner.1, 0.75).to_text()).unwrap();
}

fn json(service: &Service, path: &str) -> serde_json::Value {
    let (status, body) = service.get(path);
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

#[test]
fn tiles_can_be_imported_while_the_service_runs() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    assert_eq!(json(&service, "/aerial-tiles")["items"], serde_json::json!([]));
    fs::create_dir(folder.path().join("in")).unwrap();
    write_image(&folder.path().join("in/a-2024.jpg"), (40, 30), (1_000.0, 2_000.0));
    let done = run(folder.path(), &["tiles", "import", "in"]);
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "Imported 1 tile, 0 unchanged\n");
    let tile = json(&service, "/aerial-tiles")["items"][0].clone();
    assert_eq!((tile["slug"].as_str(), tile["level"].as_str()), (Some("a"), Some("L01")));
    let (status, head, _) = service.send("HEAD", tile["imageUrl"].as_str().unwrap(), &[], "");
    assert_eq!(status, 200);
    assert!(head.to_lowercase().contains("content-type: image/jpeg"), "{head}");

    write_image(&folder.path().join("in/bad-2024.jpg"), (4, 4), (0.0, 0.0));
    fs::write(folder.path().join("in/bad-2024.jpg"), "broken").unwrap();
    let again = run(folder.path(), &["tiles", "import", "in"]);
    assert_eq!(String::from_utf8(again.stdout.clone()).unwrap(), "Imported 0 tiles, 1 unchanged\n");
    let skipped = error_text(&again);
    assert_eq!(again.status.code(), Some(1));
    assert!(skipped.contains("skipped 1 file\nbad-2024.jpg: it is not a JPEG, PNG or TIFF file"), "{skipped}");
    service.end();
}

#[test]
fn tiles_build_creates_and_imports_all_levels() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    // Aligned to the grid of the city, so that no cell is partial.
    write_image(&folder.path().join("in/west-2023.jpg"), (300, 300), (3_037.5, 6_075.0));
    write_image(&folder.path().join("in/east-2023.jpg"), (300, 300), (3_262.5, 6_075.0));
    let done = run(folder.path(), &["tiles", "build", "in", "--edge", "150", "--prefix", "town-"]);
    let stdout = String::from_utf8(done.stdout).unwrap();
    assert_eq!(
        stdout,
        "Built 15 tiles, 0 of them in an earlier run\nImported 15 tiles, 0 unchanged\n",
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    assert!(!folder.path().join("data/work/tiles-town-2023").exists(), "nothing is left behind");
    let service = Service::start(folder.path(), &SERVE);
    let shown = json(&service, "/aerial-tiles/viewport?x=3037.5&y=5850&widthFt=450&heightFt=225&px=600");
    assert_eq!((shown["level"].as_str(), shown["tiles"].as_array().unwrap().len()), (Some("L01"), 8));
    let wide = json(&service, "/aerial-tiles?level=L05&year=2023");
    assert_eq!(wide["items"][0]["slug"], "town-L05");
    service.end();
    for (arguments, expected) in [
        (vec!["tiles", "build", "none.tif"], "none.tif"),
        (vec!["tiles", "build", "in", "--edge", "100"], "is not a multiple of 3"),
        (vec!["tiles", "build", "in", "--prefix", "../x"], "must not contain slashes"),
        (vec!["tiles", "import", "none"], "none"),
    ] {
        let error = error_text(&run(folder.path(), &arguments));
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn building_a_second_area_requires_a_prefix() {
    let folder = tempfile::tempdir().unwrap();
    for (name, x) in [("west", 1_000.0), ("east", 1_225.0)] {
        fs::create_dir(folder.path().join(name)).unwrap();
        write_image(&folder.path().join(name).join("a.jpg"), (300, 300), (x, 2_000.0));
    }
    let build =
        |more: &[&str]| run(folder.path(), &[&["tiles", "build", "--year", "2023", "--edge", "150"], more].concat());
    assert!(build(&["west"]).status.success());
    let images = || -> BTreeMap<String, Vec<u8>> {
        let files = fs::read_dir(folder.path().join("data/media/aerial")).unwrap().map(|entry| entry.unwrap());
        files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
    };
    let first = images();
    for more in [&["east"][..], &["east", "--year", "2024"], &["east", "--year", "2022"]] {
        let arguments = [&["tiles", "build", "--edge", "150"], more].concat();
        let error = error_text(&if more.len() == 1 { build(more) } else { run(folder.path(), &arguments) });
        assert!(error.contains("already exists for another area") && error.contains("--prefix west-"), "{error}");
    }
    assert!(images() == first, "nothing was changed");
    assert!(build(&["east", "--prefix", "east-"]).status.success());
    let both = images();
    assert!(both.len() > first.len() && first.iter().all(|(name, bytes)| both.get(name) == Some(bytes)));
    let again = build(&["west", "east"]);
    assert!(
        again.status.success(),
        "a mosaic of both areas covers the existing tiles: {}",
        String::from_utf8_lossy(&again.stderr)
    );
}

#[test]
fn demo_lists_tiles_at_once_and_paints_them_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    let shown = json(&service, "/aerial-tiles/covering?lat=34.7304&lng=-86.5861");
    let levels: Vec<&str> =
        shown["tiles"].as_array().unwrap().iter().map(|tile| tile["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["L01", "L02", "L03", "L04", "L05", "L06", "L07"]);
    let path = shown["tiles"][0]["imageUrl"].as_str().unwrap();
    let (status, head, _) = service.send("HEAD", path, &[], "");
    assert_eq!(status, 200, "{head}");
    assert_eq!(service.get("/media/aerial/nothing-2025.jpg").0, 404);
    service.end();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the demo deletes its data");
}
