//! Which images can be read, and why others are rejected.

use crate::fixture::{difference, read_image, scene, write_image};
use std::fs;
use std::path::Path;
use stormwire_raster::pyramid::SourceImages;
use stormwire_raster::{ImageSize, LargeImageLock, RasterError, RowReader, ScratchFolder};

fn check(path: &Path) -> Result<ImageSize, RasterError> {
    stormwire_raster::check_image(path, &LargeImageLock::default())
}

const WORLD_FILE: &str = "0.75\n0\n0\n-0.75\n100\n100\n";

#[test]
fn an_image_has_the_same_pixels_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let image = scene(40, 30, 333, 257);
    for name in ["a.png", "a.tif", "a.jpg"] {
        let path = folder.path().join(name);
        write_image(&path, &image);
        let (mean, worst) = difference(&read_image(&path), &image);
        let is_lossy = name == "a.jpg";
        assert!(if is_lossy { mean < 1.5 && worst < 24 } else { worst == 0 }, "{name}: {mean} {worst}");
    }
}

#[test]
fn reading_can_go_back_to_earlier_rows() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "a.tif", "a.jpg"] {
        let path = folder.path().join(name);
        write_image(&path, &scene(0, 0, 50, 200));
        let scratch = tempfile::tempdir().unwrap();
        let mut rows = RowReader::open(&path, &ScratchFolder::new(scratch.path())).unwrap();
        let (mut first, mut again) = (Vec::new(), Vec::new());
        rows.read(10, 5, &mut first).unwrap();
        rows.read(150, 50, &mut again).unwrap();
        rows.read(10, 5, &mut again).unwrap();
        assert_eq!(first, again, "{name}");
        drop(rows);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "{name}: nothing is left behind");
    }
}

fn problem(path: &Path) -> String {
    check(path).expect_err("it should be rejected").problem()
}

#[test]
fn check_returns_the_size_of_a_good_image() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "a.jpg"] {
        let path = folder.path().join(name);
        write_image(&path, &scene(0, 0, 31, 17));
        assert_eq!(check(&path).unwrap(), ImageSize { width: 31, height: 17 });
    }
}

#[test]
fn rejects_a_jpeg_that_is_cut_off_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.jpg"), folder.path().join("bad.jpg"));
    write_image(&good, &scene(0, 0, 400, 300));
    let bytes = fs::read(&good).unwrap();
    for length in [2, 10, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 200, bytes.len() - 2] {
        fs::write(&bad, &bytes[..length]).unwrap();
        assert!(check(&bad).is_err(), "cut at {length} of {}", bytes.len());
    }
    fs::write(&bad, "this is not an image").unwrap();
    assert_eq!(problem(&bad), "it is not a JPEG, PNG or TIFF file");
    fs::write(&bad, "").unwrap();
    assert_eq!(problem(&bad), "the file is empty");
}

#[test]
fn rejects_a_png_that_is_cut_off_or_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.png"), folder.path().join("bad.png"));
    write_image(&good, &scene(0, 0, 400, 300));
    let bytes = fs::read(&good).unwrap();
    for length in [8, 30, bytes.len() / 2, bytes.len() - 20] {
        fs::write(&bad, &bytes[..length]).unwrap();
        assert!(check(&bad).is_err(), "cut at {length} of {}", bytes.len());
    }
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0x55;
    fs::write(&bad, flipped).unwrap();
    let damaged = problem(&bad);
    assert!(damaged.starts_with("the file is damaged; copy or export it again"), "{damaged}");
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(problem(&bad), "the file is truncated; copy it again");
}

#[test]
fn rejects_a_png_with_an_incomplete_palette() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("palette.png");
    let mut encoder = png::Encoder::new(fs::File::create(&path).unwrap(), 1, 1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(vec![9; 4]);
    encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
    assert_eq!(problem(&path), "the file is damaged; copy or export it again (the palette has 4 bytes)");
    let scratch = tempfile::tempdir().unwrap();
    assert!(RowReader::open(&path, &ScratchFolder::new(scratch.path())).is_err());
}

#[test]
fn rejects_an_extension_that_does_not_match_the_content() {
    let folder = tempfile::tempdir().unwrap();
    let (png, jpg) = (folder.path().join("a.png"), folder.path().join("a.jpg"));
    write_image(&png, &scene(0, 0, 9, 9));
    fs::rename(&png, &jpg).unwrap();
    assert_eq!(problem(&jpg), "the file extension says JPEG, but the content is PNG");
    let tif = folder.path().join("a.tif");
    write_image(&tif, &scene(0, 0, 9, 9));
    assert!(problem(&tif).contains("browsers cannot show TIFF"));
}

#[test]
fn prefers_the_world_file_of_the_format_and_rejects_contradictions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tif");
    write_image(&path, &scene(0, 0, 9, 9));
    let west = || match SourceImages::inspect(std::slice::from_ref(&path)) {
        Ok(sources) => format!("{}", sources.0[0].rect.min_x()),
        Err(error) => error.to_string(),
    };
    let other = WORLD_FILE.replace("100", "5000");
    for (extension, text) in [("jgw", other.as_str()), ("TFW", WORLD_FILE), ("wld", WORLD_FILE)] {
        fs::write(path.with_extension(extension), text).unwrap();
    }
    assert_eq!(west(), "99.625", "the one of another format is not its own");
    fs::write(path.with_extension("wld"), other).unwrap();
    let error = west();
    assert!(error.contains("the world files a.TFW and a.wld contradict each other"), "{error}");
    fs::remove_file(path.with_extension("TFW")).unwrap();
    assert_eq!(west(), "4999.625", "the one for all formats");
}

#[test]
fn rejects_unusable_sources_before_building() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let inspect = || SourceImages::inspect(std::slice::from_ref(&path)).map(|_| ()).map_err(|error| error.to_string());
    assert!(inspect().unwrap_err().contains("No such file"), "neither image nor world file");
    write_image(&path, &scene(0, 0, 9, 9));
    assert!(inspect().unwrap_err().ends_with("a.png: there is no world file (.jgw, .pgw, .tfw or .wld) next to it"));
    for (world, expected) in [
        ("0.75\n0.01\n0.01\n-0.75\n100\n100\n", "rotates the image"),
        ("0.75\n0\n0\n-0.75\n100\n", "has 5 lines"),
        ("0\n0\n0\n-0.75\n100\n100\n", "pixels of 0 by -0.75 feet"),
        ("-0.75\n0\n0\n-0.75\n100\n100\n", "pixels of -0.75 by -0.75 feet"),
    ] {
        fs::write(path.with_extension("pgw"), world).unwrap();
        let error = inspect().unwrap_err();
        assert!(error.contains(expected) && error.contains("a.png"), "{error}");
    }
    fs::write(path.with_extension("pgw"), "0.0000023\n0\n0\n-0.0000023\n-86.5\n34.7\n").unwrap();
    assert!(inspect().unwrap_err().contains("is it in degrees?"));
    fs::write(path.with_extension("pgw"), WORLD_FILE).unwrap();
    assert_eq!(inspect(), Ok(()));
    assert!(SourceImages::inspect(&[]).is_err());
}
