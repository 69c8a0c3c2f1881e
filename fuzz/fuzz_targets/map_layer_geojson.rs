//! A GeoJSON file of lines and polygons for the map.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_city::map_layers::LayerFile;

fuzz_target!(|bytes: &[u8]| {
    let Ok(layer) = LayerFile::parse(bytes) else { return };
    assert!(layer.vertices <= layer.vertices_read + layer.features, "simplification adds no vertices");
    // What is stored can be read again, and nothing that was kept is dropped.
    let again = LayerFile::parse(layer.geojson.as_bytes()).expect("a stored layer is valid");
    assert_eq!(again.vertices_read, layer.vertices);
});
