//! Importing tiles: every good file of a folder, each bad one named with its reason, nothing doubled.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use stormwire_city::facilities::Places;
use stormwire_city::tiles::import::{Delivery, ImportError, Imported, import};
use stormwire_geo::Crs;
use stormwire_geo::tiles::WorldFile;
use stormwire_raster::{Image, write_jpeg};
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::{TestDb, on_both_databases};

fn picture(path: &Path, width: usize, height: usize) {
    let pixels = (0..width * height).flat_map(|pixel| [u8::try_from(pixel % 251).unwrap(), 90, 60, 255]);
    write_jpeg(path, &Image { width, height, pixels: pixels.collect() }, 90).unwrap();
}

/// A good tile of that level's pixel size.
fn tile(folder: &Path, name: &str, feet: f64) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    picture(&path, 40, 30);
    fs::write(path.with_extension("jgw"), WorldFile::from_corner(1_000.0, 2_000.0, feet).to_text()).unwrap();
}

fn places() -> Arc<Places> {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    Arc::new(Places::new(crs, bounds))
}

async fn load(db: &TestDb) -> Result<Imported, ImportError> {
    let (folder, media) = (db.folder().join("in"), db.folder().join("media"));
    let delivery = Delivery { from: &folder, to: &media, places: places() };
    import(&db.store, db.clock.as_ref(), delivery, Actor::command_line(), Arc::new(|_, _| ())).await
}

async fn imported(db: &TestDb) -> (u64, u64, Vec<(String, String)>) {
    let done = load(db).await.unwrap();
    (done.imported, done.unchanged, done.skipped.into_iter().map(|file| (file.name, file.reason)).collect())
}

async fn total(db: &TestDb, wanted: &str) -> i64 {
    db.count(&format!("select count(*) from organization.AerialTile where {wanted}")).await
}

