//! An interrupted build resumes where it stopped, and only with the same images.

use crate::fixture::{read_image, sources_in, write_part};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_raster::pyramid::{PyramidOptions, SourceImages, build_pyramid};

#[test]
fn an_interrupted_build_resumes_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    write_part(folder.path(), "a.png", 0, 0, 1_200);
    let sources = sources_in(folder.path());
    let options = |name: &str| PyramidOptions {
        folder: folder.path().join(name),
        prefix: String::new(),
        year: 2024,
        edge: 300,
        quality: 90,
    };
    let whole = build_pyramid(&options("whole"), &sources, &|_, _| ()).unwrap();
    assert_eq!(whole.reused, 0);

    let broken = options("broken");
    let stopped = std::panic::catch_unwind(|| {
        build_pyramid(&broken, &sources, &|done, _| assert!(done < 9, "power failure")).map(|_| ())
    });
    assert!(stopped.is_err());
    let steps = AtomicU64::new(0);
    let again = build_pyramid(&broken, &sources, &|_, _| {
        steps.fetch_add(1, Ordering::Relaxed);
    });
    let again = again.unwrap();
    assert!(again.reused >= 8 && again.reused < whole.tiles, "{again:?}");
    assert_eq!(again.reused + steps.load(Ordering::Relaxed) - 1, whole.tiles, "no tile was built twice");

    let third = build_pyramid(&broken, &sources, &|_, _| ()).unwrap();
    assert_eq!(third.reused, whole.tiles, "a finished build has nothing to do");
    for entry in fs::read_dir(&options("whole").folder).unwrap().map(Result::unwrap) {
        let (one, other) = (entry.path(), broken.folder.join(entry.file_name()));
        match one.extension().and_then(|extension| extension.to_str()) {
            Some("jpg") => assert_eq!(read_image(&one), read_image(&other), "{}", one.display()),
            Some("jgw") => assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap()),
            _ => {}
        }
    }
}

#[test]
fn only_one_build_at_a_time_runs_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    write_part(folder.path(), "a.png", 0, 0, 90);
    let sources = sources_in(folder.path());
    let options =
        PyramidOptions { folder: folder.path().join("out"), prefix: String::new(), year: 2024, edge: 300, quality: 90 };
    let second_build = Mutex::new(None);
    build_pyramid(&options, &sources, &|_, _| {
        second_build
            .lock()
            .unwrap()
            .get_or_insert_with(|| build_pyramid(&options, &sources, &|_, _| ()).unwrap_err().to_string());
    })
    .unwrap();
    let error = second_build.into_inner().unwrap().unwrap();
    assert!(error.contains("another build is running in"), "{error}");
    assert!(build_pyramid(&options, &sources, &|_, _| ()).is_ok(), "the lock ends with the build");
}

#[test]
fn rejects_a_folder_with_a_build_of_other_images() {
    let folder = tempfile::tempdir().unwrap();
    write_part(folder.path(), "a.png", 0, 0, 90);
    let options =
        PyramidOptions { folder: folder.path().join("out"), prefix: String::new(), year: 2024, edge: 300, quality: 90 };
    let sources = || sources_in(folder.path());
    build_pyramid(&options, &sources(), &|_, _| ()).unwrap();
    let world = fs::read(folder.path().join("a.wld")).unwrap();
    fs::write(folder.path().join("a.wld"), "0.75\n0\n0\n-0.75\n5000\n5000\n").unwrap();
    assert!(
        build_pyramid(&options, &sources(), &|_, _| ()).is_err(),
        "the same image at another position is another source"
    );
    fs::write(folder.path().join("a.wld"), world).unwrap();
    write_part(folder.path(), "b.png", 90, 0, 90);
    let error = build_pyramid(&options, &sources(), &|_, _| ()).unwrap_err().to_string();
    assert!(error.contains("contains a build of other images"), "{error}");
    let other_year = PyramidOptions { year: 2025, ..options.clone() };
    assert!(build_pyramid(&other_year, &sources(), &|_, _| ()).is_err());
}

#[test]
fn a_truncated_source_fails_the_build_and_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_part(folder.path(), "a.png", 0, 0, 600);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let sources = SourceImages::inspect(std::slice::from_ref(&path)).unwrap();
    let options =
        PyramidOptions { folder: folder.path().join("out"), prefix: String::new(), year: 2024, edge: 300, quality: 90 };
    let error = build_pyramid(&options, &sources, &|_, _| ()).unwrap_err().to_string();
    assert!(error.contains("a.png: the file is truncated"), "{error}");

    // Once the image is copied again the same command works, and nothing of the first attempt is left.
    fs::write(options.folder.join("L01-n9999-e9999-2024.jpg"), "left behind").unwrap();
    fs::write(options.folder.join("mine.jpg"), "not ours").unwrap();
    fs::write(&path, &bytes).unwrap();
    let sources = SourceImages::inspect(&[path]).unwrap();
    let built = build_pyramid(&options, &sources, &|_, _| ()).unwrap();
    assert_eq!((built.reused, built.empty), (0, 0));
    let files = fs::read_dir(&options.folder).unwrap().map(|entry| entry.unwrap().path());
    let images = files.filter(|path| path.extension().is_some_and(|extension| extension == "jpg")).count() as u64;
    assert_eq!(images, built.tiles + 1, "its tiles, and a file that is not from the build");
}
