//! A GeoJSON file of facilities.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stormwire_fuzz::FacilityImport;

static IMPORT: LazyLock<FacilityImport> = LazyLock::new(|| FacilityImport::new("facilities.geojson"));

fuzz_target!(|bytes: &[u8]| IMPORT.check(bytes));
