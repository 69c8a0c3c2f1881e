//! Map layers of the synthetic city: its limits, main roads and water, in line with the painted images.

use super::city;
use anyhow::Result;
use serde_json::{Value, json};
use stormwire_city::map_layers::{LayerFile, MapLayerInput, MapLayerKind, MapLayers};
use stormwire_demo::landscape::{Outline, Point, boundary_outline, road_outlines, water_outlines};
use stormwire_geo::{Crs, FeetPoint};
use stormwire_store::tables::audit::Actor;

pub(super) async fn import_layers(layers: &MapLayers, crs: &Crs) -> Result<()> {
    for input in demo_layers(crs)? {
        layers.import(input, Actor::command_line()).await?;
    }
    Ok(())
}

fn demo_layers(crs: &Crs) -> Result<Vec<MapLayerInput>> {
    let layer = |name: &str, kind, outlines: &[Outline]| -> Result<MapLayerInput> {
        let features: Result<Vec<Value>> = outlines.iter().map(|outline| feature(crs, kind, outline)).collect();
        let text = json!({ "type": "FeatureCollection", "features": features? }).to_string();
        Ok(MapLayerInput { name: name.to_owned(), kind, file: LayerFile::parse(text.as_bytes())? })
    };
    Ok(vec![
        layer("City limits", MapLayerKind::Boundary, &[boundary_outline()])?,
        layer("Main roads", MapLayerKind::Road, &road_outlines())?,
        layer("Rivers and lakes", MapLayerKind::Water, &water_outlines())?,
    ])
}

/// Roads are lines, everything else is an area.
fn feature(crs: &Crs, kind: MapLayerKind, outline: &Outline) -> Result<Value> {
    let center = city::center(crs)?;
    let position = |point: &Point| -> Result<[f64; 2]> {
        let feet = FeetPoint::new(center.x() + f64::from(point.x), center.y() + f64::from(point.y))?;
        let at = crs.to_degrees(feet)?;
        Ok([at.lon(), at.lat()])
    };
    let line: Vec<[f64; 2]> = outline.points.iter().map(position).collect::<Result<_>>()?;
    let geometry = match kind {
        MapLayerKind::Road => json!({ "type": "LineString", "coordinates": line }),
        MapLayerKind::Boundary | MapLayerKind::Water | MapLayerKind::Park => {
            json!({ "type": "Polygon", "coordinates": [line] })
        }
    };
    Ok(json!({ "type": "Feature", "properties": { "name": outline.name }, "geometry": geometry }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_has_a_boundary_roads_and_water() {
        let layers = demo_layers(&Crs::parse(city::CRS).unwrap()).unwrap();
        let found: Vec<(&str, bool)> =
            layers.iter().map(|layer| (layer.name.as_str(), layer.file.vertices < 10_000)).collect();
        assert_eq!(found, [("City limits", true), ("Main roads", true), ("Rivers and lakes", true)]);
    }
}
