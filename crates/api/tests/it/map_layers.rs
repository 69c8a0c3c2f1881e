//! Map layers: import, the public document, removal.

use crate::admin_client::AdminClient;
use crate::http::{get, send_request};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use stormwire_testkit::{TestDb, on_both_databases};

fn line(coordinates: &Value) -> String {
    let geometry = json!({ "type": "LineString", "coordinates": coordinates });
    let feature = json!({ "type": "Feature", "properties": { "NAME": "Flint", "ID": 7 }, "geometry": geometry });
    json!({ "type": "FeatureCollection", "features": [feature] }).to_string()
}

fn river() -> Value {
    let text = line(&json!([[-86.6, 34.7], [-86.55, 34.7], [-86.5, 34.7]]));
    json!({ "name": "Rivers", "kind": "water", "text": text })
}

on_both_databases! {
    async fn an_imported_layer_is_on_the_public_map(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        assert_eq!(get(&client.router, "/map-layers").await.expect(200), json!({ "layers": [] }));
        let imported = client.send("POST", "/map-layer", river()).await.expect(200);
        assert_eq!((&imported["verticesRead"], &imported["layer"]["vertices"]), (&json!(3), &json!(2)));
        let geometry = json!({ "type": "MultiLineString", "coordinates": [[[-86.6, 34.7], [-86.5, 34.7]]] });
        let feature = json!({ "type": "Feature", "properties": { "name": "Flint" }, "geometry": geometry });
        let drawn = get(&client.router, "/map-layers").await;
        assert_eq!(drawn.expect(200), json!({ "layers": [
            { "name": "Rivers", "kind": "water", "geojson": { "type": "FeatureCollection", "features": [feature] } },
        ] }));
        assert_eq!(drawn.header("access-control-allow-origin"), "*");
        let listed = client.get("/map-layer").await.expect(200);
        assert_eq!(listed, json!([imported["layer"]]));
        assert_eq!((&listed[0]["features"], &listed[0]["kind"]), (&json!(1), &json!("water")));
    }

    async fn importing_a_name_again_replaces_the_layer(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let first = client.send("POST", "/map-layer", river()).await.expect(200);
        let before = get(&client.router, "/map-layers").await;
        let text = line(&json!([[-86.6, 34.7], [-86.5, 34.9]]));
        let second = client.send("POST", "/map-layer", json!({ "name": "Rivers", "kind": "road", "text": text })).await.expect(200);
        assert_eq!(second["layer"]["id"], first["layer"]["id"]);
        let after = get(&client.router, "/map-layers").await;
        assert_ne!(before.header("etag"), after.header("etag"), "the cached document is replaced");
        assert_eq!(after.json()["layers"].as_array().unwrap().len(), 1);
        assert_eq!(after.json()["layers"][0]["kind"], "road");
        assert_eq!(db.count("select count(*) from organization.Audit where Action = 'import' and Resource = 'map-layer'").await, 2);
        let audit = client.get("/audit").await.expect(200);
        assert!(audit.to_string().contains("imported map layer \\\"Rivers\\\""), "{audit}");
    }

    async fn a_removed_layer_is_gone(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.send("POST", "/map-layer", river()).await.expect(200)["layer"]["id"].clone();
        client.send("DELETE", &format!("/map-layer/{id}"), Value::Null).await.expect(204);
        assert_eq!(get(&client.router, "/map-layers").await.expect(200), json!({ "layers": [] }));
        client.send("DELETE", &format!("/map-layer/{id}"), Value::Null).await.expect(404);
        assert_eq!(db.count("select count(*) from organization.Audit where Action = 'delete' and Resource = 'map-layer'").await, 1);
    }

    async fn invalid_layers_name_the_field_and_change_nothing(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (name, kind, text, field, detail) in [
            (" ", "water", line(&json!([[1, 2], [1, 3]])), "name", "1 to 100 visible characters"),
            ("Rivers", "forest", line(&json!([[1, 2], [1, 3]])), "kind", "forest"),
            ("Rivers", "water", "{}".to_owned(), "text", "not a GeoJSON FeatureCollection"),
            ("Rivers", "water", line(&json!([[427_000, 1], [1, 3]])), "text", "feature 1 (\"Flint\"): longitude 427000"),
        ] {
            let body = json!({ "name": name, "kind": kind, "text": text });
            let problem = client.send("POST", "/map-layer", body).await.expect(400);
            assert_eq!(problem["errors"][0]["field"], field, "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains(detail), "{problem}");
        }
        assert_eq!(client.get("/map-layer").await.expect(200), json!([]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_document_is_sent_compressed() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let zigzag: Vec<Value> =
        (0..2_000).map(|index| json!([f64::from(index) / 1e3, f64::from(index % 2) / 10.0])).collect();
    let body = json!({ "name": "Roads", "kind": "road", "text": line(&json!(zigzag)) });
    assert_eq!(client.send("POST", "/map-layer", body).await.expect(200)["layer"]["vertices"], 2_000);
    let plain = get(&client.router, "/map-layers").await;
    let request = Request::get("/map-layers").header("accept-encoding", "br").body(Body::empty()).unwrap();
    let compressed = send_request(&client.router, request).await;
    assert_eq!(compressed.header("content-encoding"), "br");
    assert!(compressed.body.len() < plain.body.len() / 3, "{} of {}", compressed.body.len(), plain.body.len());
    db.end().await;
}
