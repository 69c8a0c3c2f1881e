//! Aerial tiles: the list, covering and viewport, on both databases.

use crate::http::{TestResponse, get, send};
use crate::test_app::{app, parts};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_api::AppParts;
use stormwire_city::facilities::CityMap;
use stormwire_city::tiles::{MediaBase, TileFields, Tiles, register};
use stormwire_clock::Clock;
use stormwire_geo::Crs;
use stormwire_geo::tiles::{Level, Rect, TileFootprint};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::{TestDb, on_both_databases};

/// A corner of the city, in feet.
const X: f64 = 429_981.867_506;
const Y: f64 = 1_539_962.513_119;

fn tile(slug: &str, year: i32, level: Level, [x, y, width, height]: [f64; 4]) -> TileFields {
    TileFields {
        slug: slug.into(),
        year,
        footprint: TileFootprint { level, rect: Rect::new(x, y, x + width, y + height).unwrap() },
        pixel_width: 100,
        pixel_height: 100,
        image_path: format!("media/aerial/{slug}-{year}.jpg"),
    }
}

/// A square of tiles from the corner on, `edge` feet each, row by row from the south.
fn grid(level: Level, count: u16, edge: f64) -> Vec<TileFields> {
    let each = |row: u16, column: u16| {
        let (x, y) = (X + f64::from(column) * edge, Y + f64::from(row) * edge);
        tile(&format!("{level}-{row}-{column}"), 2024, level, [x, y, edge, edge])
    };
    (0..count).flat_map(|row| (0..count).map(move |column| each(row, column))).collect()
}

/// 81 fine tiles, 9 of the next level, one above.
fn pyramid() -> Vec<TileFields> {
    [grid(Level::L01, 9, 75.0), grid(Level::L02, 3, 225.0), grid(Level::L05, 1, 675.0)].concat()
}

async fn serve(db: &TestDb, tiles: Vec<TileFields>) -> Router {
    register(&db.store, tiles, Actor::command_line(), db.clock.now()).await.unwrap();
    stormwire_api::router(app(db, Heartbeat::default()))
}

fn slugs(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|tile| tile["slug"].as_str().unwrap()).collect()
}

