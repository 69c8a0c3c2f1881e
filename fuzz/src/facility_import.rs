use crate::InputFile;
use std::sync::Arc;
use stormwire_city::ImportError;
use stormwire_city::facilities::{CityMap, FacilityFile, Progress, check_file};
use stormwire_geo::Crs;

/// The first pass of an import, which checks every line.
pub struct FacilityImport {
    file: InputFile,
    map: Arc<CityMap>,
}

impl FacilityImport {
    /// The extension of the name decides about the format.
    pub fn new(name: &str) -> Self {
        let crs = Crs::parse("ESRI:102629").expect("a known coordinate system");
        let zone = crs.zone();
        Self { file: InputFile::new(name), map: Arc::new(CityMap::new(crs, zone)) }
    }

    pub fn check(&self, bytes: &[u8]) {
        self.file.write(bytes);
        let progress: Progress = Arc::new(|_, _| {});
        let file = FacilityFile::new(self.file.path(), self.map.clone());
        match check_file(&file, &progress) {
            Ok(count) => assert!(count <= bytes.len() as u64, "{count} facilities in {} bytes", bytes.len()),
            Err(ImportError::Lines(errors)) => {
                assert!((1..=20).contains(&errors.len()));
                assert!(errors.iter().all(|error| error.line >= 1 && !error.problem.is_empty()));
            }
            Err(ImportError::Unreadable { problem, .. }) => assert!(!problem.is_empty()),
            Err(other) => panic!("{other}"),
        }
    }
}
