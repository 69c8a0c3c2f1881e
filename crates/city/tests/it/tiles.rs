//! Imports of tiles: every valid file of a folder, each invalid one named with the reason, no duplicates.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use stormwire_city::ImportError;
use stormwire_city::facilities::CityMap;
use stormwire_city::tiles::import::{ImportedTiles, TileImport, import};
use stormwire_geo::Crs;
use stormwire_geo::tiles::WorldFile;
use stormwire_raster::{Image, write_jpeg};
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::{TestDb, on_both_databases};

fn write_image(path: &Path, width: usize, height: usize) {
    let pixels = (0..width * height).flat_map(|pixel| [u8::try_from(pixel % 251).unwrap(), 90, 60, 255]);
    write_jpeg(path, &Image { width, height, pixels: pixels.collect() }, 90).unwrap();
}

/// A valid tile with that pixel size.
fn write_tile(folder: &Path, name: &str, feet: f64) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    write_image(&path, 40, 30);
    fs::write(path.with_extension("jgw"), WorldFile::from_corner(1_000.0, 2_000.0, feet).to_text()).unwrap();
}

fn city_map() -> Arc<CityMap> {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    Arc::new(CityMap::new(crs, bounds))
}

async fn load(db: &TestDb) -> Result<ImportedTiles, ImportError> {
    let (folder, media) = (db.folder().join("in"), db.folder().join("media"));
    let request = TileImport { from: &folder, to: &media, map: city_map() };
    import(&db.store, db.clock.as_ref(), request, Actor::command_line(), Arc::new(|_, _| ())).await
}

async fn imported(db: &TestDb) -> (u64, u64, Vec<(String, String)>) {
    let done = load(db).await.unwrap();
    (done.imported, done.unchanged, done.skipped.into_iter().map(|file| (file.name, file.reason)).collect())
}

async fn total(db: &TestDb, wanted: &str) -> i64 {
    db.count(&format!("select count(*) from organization.AerialTile where {wanted}")).await
}