/// The fields that a rejection names.
fn rejected_fields(response: &TestResponse) -> Vec<String> {
    assert_eq!(response.status.as_u16(), 400, "{}", String::from_utf8_lossy(&response.body));
    let problem = response.problem();
    problem["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap().into()).collect()
}

async fn viewport(router: &Router, [x, y, width, height, px]: [f64; 5]) -> Value {
    let path = format!("/aerial-tiles/viewport?x={x}&y={y}&widthFt={width}&heightFt={height}&px={px}");
    let response = get(router, &path).await;
    assert_eq!(response.status.as_u16(), 200, "{}", String::from_utf8_lossy(&response.body));
    response.json()
}

on_both_databases! {
    async fn tiles_have_the_documented_fields(db: &TestDb) {
        let router = serve(db, vec![tile("old town", 2024, Level::L02, [X, Y, 225.0, 225.0])]).await;
        let list = get(&router, "/aerial-tiles").await.json();
        let found = &list["items"][0];
        let expected = json!({
            "id": found["id"], "slug": "old town", "year": 2024, "level": "L02",
            "minX": X, "minY": Y, "maxX": X + 225.0, "maxY": Y + 225.0,
            "pixelWidth": 100, "pixelHeight": 100, "feetPerPixel": 2.25,
            "imageUrl": "/media/aerial/old%20town-2024.jpg",
        });
        assert_eq!(list, json!({ "items": [expected], "nextCursor": null }));
        let path = format!("/aerial-tiles/{}", found["id"]);
        assert_eq!(get(&router, &path).await.json(), expected, "one is shown as in the list, to the last bit");
        for id in ["999", "0", "x"] {
            let response = get(&router, &format!("/aerial-tiles/{id}")).await;
            assert_eq!(response.status.as_u16(), 404, "{id}");
            response.problem();
        }
    }

    async fn paging_returns_every_tile_once(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        let (mut seen, mut path) = (Vec::new(), "/aerial-tiles?limit=13".to_owned());
        loop {
            let page = get(&router, &path).await.json();
            let items = page["items"].as_array().unwrap();
            assert!(items.len() == 13 || page["nextCursor"].is_null(), "only the last page is short");
            assert!(!items.is_empty(), "no page is empty");
            seen.extend(items.iter().map(|tile| tile["id"].as_i64().unwrap()));
            let Some(cursor) = page["nextCursor"].as_str() else { break };
            path = format!("/aerial-tiles?limit=13&cursor={cursor}");
        }
        assert_eq!(seen.len(), 91);
        assert!(seen.is_sorted_by(|one, next| one < next));
        let exact = get(&router, "/aerial-tiles?limit=91").await.json();
        assert_eq!((exact["items"].as_array().unwrap().len(), &exact["nextCursor"]), (91, &Value::Null));
        assert_eq!(get(&router, "/aerial-tiles?limit=1000").await.json(), exact);
        assert_eq!(slugs(&get(&router, "/aerial-tiles?level=L05").await.json()["items"]), ["L05-0-0"]);
        assert_eq!(slugs(&get(&router, "/aerial-tiles?level=L02&year=2024").await.json()["items"]).len(), 9);
        assert_eq!(get(&router, "/aerial-tiles?year=1999").await.json(), json!({ "items": [], "nextCursor": null }));
    }

    async fn list_defaults_to_100_tiles_of_all_years(db: &TestDb) {
        let many = (0..130).map(|number| tile(&format!("t{number}"), 2000 + number % 3, Level::L01, [X, Y, 75.0, 75.0]));
        let router = serve(db, many.collect()).await;
        let page = get(&router, "/aerial-tiles").await.json();
        assert_eq!(slugs(&page["items"]).len(), 100);
        assert!(page["nextCursor"].is_string());
        assert_eq!(slugs(&get(&router, "/aerial-tiles?year=2001&limit=1000").await.json()["items"]).len(), 43);
    }

    async fn covering_lists_finest_tiles_first(db: &TestDb) {
        // Stored coarsest first, so that the order of ids is the opposite.
        let router = serve(db, pyramid().into_iter().rev().collect()).await;
        let (x, y) = (X + 100.0, Y + 10.0);
        let found = get(&router, &format!("/aerial-tiles/covering?x={x}&y={y}")).await.json();
        assert_eq!(slugs(&found["tiles"]), ["L01-0-1", "L02-0-0", "L05-0-0"]);
        let at = Crs::parse("ESRI:102629").unwrap()
            .to_degrees(stormwire_geo::FeetPoint::new(x, y).unwrap()).unwrap();
        let degrees = format!("/aerial-tiles/covering?lat={}&lng={}", at.lat(), at.lon());
        assert_eq!(get(&router, &degrees).await.json(), found, "degrees and feet lead to the same tiles");
        for outside in ["x=0&y=0", "x=1e300&y=-1e300", "lat=0&lng=100", "lat=90&lng=0", "lat=-34.7&lng=93.4"] {
            let response = get(&router, &format!("/aerial-tiles/covering?{outside}")).await;
            assert_eq!((response.status.as_u16(), response.json()), (200, json!({ "tiles": [] })), "{outside}");
        }
    }

    async fn covering_requires_exactly_one_pair(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        for (query, fields) in [
            ("", vec!["lat", "lng", "x", "y"]),
            ("?lat=34.7", vec!["lng"]),
            ("?lng=-86.5", vec!["lat"]),
            ("?x=1", vec!["y"]),
            ("?y=1", vec!["x"]),
            ("?lat=34.7&lng=-86.5&x=1&y=1", vec!["lat", "lng", "x", "y"]),
            ("?lat=34.7&y=1", vec!["lat", "y"]),
            ("?lat=34.7&lng=-86.5&x=1", vec!["lat", "lng", "x"]),
            ("?lat=NaN&lng=-86.5", vec!["lat"]),
            ("?lat=91&lng=-86.5", vec!["lat"]),
            ("?lat=34.7&lng=181", vec!["lng"]),
            ("?lat=34.7&lng=", vec!["lng"]),
            ("?x=inf&y=1", vec!["x"]),
            ("?x=1&y=-Infinity", vec!["y"]),
            ("?x=1&y=north", vec!["y"]),
            ("?x=1&y=1&year=24x", vec!["year"]),
            ("?x=1&y=1&year=0", vec!["year"]),
            ("?x=1&y=1&z=1", vec!["z"]),
            ("?x=1&y=1&x=2", vec!["x"]),
        ] {
            assert_eq!(rejected_fields(&get(&router, &format!("/aerial-tiles/covering{query}")).await), fields, "{query}");
        }
    }

    async fn viewport_uses_the_coarsest_sharp_level(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        for (width, px, level, feet) in [
            (75.0, 100.0, "L01", 0.75),
            (224.9, 100.0, "L01", 0.75),
            (225.0, 100.0, "L02", 2.25),
            (675.0, 100.0, "L02", 2.25),
            (6_074.0, 100.0, "L02", 2.25),
            (6_075.0, 100.0, "L05", 60.75),
            (10.0, 100.0, "L01", 0.75),
            (1e9, 1.0, "L05", 60.75),
        ] {
            let shown = viewport(&router, [X, Y, width, 50.0, px]).await;
            assert_eq!((shown["level"].as_str(), shown["feetPerPixel"].as_f64()), (Some(level), Some(feet)), "{width}");
            assert!(shown["tiles"].as_array().unwrap().iter().all(|tile| tile["level"] == level));
        }
    }

    async fn viewport_lists_overlapping_tiles(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        let inside = viewport(&router, [X + 10.0, Y + 10.0, 50.0, 50.0, 1_000.0]).await;
        assert_eq!(slugs(&inside["tiles"]), ["L01-0-0"]);
        let exact = viewport(&router, [X + 75.0, Y + 75.0, 75.0, 75.0, 1_000.0]).await;
        assert_eq!(slugs(&exact["tiles"]), ["L01-1-1"], "a shared edge does not count");
        let across = viewport(&router, [X + 70.0, Y + 10.0, 10.0, 10.0, 1_000.0]).await;
        assert_eq!(slugs(&across["tiles"]), ["L01-0-0", "L01-0-1"], "in the order of their ids");
        let outside = viewport(&router, [X - 75.0, Y, 75.0, 75.0, 1_000.0]).await;
        assert_eq!((&outside["level"], slugs(&outside["tiles"]).len()), (&json!("L01"), 0));
        let far = viewport(&router, [1e300, -1e300, 1_000.0, 1_000.0, 1_000.0]).await;
        assert_eq!((&far["level"], slugs(&far["tiles"]).len()), (&json!("L01"), 0));
    }

    async fn viewport_uses_a_coarser_level_above_the_cap(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        let shown = viewport(&router, [X, Y, 675.0, 675.0, 100_000.0]).await;
        assert_eq!((shown["level"].as_str(), slugs(&shown["tiles"]).len()), (Some("L02"), 9), "81 are more than 64");
        let shown = viewport(&router, [X, Y, 599.0, 599.0, 100_000.0]).await;
        assert_eq!((shown["level"].as_str(), slugs(&shown["tiles"]).len()), (Some("L01"), 64), "64 are not");
    }

    async fn viewport_above_the_cap_at_every_level_is_cut_by_id(db: &TestDb) {
        let router = serve(db, grid(Level::L03, 9, 675.0)).await;
        let shown = viewport(&router, [X, Y, 1e6, 1e6, 10.0]).await;
        let ids: Vec<i64> = shown["tiles"].as_array().unwrap().iter().map(|tile| tile["id"].as_i64().unwrap()).collect();
        let all = get(&router, "/aerial-tiles?limit=64").await.json();
        let first: Vec<i64> = all["items"].as_array().unwrap().iter().map(|tile| tile["id"].as_i64().unwrap()).collect();
        assert_eq!((ids.len(), ids), (64, first));
    }

    async fn viewport_without_tiles_has_no_level(db: &TestDb) {
        let router = stormwire_api::router(app(db, Heartbeat::default()));
        let shown = viewport(&router, [X, Y, 10.0, 10.0, 10.0]).await;
        assert_eq!(shown, json!({ "level": null, "feetPerPixel": null, "tiles": [] }));
        assert_eq!(get(&router, "/aerial-tiles/covering?x=1&y=1").await.json(), json!({ "tiles": [] }));
    }

    async fn newest_year_of_a_slug_is_the_default(db: &TestDb) {
        let at = [X, Y, 75.0, 75.0];
        let tiles = [("a", 2021), ("a", 2024), ("a", 2019), ("b", 2021)];
        let router = serve(db, tiles.map(|(slug, year)| tile(slug, year, Level::L01, at)).to_vec()).await;
        let query = format!("x={}&y={}&widthFt=10&heightFt=10&px=100", X + 1.0, Y + 1.0);
        let point = format!("x={}&y={}", X + 1.0, Y + 1.0);
        for (year, expected) in [
            ("", vec![("a", 2024), ("b", 2021)]),
            ("&year=2021", vec![("a", 2021), ("b", 2021)]),
            ("&year=2019", vec![("a", 2019)]),
            ("&year=1900", vec![]),
        ] {
            for path in [format!("/aerial-tiles/viewport?{query}{year}"), format!("/aerial-tiles/covering?{point}{year}")] {
                let found = get(&router, &path).await.json();
                let found: Vec<(&str, i64)> = found["tiles"].as_array().unwrap().iter()
                    .map(|tile| (tile["slug"].as_str().unwrap(), tile["year"].as_i64().unwrap())).collect();
                assert_eq!(found, expected, "{path}");
            }
        }
    }

    async fn invalid_viewports_are_rejected_by_parameter(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        let good = [("x", "1"), ("y", "1"), ("widthFt", "10"), ("heightFt", "10"), ("px", "100")];
        let path_with = |name: &str, value: Option<&str>| {
            let each = good.iter().filter(|(other, _)| *other != name).map(|(name, value)| format!("{name}={value}"));
            let changed = value.map(|value| format!("{name}={value}"));
            format!("/aerial-tiles/viewport?{}", each.chain(changed).collect::<Vec<_>>().join("&"))
        };
        for (name, _) in good {
            assert_eq!(rejected_fields(&get(&router, &path_with(name, None)).await), [name], "missing");
            for bad in ["", "NaN", "inf", "-inf", "1e999", "ten", "1,5", "0x10"] {
                assert_eq!(rejected_fields(&get(&router, &path_with(name, Some(bad))).await), [name], "{bad:?}");
            }
        }
        for name in ["widthFt", "heightFt", "px"] {
            for bad in ["0", "-0", "-1", "0.0"] {
                assert_eq!(rejected_fields(&get(&router, &path_with(name, Some(bad))).await), [name], "{bad:?}");
            }
        }
        assert_eq!(rejected_fields(&get(&router, &path_with("year", Some("99999"))).await), ["year"]);
        let bare = get(&router, "/aerial-tiles/viewport").await;
        assert_eq!(rejected_fields(&bare), ["x", "y", "widthFt", "heightFt", "px"], "all missing parameters are reported");
        let bad = get(&router, "/aerial-tiles/viewport?x=1&y=south&widthFt=0&heightFt=1&px=1").await;
        assert_eq!(rejected_fields(&bad), ["y", "widthFt"]);
        let unknown = get(&router, "/aerial-tiles/covering?x=1&y=1&z=1").await.problem();
        let message = "unknown parameter; known are lat, lng, x, y, year";
        assert_eq!((&unknown["errors"][0]["message"], &unknown["detail"]), (&json!(message), &json!(format!("z: {message}"))));
        let limit = get(&router, "/aerial-tiles?limit=ten").await.problem();
        assert_eq!(limit["detail"], "limit: \"ten\" is not a valid integer");
        assert_eq!(rejected_fields(&get(&router, &path_with("width", Some("1"))).await), ["width"], "an unknown parameter");
    }

    async fn invalid_pages_are_rejected_by_parameter(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        for (query, field) in [
            ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=-1", "limit"), ("limit=ten", "limit"),
            ("cursor=x", "cursor"), ("cursor=0", "cursor"), ("cursor=", "cursor"), ("level=L08", "level"),
            ("level=l01", "level"), ("level=", "level"), ("year=x", "year"), ("year=1849", "year"), ("page=2", "page"),
        ] {
            assert_eq!(rejected_fields(&get(&router, &format!("/aerial-tiles?{query}")).await), [field], "{query}");
        }
    }

    async fn external_tile_changes_appear_in_the_next_response(db: &TestDb) {
        let router = serve(db, pyramid()).await;
        let count = async || slugs(&get(&router, "/aerial-tiles?limit=1000").await.json()["items"]).len();
        assert_eq!(count().await, 91);
        db.execute("delete from organization.AerialTile where Level = 'L01'").await;
        assert_eq!(count().await, 10);
        db.execute("update organization.AerialTile set Level = 'L03' where Level = 'L02'").await;
        assert_eq!(get(&router, "/aerial-tiles?level=L03").await.json()["items"].as_array().unwrap().len(), 9);
        db.execute(
            "insert into organization.AerialTile (Slug, Year, Level, MinX, MinY, MaxX, MaxY, PixelWidth, PixelHeight, ImagePath) \
             values ('new', 2025, 'L01', 0, 0, 75, 75, 100, 100, 'media/aerial/new-2025.jpg')",
        ).await;
        assert_eq!(count().await, 11);
        db.execute("delete from organization.AerialTile").await;
        assert_eq!(count().await, 0);
    }

    async fn replaced_images_get_a_new_url(db: &TestDb) {
        let fields = tile("a", 2024, Level::L01, [X, Y, 75.0, 75.0]);
        let router = serve(db, vec![fields.clone()]).await;
        let url = async || get(&router, "/aerial-tiles").await.json()["items"][0]["imageUrl"].clone();
        assert_eq!(url().await, "/media/aerial/a-2024.jpg");
        register(&db.store, vec![fields], Actor::command_line(), db.clock.now()).await.unwrap();
        assert_eq!(url().await, "/media/aerial/a-2024.jpg?v=2", "clients do not reuse the cached one");
    }

    async fn image_urls_use_the_configured_base(db: &TestDb) {
        register(&db.store, vec![tile("a", 2024, Level::L01, [X, Y, 75.0, 75.0])], Actor::command_line(), db.clock.now())
            .await.unwrap();
        for (base, expected) in [
            ("/media", "/media/aerial/a-2024.jpg"),
            ("/media/", "/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov/media/", "https://cdn.example.gov/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov", "https://cdn.example.gov/media/aerial/a-2024.jpg"),
        ] {
            let crs = Crs::parse("ESRI:102629").unwrap();
            let places = Arc::new(CityMap::new(crs, None));
            let tiles = Tiles::new(db.store.clone(), places, MediaBase::new(base), 64);
            let parts = AppParts { tiles, ..parts(db, Heartbeat::default()) };
            let router = stormwire_api::router(parts.into());
            let found = get(&router, "/aerial-tiles").await.json();
            assert_eq!(found["items"][0]["imageUrl"], expected, "{base}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_are_cross_origin_and_read_only() {
    let db = TestDb::sqlite().await;
    let router = serve(&db, pyramid()).await;
    for path in ["/aerial-tiles", "/aerial-tiles/1", "/aerial-tiles/999", "/aerial-tiles/viewport", "/aerial-tiles?x=1"]
    {
        let response = get(&router, path).await;
        assert_eq!(response.header("access-control-allow-origin"), "*", "{path}");
    }
    let preflight = Request::options("/aerial-tiles/viewport")
        .header("origin", "https://elsewhere.test")
        .header("access-control-request-method", "GET");
    let response = crate::http::send_request(&router, preflight.body(Body::empty()).unwrap()).await;
    assert_eq!((response.status.as_u16(), response.header("access-control-allow-origin")), (204, "*"));
    for method in ["POST", "PUT", "DELETE"] {
        assert_eq!(send(&router, method, "/aerial-tiles", "", Some(json!({}))).await.status.as_u16(), 405, "{method}");
    }
    db.end().await;
}