on_both_databases! {
    async fn a_tile_is_placed_by_its_world_file_and_copied_to_where_it_is_served(db: &TestDb) {
        let folder = db.folder().join("in");
        tile(&folder, "old-town-2024.jpeg", 2.25);
        assert_eq!(imported(db).await, (1, 0, vec![]));
        let placed = "Slug = 'old-town' and Year = 2024 and Level = 'L02' and MinX = 1000 and MaxY = 2000 and MaxX = 1090 \
                      and MinY = 1932.5 and PixelWidth = 40 and PixelHeight = 30 \
                      and ImagePath = 'media/aerial/old-town-2024.jpg'";
        assert_eq!(total(db, placed).await, 1);
        let (from, to) = (folder.join("old-town-2024.jpeg"), db.folder().join("media/aerial/old-town-2024.jpg"));
        assert_eq!(fs::read(from).unwrap(), fs::read(to).unwrap());
        assert_eq!(db.count("select count(*) from organization.Audit where Resource = 'aerial-tile'").await, 1);
    }

    async fn a_png_keeps_its_ending_and_every_kind_of_world_file_is_read(db: &TestDb) {
        let folder = db.folder().join("in/deeper");
        tile(&folder, "a-2024.jpg", 0.75);
        fs::rename(folder.join("a-2024.jgw"), folder.join("a-2024.wld")).unwrap();
        let png = folder.join("b-2024.png");
        let mut encoder = png::Encoder::new(fs::File::create(&png).unwrap(), 3, 2);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&[7; 18]).unwrap();
        fs::write(png.with_extension("PGW"), WorldFile::from_corner(0.0, 0.0, 546.75).to_text()).unwrap();
        assert_eq!(imported(db).await, (2, 0, vec![]));
        assert_eq!(total(db, "Level = 'L07' and ImagePath = 'media/aerial/b-2024.png'").await, 1);
        assert!(db.folder().join("media/aerial/b-2024.png").exists());
    }

    async fn every_bad_file_is_named_with_its_reason_and_the_rest_is_imported(db: &TestDb) {
        let folder = db.folder().join("in");
        tile(&folder, "good-2024.jpg", 0.75);
        tile(&folder, "tolerable-2024.jpg", 0.7507);
        for (name, world) in [
            ("turned-2024", "0.75\n0.01\n0\n-0.75\n0\n0\n"),
            ("oblong-2024", "0.75\n0\n0\n-2.25\n0\n0\n"),
            ("between-2024", "0.7509\n0\n0\n-0.7509\n0\n0\n"),
            ("upside-2024", "0.75\n0\n0\n0.75\n0\n0\n"),
            ("zero-2024", "0\n0\n0\n0\n0\n0\n"),
            ("nothing-2024", "NaN\n0\n0\n-0.75\n0\n0\n"),
            ("short-2024", "0.75\n0\n0\n"),
            ("degrees-2024", "0.75\n0\n0\n-0.75\n-86.4\n34.7\n"),
            ("mercator-2024", "0.75\n0\n0\n-0.75\n-9638720\n4126000\n"),
            ("torn-2024", "0.75\n0\n0\n-0.75\n0\n0\n"),
        ] {
            picture(&folder.join(name).with_extension("jpg"), 4, 4);
            fs::write(folder.join(name).with_extension("jgw"), world).unwrap();
        }
        fs::write(folder.join("torn-2024.wld"), "0.75\n0\n0\n-0.75\n9\n0\n").unwrap();
        tile(&folder, "cut-2024.jpg", 0.75);
        let whole = fs::read(folder.join("cut-2024.jpg")).unwrap();
        fs::write(folder.join("cut-2024.jpg"), &whole[..whole.len() - 60]).unwrap();
        tile(&folder, "lies-2024.jpg", 0.75);
        fs::write(folder.join("lies-2024.jpg"), "not a picture").unwrap();
        tile(&folder, "noyear.jpg", 0.75);
        picture(&folder.join("lost-2024.jpg"), 4, 4);
        fs::write(folder.join("orphan-2024.jgw"), "0.75\n0\n0\n-0.75\n0\n0\n").unwrap();
        tile(&folder, "good-2024.jpeg", 0.75);
        fs::write(folder.join("raw-2024.tif"), "II*\0").unwrap();
        fs::write(folder.join("readme.txt"), "words").unwrap();

        let (new, unchanged, skipped) = imported(db).await;
        assert_eq!((new, unchanged), (2, 0), "{skipped:?}");
        let expected = [
            ("between-2024.jpg", "which is none of the levels"),
            ("cut-2024.jpg", ""),
            ("degrees-2024.jpg", "its upper left corner, (-86.775, 35.075), is in degrees"),
            ("good-2024.jpg", "the slug \"good\" of 2024 is taken by good-2024.jpeg already"),
            ("lies-2024.jpg", "it is not a JPEG, PNG or TIFF file"),
            ("lost-2024.jpg", "there is no world file"),
            ("mercator-2024.jpg", "is it in the coordinate system of city.crs?"),
            ("nothing-2024.jpg", "line 1 of the world file"),
            ("noyear.jpg", "its name is not SLUG-YEAR"),
            ("oblong-2024.jpg", "a pixel has 0.75 by 2.25 feet"),
            ("orphan-2024.jgw", "there is no picture beside it"),
            ("raw-2024.tif", "browsers show no TIFF"),
            ("short-2024.jpg", "has 3 lines"),
            ("torn-2024.jpg", "the world files torn-2024.jgw and torn-2024.wld contradict each other"),
            ("turned-2024.jpg", "rotates the image"),
            ("upside-2024.jpg", "pixels of 0.75 by 0.75 feet"),
            ("zero-2024.jpg", "pixels of 0 by 0 feet"),
        ];
        assert_eq!(skipped.len(), expected.len(), "{skipped:?}");
        for ((name, reason), (expected_name, expected)) in skipped.iter().zip(expected) {
            assert!(name == expected_name && reason.contains(expected), "{name}: {reason:?}, expected {expected:?}");
        }
        assert_eq!(total(db, "1 = 1").await, 2);
        assert_eq!(fs::read_dir(db.folder().join("media/aerial")).unwrap().count(), 2, "nothing bad was copied");
    }

    async fn a_second_import_doubles_nothing_and_takes_what_has_changed(db: &TestDb) {
        let folder = db.folder().join("in");
        for name in ["a-2023.jpg", "a-2024.jpg", "b-2024.jpg"] {
            tile(&folder, name, 0.75);
        }
        assert_eq!(imported(db).await, (3, 0, vec![]));
        assert_eq!(imported(db).await, (0, 3, vec![]));
        fs::write(folder.join("b-2024.jgw"), WorldFile::from_corner(5_000.0, 2_000.0, 0.75).to_text()).unwrap();
        picture(&folder.join("a-2024.jpg"), 60, 30);
        fs::remove_file(db.folder().join("media/aerial/a-2023.jpg")).unwrap();
        assert_eq!(imported(db).await, (3, 0, vec![]), "moved, repainted, and one whose image was lost");
        assert_eq!(total(db, "1 = 1").await, 3);
        assert_eq!(total(db, "Slug = 'b' and MinX = 5000").await, 1);
        assert_eq!(total(db, "Slug = 'a' and Year = 2024 and PixelWidth = 60").await, 1);
        assert_eq!(imported(db).await, (0, 3, vec![]));
    }

    async fn what_is_odd_about_a_tile_that_was_taken_is_said(db: &TestDb) {
        let folder = db.folder().join("in");
        for name in ["north-L03-2024.jpg", "L01-n0001-e0002-2024.jpg", "plain-2024.jpg"] {
            tile(&folder, name, 0.75);
        }
        let said = |done: Imported| -> Vec<_> { done.remarks.into_iter().map(|remark| (remark.name, remark.words)).collect() };
        let first = said(load(db).await.unwrap());
        let words = "its name says L03, but with pixels of 0.75 feet it is of L01";
        assert_eq!(first, [("north-L03-2024.jpg".to_owned(), words.to_owned())]);
        fs::write(folder.join("plain-2024.jgw"), WorldFile::from_corner(5_000.0, 2_000.0, 0.75).to_text()).unwrap();
        picture(&folder.join("L01-n0001-e0002-2024.jpg"), 60, 30);
        let second = said(load(db).await.unwrap());
        let words = "it has replaced \"plain\" of 2024, which showed other ground";
        assert_eq!(second, [("plain-2024.jpg".to_owned(), words.to_owned())], "the other shows the same ground and more");
        let versions = "select count(*) from organization.AerialTile where ImageVersion = 2 and Slug <> 'north-L03'";
        assert_eq!(db.count(versions).await, 2, "who has seen the old one asks for the new one");
    }

    async fn an_interrupted_import_goes_on_where_it_was(db: &TestDb) {
        let folder = db.folder().join("in");
        for number in 0..150 {
            tile(&folder, &format!("t{number:03}-2024.jpg"), 0.75);
        }
        let (media, steps) = (db.folder().join("media"), Arc::new(Mutex::new(Vec::new())));
        let seen = steps.clone();
        let stopping = Arc::new(move |done, total| {
            seen.lock().unwrap().push((done, total));
            assert!(done < 100, "the power fails");
        });
        let (store, clock) = (db.store.clone(), db.clock.clone());
        let (from, to) = (folder.clone(), media.clone());
        let stopped = tokio::spawn(async move {
            let delivery = Delivery { from: &from, to: &to, places: places() };
            import(&store, clock.as_ref(), delivery, Actor::command_line(), stopping).await.map(|_| ())
        });
        assert!(stopped.await.is_err());
        assert_eq!(*steps.lock().unwrap(), [(64, 150), (128, 150)]);
        assert_eq!(total(db, "1 = 1").await, 128, "what was told is there");
        assert_eq!(imported(db).await, (22, 128, vec![]));
    }

    async fn a_manifest_stands_for_names_and_world_files(db: &TestDb) {
        let folder = db.folder().join("in");
        fs::create_dir_all(&folder).unwrap();
        picture(&folder.join("north.jpg"), 100, 50);
        picture(&folder.join("south.jpg"), 100, 50);
        let lines = [
            "file,slug,year,minX,minY,maxX,maxY",
            "north.jpg,north,2024,0,0,75,37.5",
            "south.jpg,south,2024,0,0,75,75",
            "none.jpg,none,2024,0,0,75,37.5",
            "north.jpg,../up,2024,0,0,75,37.5",
            "north.jpg,back,2024,75,0,0,37.5",
            "north.jpg,words,2024,east,0,0,37.5",
            "north.jpg,late,99,0,0,75,37.5",
            "north.jpg,north,2024,0,0,75,37.5",
            ",empty,2024,0,0,75,37.5",
            "../out.jpg,out,2024,0,0,75,37.5",
            "/etc/hosts,root,2024,0,0,75,37.5",
        ];
        picture(&db.folder().join("out.jpg"), 100, 50);
        fs::write(folder.join("manifest.csv"), lines.join("\r\n")).unwrap();
        let (new, _, skipped) = imported(db).await;
        assert_eq!((new, total(db, "Slug = 'north' and Level = 'L01' and MaxY = 37.5").await), (1, 1), "{skipped:?}");
        let expected = [
            ("manifest.csv line 10", "it names no file"),
            ("manifest.csv line 11", "\"../out.jpg\" leads out of the folder"),
            ("manifest.csv line 12", "\"/etc/hosts\" leads out of the folder"),
            ("manifest.csv line 5", "is not a slug"),
            ("manifest.csv line 6", "is not a rectangle"),
            ("manifest.csv line 7", "minX: \"east\" is not a number"),
            ("manifest.csv line 8", "\"99\" is not a year"),
            ("none.jpg", "No such file"),
            ("north.jpg", "is taken by north.jpg already"),
            ("south.jpg", "with 100 by 50 pixels a pixel has 0.75 by 1.5 feet"),
        ];
        assert_eq!(skipped.len(), expected.len(), "{skipped:?}");
        for ((name, reason), (expected_name, expected)) in skipped.iter().zip(expected) {
            assert!(name == expected_name && reason.contains(expected), "{name}: {reason:?}, expected {expected:?}");
        }
        fs::write(folder.join("manifest.csv"), "file,slug\nnorth.jpg,north\n").unwrap();
        let refused = load(db).await.unwrap_err().to_string();
        assert!(refused.contains("needs a column called year"), "{refused}");
    }

    async fn a_folder_that_is_missing_or_empty_is_refused(db: &TestDb) {
        assert!(matches!(load(db).await, Err(ImportError::Unreadable { .. })));
        fs::create_dir_all(db.folder().join("in")).unwrap();
        let refused = load(db).await.unwrap_err().to_string();
        assert!(refused.contains("there is no JPEG or PNG in it"), "{refused}");
    }
}
