//! A GeoJSON file of lines and polygons for the map.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_city::map_layers::{LayerFile, LayerFileError};

fuzz_target!(|bytes: &[u8]| {
    let Ok(layer) = LayerFile::parse(bytes) else { return };
    assert!(layer.vertices <= layer.vertices_read, "simplification adds no vertices");
    // What is stored can be read again. Rounding may make an area too small for a second simplification.
    match LayerFile::parse(layer.geojson.as_bytes()) {
        Ok(again) => assert_eq!(again.vertices_read, layer.vertices),
        Err(error) => assert_eq!(error, LayerFileError::Empty),
    }
});
