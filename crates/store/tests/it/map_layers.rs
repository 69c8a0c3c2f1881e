//! Rows of map layers.

use futures_util::FutureExt;
use jiff::Timestamp;
use stormwire_store::tables::map_layer::{self, MapLayer, MapLayerFields, MapLayerKind};
use stormwire_store::{MapLayerId, Schema, StoreError};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

const GEOJSON: &str = r#"{"type":"FeatureCollection","features":[]}"#;

fn rivers() -> MapLayerFields {
    MapLayerFields {
        name: "Rivers".into(),
        kind: MapLayerKind::Water,
        features: 2,
        vertices: 40,
        geojson: GEOJSON.into(),
    }
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

async fn put(db: &TestDb, fields: MapLayerFields, now: Timestamp) -> Result<(), StoreError> {
    let unit = db
        .store
        .write(Schema::Organization, move |conn| async move { map_layer::put(conn, &fields, now).await }.boxed());
    unit.await
}

async fn list(db: &TestDb) -> Vec<MapLayer> {
    map_layer::list(&mut db.store.reader().await.unwrap()).await.unwrap()
}

on_both_databases! {
    async fn a_second_import_replaces_the_layer_of_that_name(db: &TestDb) {
        let (first, second) = (at("2026-05-01T12:00:00Z"), at("2026-05-02T12:00:00.25Z"));
        put(db, rivers(), first).await.unwrap();
        let stored = list(db).await;
        let id = stored[0].id;
        let expected = MapLayer {
            id, name: "Rivers".into(), kind: MapLayerKind::Water, features: 2, vertices: 40, revision: 1, updated_at: first,
        };
        assert_eq!(stored, std::slice::from_ref(&expected));
        put(db, MapLayerFields { kind: MapLayerKind::Park, vertices: 9, ..rivers() }, second).await.unwrap();
        let replaced = MapLayer { kind: MapLayerKind::Park, vertices: 9, revision: 2, updated_at: second, ..expected };
        assert_eq!(list(db).await, [replaced]);
    }

    async fn contents_are_read_as_written_and_by_name(db: &TestDb) {
        let now = at("2026-05-01T12:00:00Z");
        put(db, rivers(), now).await.unwrap();
        put(db, MapLayerFields { name: "Limits".into(), kind: MapLayerKind::Boundary, ..rivers() }, now).await.unwrap();
        let contents = map_layer::contents(&mut db.store.reader().await.unwrap()).await.unwrap();
        let found: Vec<_> = contents.iter().map(|one| (one.name.as_str(), one.kind, one.geojson.as_str())).collect();
        assert_eq!(found, [("Limits", MapLayerKind::Boundary, GEOJSON), ("Rivers", MapLayerKind::Water, GEOJSON)]);
    }

    async fn the_id_of_a_deleted_layer_is_not_used_again(db: &TestDb) {
        let now = at("2026-05-01T12:00:00Z");
        put(db, rivers(), now).await.unwrap();
        let id: MapLayerId = list(db).await[0].id;
        let delete = db.store.write(Schema::Organization, move |conn| {
            async move { map_layer::delete(conn, id).await }.boxed()
        });
        delete.await.unwrap();
        assert!(list(db).await.is_empty());
        put(db, rivers(), now).await.unwrap();
        assert!(list(db).await[0].id > id);
    }

    async fn the_database_rejects_unknown_kinds_and_text_that_is_not_json(db: &TestDb) {
        put(db, rivers(), at("2026-05-01T12:00:00Z")).await.unwrap();
        let mut conn = DirectConnection::connect(&db.database).await;
        for change in ["Kind = 'forest'", "GeoJson = 'x'", "Features = 0", "Name = ''"] {
            assert!(conn.execute(&format!("update organization.MapLayer set {change}")).await.is_err(), "{change}");
        }
    }
}