on_both_databases! {
    async fn world_file_gives_the_position_and_image_is_copied(db: &TestDb) {
        let folder = db.folder().join("in");
        write_tile(&folder, "old-town-2024.jpeg", 2.25);
        assert_eq!(imported(db).await, (1, 0, vec![]));
        let placed = "Slug = 'old-town' and Year = 2024 and Level = 'L02' and MinX = 1000 and MaxY = 2000 and MaxX = 1090 \
                      and MinY = 1932.5 and PixelWidth = 40 and PixelHeight = 30 \
                      and ImagePath = 'media/aerial/old-town-2024.jpg'";
        assert_eq!(total(db, placed).await, 1);
        let (from, to) = (folder.join("old-town-2024.jpeg"), db.folder().join("media/aerial/old-town-2024.jpg"));
        assert_eq!(fs::read(from).unwrap(), fs::read(to).unwrap());
        assert_eq!(db.count("select count(*) from organization.Audit where Resource = 'aerial-tile'").await, 1);
    }

    async fn png_keeps_its_extension_and_all_world_files_are_read(db: &TestDb) {
        let folder = db.folder().join("in/deeper");
        write_tile(&folder, "a-2024.jpg", 0.75);
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

    async fn names_each_invalid_file_and_imports_the_rest(db: &TestDb) {
        let folder = db.folder().join("in");
        write_tile(&folder, "good-2024.jpg", 0.75);
        write_tile(&folder, "tolerable-2024.jpg", 0.7507);
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
            write_image(&folder.join(name).with_extension("jpg"), 4, 4);
            fs::write(folder.join(name).with_extension("jgw"), world).unwrap();
        }
        fs::write(folder.join("torn-2024.wld"), "0.75\n0\n0\n-0.75\n9\n0\n").unwrap();
        write_tile(&folder, "cut-2024.jpg", 0.75);
        let whole = fs::read(folder.join("cut-2024.jpg")).unwrap();
        fs::write(folder.join("cut-2024.jpg"), &whole[..whole.len() - 60]).unwrap();
        write_tile(&folder, "invalid-2024.jpg", 0.75);
        fs::write(folder.join("invalid-2024.jpg"), "not a picture").unwrap();
        write_tile(&folder, "noyear.jpg", 0.75);
        write_image(&folder.join("lost-2024.jpg"), 4, 4);
        fs::write(folder.join("orphan-2024.jgw"), "0.75\n0\n0\n-0.75\n0\n0\n").unwrap();
        write_tile(&folder, "good-2024.jpeg", 0.75);
        fs::write(folder.join("raw-2024.tif"), "II*\0").unwrap();
        fs::write(folder.join("readme.txt"), "text").unwrap();

        let (new, unchanged, skipped) = imported(db).await;
        assert_eq!((new, unchanged), (2, 0), "{skipped:?}");
        let expected = [
            ("between-2024.jpg", "which is not the size of a level"),
            ("cut-2024.jpg", ""),
            ("degrees-2024.jpg", "the upper left corner (-86.775, 35.075) is in degrees"),
            ("good-2024.jpg", "good-2024.jpeg has the same slug \"good\" and year 2024"),
            ("invalid-2024.jpg", "it is not a JPEG, PNG or TIFF file"),
            ("lost-2024.jpg", "no world file"),
            ("mercator-2024.jpg", "check that the world file uses the coordinate system of city.crs"),
            ("nothing-2024.jpg", "line 1 of the world file"),
            ("noyear.jpg", "the file name is not SLUG-YEAR"),
            ("oblong-2024.jpg", "a pixel is 0.75 by 2.25 feet"),
            ("orphan-2024.jgw", "no image with the same name"),
            ("raw-2024.tif", "browsers do not show TIFF"),
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
        assert_eq!(fs::read_dir(db.folder().join("media/aerial")).unwrap().count(), 2, "no invalid file was copied");
    }

    async fn second_import_takes_only_what_changed(db: &TestDb) {
        let folder = db.folder().join("in");
        for name in ["a-2023.jpg", "a-2024.jpg", "b-2024.jpg"] {
            write_tile(&folder, name, 0.75);
        }
        assert_eq!(imported(db).await, (3, 0, vec![]));
        assert_eq!(imported(db).await, (0, 3, vec![]));
        fs::write(folder.join("b-2024.jgw"), WorldFile::from_corner(5_000.0, 2_000.0, 0.75).to_text()).unwrap();
        write_image(&folder.join("a-2024.jpg"), 60, 30);
        fs::remove_file(db.folder().join("media/aerial/a-2023.jpg")).unwrap();
        assert_eq!(imported(db).await, (3, 0, vec![]), "moved, repainted, and one whose image was lost");
        assert_eq!(total(db, "1 = 1").await, 3);
        assert_eq!(total(db, "Slug = 'b' and MinX = 5000").await, 1);
        assert_eq!(total(db, "Slug = 'a' and Year = 2024 and PixelWidth = 60").await, 1);
        assert_eq!(imported(db).await, (0, 3, vec![]));
    }

    async fn warns_about_unusual_tiles(db: &TestDb) {
        let folder = db.folder().join("in");
        for name in ["north-L03-2024.jpg", "L01-n0001-e0002-2024.jpg", "plain-2024.jpg"] {
            write_tile(&folder, name, 0.75);
        }
        let warnings = |done: ImportedTiles| -> Vec<_> { done.warnings.into_iter().map(|warning| (warning.name, warning.text)).collect() };
        let first = warnings(load(db).await.unwrap());
        let text = "the name says L03, but a pixel size of 0.75 feet makes it L01";
        assert_eq!(first, [("north-L03-2024.jpg".to_owned(), text.to_owned())]);
        fs::write(folder.join("plain-2024.jgw"), WorldFile::from_corner(5_000.0, 2_000.0, 0.75).to_text()).unwrap();
        write_image(&folder.join("L01-n0001-e0002-2024.jpg"), 60, 30);
        let second = warnings(load(db).await.unwrap());
        let text = "it replaced \"plain\" of 2024, which covered another area";
        assert_eq!(second, [("plain-2024.jpg".to_owned(), text.to_owned())], "the other covers the same area and more");
        let versions = "select count(*) from organization.AerialTile where ImageVersion = 2 and Slug <> 'north-L03'";
        assert_eq!(db.count(versions).await, 2, "browsers must fetch the new image");
    }

    async fn interrupted_import_continues(db: &TestDb) {
        let folder = db.folder().join("in");
        for number in 0..150 {
            write_tile(&folder, &format!("t{number:03}-2024.jpg"), 0.75);
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
            let request = TileImport { from: &from, to: &to, map: city_map() };
            import(&store, clock.as_ref(), request, Actor::command_line(), stopping).await.map(|_| ())
        });
        assert!(stopped.await.is_err());
        assert_eq!(*steps.lock().unwrap(), [(64, 150), (128, 150)]);
        assert_eq!(total(db, "1 = 1").await, 128, "what was reported is there");
        assert_eq!(imported(db).await, (22, 128, vec![]));
    }

    async fn manifest_replaces_names_and_world_files(db: &TestDb) {
        let folder = db.folder().join("in");
        fs::create_dir_all(&folder).unwrap();
        write_image(&folder.join("north.jpg"), 100, 50);
        write_image(&folder.join("south.jpg"), 100, 50);
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
        write_image(&db.folder().join("out.jpg"), 100, 50);
        fs::write(folder.join("manifest.csv"), lines.join("\r\n")).unwrap();
        let (new, _, skipped) = imported(db).await;
        assert_eq!((new, total(db, "Slug = 'north' and Level = 'L01' and MaxY = 37.5").await), (1, 1), "{skipped:?}");
        let expected = [
            ("manifest.csv line 10", "the column \"file\" is empty"),
            ("manifest.csv line 11", "\"../out.jpg\" is outside the folder"),
            ("manifest.csv line 12", "\"/etc/hosts\" is outside the folder"),
            ("manifest.csv line 5", "is not a valid slug"),
            ("manifest.csv line 6", "is not a rectangle"),
            ("manifest.csv line 7", "minX: \"east\" is not a number"),
            ("manifest.csv line 8", "\"99\" is not a year"),
            ("none.jpg", "No such file"),
            ("north.jpg", "north.jpg has the same slug"),
            ("south.jpg", "with 100 by 50 pixels, a pixel is 0.75 by 1.5 feet"),
        ];
        assert_eq!(skipped.len(), expected.len(), "{skipped:?}");
        for ((name, reason), (expected_name, expected)) in skipped.iter().zip(expected) {
            assert!(name == expected_name && reason.contains(expected), "{name}: {reason:?}, expected {expected:?}");
        }
        fs::write(folder.join("manifest.csv"), "file,slug\nnorth.jpg,north\n").unwrap();
        let error = load(db).await.unwrap_err().to_string();
        assert!(error.contains("has no column \"year\""), "{error}");
    }

    async fn rejects_missing_or_empty_folder(db: &TestDb) {
        assert!(matches!(load(db).await, Err(ImportError::Unreadable { .. })));
        fs::create_dir_all(db.folder().join("in")).unwrap();
        let error = load(db).await.unwrap_err().to_string();
        assert!(error.contains("no JPEG or PNG file found"), "{error}");
    }
}
