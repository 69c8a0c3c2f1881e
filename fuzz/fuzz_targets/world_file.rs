//! A world file, which says where an image is on the ground.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_geo::tiles::WorldFile;

fuzz_target!(|text: &str| {
    let Ok(world_file) = WorldFile::parse(text) else { return };
    assert_eq!(WorldFile::parse(&world_file.to_text()), Ok(world_file), "a written file is read as the same");
    if let Ok(rect) = world_file.rect(1_000, 2_000) {
        assert!(rect.width() > 0.0 && rect.height() > 0.0);
        assert!([rect.min_x(), rect.min_y(), rect.max_x(), rect.max_y()].iter().all(|side| side.is_finite()));
    }
});
