//! A build that was ended goes on where it was, and only with the same pictures.

use crate::studio::{piece, read};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_raster::pyramid::{Order, Sources, build, find};

#[test]
fn an_interrupted_build_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    piece(folder.path(), "a.png", (0, 0), 1_200, 0.75);
    let sources = Sources::look(&find(&[folder.path().to_owned()]).unwrap()).unwrap();
    let order = |name: &str| Order {
        folder: folder.path().join(name),
        prefix: String::new(),
        year: 2024,
        edge: 300,
        quality: 90,
    };
    let whole = build(&order("whole"), &sources, &|_, _| ()).unwrap();
    assert_eq!(whole.found, 0);

    let broken = order("broken");
    let stopped = std::panic::catch_unwind(|| {
        build(&broken, &sources, &|done, _| assert!(done < 9, "the power fails")).map(|_| ())
    });
    assert!(stopped.is_err());
    let steps = AtomicU64::new(0);
    let again = build(&broken, &sources, &|_, _| {
        steps.fetch_add(1, Ordering::Relaxed);
    });
    let again = again.unwrap();
    assert!(again.found >= 8 && again.found < whole.tiles, "{again:?}");
    assert_eq!(again.found + steps.load(Ordering::Relaxed) - 1, whole.tiles, "nothing was made twice");

    let third = build(&broken, &sources, &|_, _| ()).unwrap();
    assert_eq!(third.found, whole.tiles, "a finished build has nothing to do");
    for entry in fs::read_dir(&order("whole").folder).unwrap().map(Result::unwrap) {
        let (one, other) = (entry.path(), broken.folder.join(entry.file_name()));
        match one.extension().and_then(|ending| ending.to_str()) {
            Some("jpg") => assert_eq!(read(&one), read(&other), "{}", one.display()),
            Some("jgw") => assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap()),
            _ => {}
        }
    }
}

#[test]
fn two_builds_take_turns_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    piece(folder.path(), "a.png", (0, 0), 90, 0.75);
    let sources = Sources::look(&find(&[folder.path().to_owned()]).unwrap()).unwrap();
    let order = Order { folder: folder.path().join("out"), prefix: String::new(), year: 2024, edge: 300, quality: 90 };
    let refused = Mutex::new(None);
    build(&order, &sources, &|_, _| {
        refused.lock().unwrap().get_or_insert_with(|| build(&order, &sources, &|_, _| ()).unwrap_err().to_string());
    })
    .unwrap();
    let refused = refused.into_inner().unwrap().unwrap();
    assert!(refused.contains("another build is at work in"), "{refused}");
    assert!(build(&order, &sources, &|_, _| ()).is_ok(), "the turn ends with the build");
}

#[test]
fn a_folder_with_a_build_of_other_pictures_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    piece(folder.path(), "a.png", (0, 0), 90, 0.75);
    let order = Order { folder: folder.path().join("out"), prefix: String::new(), year: 2024, edge: 300, quality: 90 };
    let look = || Sources::look(&find(&[folder.path().to_owned()]).unwrap()).unwrap();
    build(&order, &look(), &|_, _| ()).unwrap();
    let world = fs::read(folder.path().join("a.wld")).unwrap();
    fs::write(folder.path().join("a.wld"), "0.75\n0\n0\n-0.75\n5000\n5000\n").unwrap();
    assert!(build(&order, &look(), &|_, _| ()).is_err(), "the same picture in another place is another one");
    fs::write(folder.path().join("a.wld"), world).unwrap();
    piece(folder.path(), "b.png", (90, 0), 90, 0.75);
    let refused = build(&order, &look(), &|_, _| ()).unwrap_err().to_string();
    assert!(refused.contains("holds a build of other pictures"), "{refused}");
    let other_year = Order { year: 2025, ..order.clone() };
    assert!(build(&other_year, &look(), &|_, _| ()).is_err());
}

#[test]
fn a_source_that_is_broken_inside_ends_the_build_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = piece(folder.path(), "a.png", (0, 0), 600, 0.75);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let sources = Sources::look(std::slice::from_ref(&path)).unwrap();
    let order = Order { folder: folder.path().join("out"), prefix: String::new(), year: 2024, edge: 300, quality: 90 };
    let refused = build(&order, &sources, &|_, _| ()).unwrap_err().to_string();
    assert!(refused.contains("a.png: it ends too early"), "{refused}");

    // Mended by copying the picture again, the same command works; of what the first try has made nothing is left.
    fs::write(order.folder.join("L01-n9999-e9999-2024.jpg"), "left behind").unwrap();
    fs::write(order.folder.join("mine.jpg"), "not ours").unwrap();
    fs::write(&path, &bytes).unwrap();
    let sources = Sources::look(&[path]).unwrap();
    let built = build(&order, &sources, &|_, _| ()).unwrap();
    assert_eq!((built.found, built.empty), (0, 0));
    let pictures = fs::read_dir(&order.folder).unwrap().map(|entry| entry.unwrap().path());
    let pictures = pictures.filter(|path| path.extension().is_some_and(|ending| ending == "jpg")).count() as u64;
    assert_eq!(pictures, built.tiles + 1, "its tiles, and the file of someone else");
}
