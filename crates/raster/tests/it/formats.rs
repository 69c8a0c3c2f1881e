//! What can be read, and what is refused with its reason.

use crate::studio::{difference, part, read, write};
use std::fs;
use std::path::Path;
use stormwire_raster::pyramid::Sources;
use stormwire_raster::{RasterError, Size, Turns};

fn check(path: &Path) -> Result<Size, RasterError> {
    stormwire_raster::check(path, &Turns::default())
}

const WORLD: &str = "0.75\n0\n0\n-0.75\n100\n100\n";

#[test]
fn a_picture_is_the_same_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let image = part(40, 30, 333, 257);
    for name in ["a.png", "a.tif", "a.jpg"] {
        let path = folder.path().join(name);
        write(&path, &image);
        let (mean, worst) = difference(&read(&path), &image);
        let is_lossy = name == "a.jpg";
        assert!(if is_lossy { mean < 1.5 && worst < 24 } else { worst == 0 }, "{name}: {mean} {worst}");
    }
}

#[test]
fn rows_may_be_read_anew_from_the_top() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "a.tif", "a.jpg"] {
        let path = folder.path().join(name);
        write(&path, &part(0, 0, 50, 200));
        let work = tempfile::tempdir().unwrap();
        let workshop = stormwire_raster::Workshop::new(work.path());
        let mut rows = stormwire_raster::open(&path, &workshop).unwrap();
        let (mut first, mut again) = (Vec::new(), Vec::new());
        rows.read(10, 5, &mut first).unwrap();
        rows.read(150, 50, &mut again).unwrap();
        rows.read(10, 5, &mut again).unwrap();
        assert_eq!(first, again, "{name}");
        drop(rows);
        assert_eq!(fs::read_dir(work.path()).unwrap().count(), 0, "{name}: nothing is left behind");
    }
}

fn refusal(path: &Path) -> String {
    check(path).expect_err("it should be refused").problem()
}

#[test]
fn a_good_picture_tells_its_size() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "a.jpg"] {
        let path = folder.path().join(name);
        write(&path, &part(0, 0, 31, 17));
        assert_eq!(check(&path).unwrap(), Size { width: 31, height: 17 });
    }
}

#[test]
fn a_corrupt_jpeg_is_refused_wherever_it_is_broken() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.jpg"), folder.path().join("bad.jpg"));
    write(&good, &part(0, 0, 400, 300));
    let bytes = fs::read(&good).unwrap();
    for length in [2, 10, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 200, bytes.len() - 2] {
        fs::write(&bad, &bytes[..length]).unwrap();
        assert!(check(&bad).is_err(), "cut at {length} of {}", bytes.len());
    }
    fs::write(&bad, "this is no picture").unwrap();
    assert_eq!(refusal(&bad), "it is neither JPEG nor PNG nor TIFF");
    fs::write(&bad, "").unwrap();
    assert_eq!(refusal(&bad), "it is empty");
}

#[test]
fn a_corrupt_png_is_refused_wherever_it_is_broken() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.png"), folder.path().join("bad.png"));
    write(&good, &part(0, 0, 400, 300));
    let bytes = fs::read(&good).unwrap();
    for length in [8, 30, bytes.len() / 2, bytes.len() - 20] {
        fs::write(&bad, &bytes[..length]).unwrap();
        assert!(check(&bad).is_err(), "cut at {length} of {}", bytes.len());
    }
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0x55;
    fs::write(&bad, flipped).unwrap();
    let words = refusal(&bad);
    assert!(words.starts_with("it is damaged and cannot be read to its end; copy it again"), "{words}");
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(refusal(&bad), "it ends too early");
}

#[test]
fn a_name_that_promises_another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (png, jpg) = (folder.path().join("a.png"), folder.path().join("a.jpg"));
    write(&png, &part(0, 0, 9, 9));
    fs::rename(&png, &jpg).unwrap();
    assert_eq!(refusal(&jpg), "its name says JPEG, but it is a PNG");
    let tif = folder.path().join("a.tif");
    write(&tif, &part(0, 0, 9, 9));
    assert!(refusal(&tif).contains("browsers show no TIFF"));
}

#[test]
fn of_several_world_files_the_one_of_the_format_counts_and_contradictions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tif");
    write(&path, &part(0, 0, 9, 9));
    let west = || match Sources::look(std::slice::from_ref(&path)) {
        Ok(sources) => format!("{}", sources.0[0].rect.min_x()),
        Err(error) => error.to_string(),
    };
    let other = WORLD.replace("100", "5000");
    for (ending, text) in [("jgw", other.as_str()), ("TFW", WORLD), ("wld", WORLD)] {
        fs::write(path.with_extension(ending), text).unwrap();
    }
    assert_eq!(west(), "99.625", "the one of another format is not its own");
    fs::write(path.with_extension("wld"), other).unwrap();
    let refused = west();
    assert!(refused.contains("the world files a.TFW and a.wld beside it say different things"), "{refused}");
    fs::remove_file(path.with_extension("TFW")).unwrap();
    assert_eq!(west(), "4999.625", "the one for all formats");
}

#[test]
fn a_source_that_cannot_be_used_is_named_before_anything_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let look = || Sources::look(std::slice::from_ref(&path)).map(|_| ()).map_err(|error| error.to_string());
    assert!(look().unwrap_err().contains("there is no world file"), "neither picture nor world file");
    write(&path, &part(0, 0, 9, 9));
    assert!(look().unwrap_err().ends_with("a.png: there is no world file (.jgw, .pgw, .tfw or .wld) beside it"));
    for (world, expected) in [
        ("0.75\n0.01\n0.01\n-0.75\n100\n100\n", "turns the picture"),
        ("0.75\n0\n0\n-0.75\n100\n", "has 5 lines"),
        ("0\n0\n0\n-0.75\n100\n100\n", "pixels of 0 by -0.75 feet"),
        ("-0.75\n0\n0\n-0.75\n100\n100\n", "pixels of -0.75 by -0.75 feet"),
    ] {
        fs::write(path.with_extension("pgw"), world).unwrap();
        let refused = look().unwrap_err();
        assert!(refused.contains(expected) && refused.contains("a.png"), "{refused}");
    }
    fs::write(path.with_extension("pgw"), "0.0000023\n0\n0\n-0.0000023\n-86.5\n34.7\n").unwrap();
    assert!(look().unwrap_err().contains("is it in degrees?"));
    fs::write(path.with_extension("pgw"), WORLD).unwrap();
    assert_eq!(look(), Ok(()));
    assert!(Sources::look(&[]).is_err());
}
