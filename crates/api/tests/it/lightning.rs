//! The lightning routes: responses, windows, filters and rejected parameters.

use crate::lightning_fixture::{CLOUD, GROUND, LightningFixture};
use serde_json::{Value, json};
use stormwire_testkit::{TestDb, on_both_databases};

/// The pool, and positions about 3.4 and 13.8 miles north of it.
const POOL: (f64, f64) = (34.7304, -86.5861);
const NEAR: (f64, f64) = (34.7804, -86.5861);
const FAR: (f64, f64) = (34.9304, -86.5861);

fn ids(list: &Value) -> Vec<i64> {
    list["strikes"].as_array().unwrap().iter().map(|strike| strike["id"].as_i64().unwrap()).collect()
}

on_both_databases! {
    async fn strikes_are_ordered_by_time_then_id(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.strike(9, "11:50:00.000000", NEAR, CLOUD).await;
        fixture.strike(4, "11:59:00.250000", NEAR, GROUND).await;
        fixture.strike(3, "11:59:00.250000", FAR, CLOUD).await;
        let list = fixture.json("").await;
        assert_eq!(ids(&list), [9, 3, 4]);
        assert_eq!(list["strikes"][2], json!({
            "id": 4, "name": "ALERT", "timestamp": "2026-05-01T11:59:00.25Z", "type": GROUND, "kind": "ground",
            "latitude": NEAR.0, "longitude": NEAR.1,
        }));
        assert_eq!(list["asOf"], "2026-05-01T12:00:00Z");
        assert_eq!((&list["since"], &list["count"], &list["truncated"]), (&json!("2026-05-01T04:00:00Z"), &json!(3), &json!(false)));
    }

    async fn strike_filters_include_their_bounds(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.strike(1, "03:59:59.999999", POOL, CLOUD).await;
        fixture.strike(2, "04:00:00.000000", POOL, CLOUD).await;
        fixture.strike(3, "11:00:00.000000", NEAR, GROUND).await;
        fixture.strike(4, "12:00:00.000000", FAR, CLOUD).await;
        fixture.strike(5, "12:00:00.000001", POOL, CLOUD).await;
        for (query, expected) in [
            ("", vec![2, 3, 4]),
            ("?since=2026-05-01T11:00:00Z", vec![3, 4]),
            ("?since=2026-05-01T11:00:00.000001Z", vec![4]),
            ("?asOf=2026-05-01T12:00:30Z", vec![3, 4, 5]),
            ("?asOf=2026-05-01T11:59:59Z", vec![1, 2, 3]),
            ("?since=2026-05-01T00:00:00Z&asOf=2026-05-01T04:00:00Z", vec![1, 2]),
            ("?since=2026-05-01T00:00:00", vec![1, 2, 3, 4]),
            ("?since=2026-05-01T00:00:00Z&type=ground", vec![3]),
            ("?type=cloud", vec![2, 4]),
            ("?type=Cloud%20Stroke%20Lightning", vec![2, 4]),
            ("?bbox=-86.5861,34.7304,-86.5861,34.7804", vec![2, 3]),
            ("?since=2026-05-01T00:00:00Z&bbox=-86.5861,34.7304,-86.5861,34.7804", vec![1, 2, 3]),
            ("?bbox=-180,-90,180,90", vec![2, 3, 4]),
            ("?bbox=-86.5,34.7304,-86,35", vec![]),
            ("?asOf=0000-01-01T00:00:00Z", vec![]),
        ] {
            assert_eq!(ids(&fixture.json(query).await), expected, "{query}");
        }
    }

    async fn every_strike_has_a_kind_and_type_filters_by_it(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        let strikes = [
            ("Cloud-to-Ground", "ground"),
            ("Intra-Cloud", "cloud"),
            ("Flash", "unknown"),
            ("CG", "ground"),
            ("in-cloud", "cloud"),
            ("ACCESS", "unknown"),
            ("IC", "cloud"),
        ];
        for (id, (kind, _)) in (1..).zip(strikes) {
            fixture.strike(id, &format!("11:0{id}:00.000000"), NEAR, kind).await;
        }
        // From memory, and from the database, because memory reaches back eight hours.
        for since in ["since=2026-05-01T11:00:00Z", "since=2026-04-01T00:00:00Z"] {
            let all = fixture.json(&format!("?{since}")).await;
            let kinds: Vec<_> = all["strikes"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
            assert_eq!(kinds, strikes.map(|(_, kind)| kind));
            for (filter, expected, truncated) in [
                ("type=ground", vec![1, 4], false),
                ("type=cloud", vec![2, 5, 7], false),
                ("type=Unknown", vec![3, 6], false),
                ("type=cg", vec![4], false),
                ("type=intra-cloud", vec![2], false),
                ("type=Cloud%20Stroke%20Lightning", vec![], false),
                ("type=ground&limit=1", vec![4], true),
                ("type=ground&limit=2", vec![1, 4], false),
                ("type=cloud&limit=2", vec![5, 7], true),
                ("type=unknown&limit=1", vec![6], true),
            ] {
                let list = fixture.json(&format!("?{since}&{filter}")).await;
                assert_eq!((ids(&list), &list["truncated"]), (expected, &json!(truncated)), "{since} {filter}");
            }
        }
    }

    async fn limit_keeps_the_newest_strikes(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        for id in 1..=5 {
            fixture.strike(id, &format!("11:0{id}:00.000000"), NEAR, CLOUD).await;
        }
        for since in ["", "&since=2026-05-01T00:00:00Z"] {
            let list = fixture.json(&format!("?limit=3{since}")).await;
            assert_eq!((ids(&list), &list["count"], &list["truncated"]), (vec![3, 4, 5], &json!(3), &json!(true)));
            let all = fixture.json(&format!("?limit=5{since}")).await;
            assert_eq!((ids(&all).len(), &all["truncated"]), (5, &json!(false)));
        }
    }

    async fn status_summarizes_the_city(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        let empty = fixture.json("/status").await;
        assert_eq!(empty, json!({
            "asOf": "2026-05-01T12:00:00Z", "anyActive": false, "activeCount": 0, "clearingCount": 0, "facilityCount": 0,
            "unknownCount": 0, "highestThreat": null, "strikesInWindow": 0, "windowMinutes": 30,
            "feed": {"healthy": null, "reason": null, "reasonCodes": [], "lastCheckedAt": null, "lastStrikeAt": null, "canary": null},
        }));
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.facility(2, "Far away", Some((10.0, 10.0))).await;
        fixture.facility(3, "Nowhere", None).await;
        fixture.strike(1, "11:30:00.000000", NEAR, GROUND).await;
        fixture.strike(2, "11:29:59.999999", NEAR, GROUND).await;
        fixture.strike(3, "12:00:02.000000", NEAR, GROUND).await;
        fixture.advance_one_second();
        let calm = fixture.json("/status?asOf=2026-05-01T11:00:00Z").await;
        assert_eq!((&calm["anyActive"], &calm["highestThreat"]["proximity"]["status"]), (&json!(false), &json!("Clear")));
        assert_eq!(calm["feed"]["lastStrikeAt"], json!(null));
        let status = fixture.json("/status?asOf=2026-05-01T12:00:00Z").await;
        assert_eq!((&status["anyActive"], &status["activeCount"], &status["clearingCount"]), (&json!(true), &json!(1), &json!(0)));
        assert_eq!((&status["facilityCount"], &status["unknownCount"], &status["strikesInWindow"]), (&json!(2), &json!(1), &json!(1)));
        assert_eq!((&status["highestThreat"]["facilityId"], &status["highestThreat"]["name"]), (&json!(1), &json!("Pool")));
        assert_eq!(status["highestThreat"]["proximity"]["countInWindow"], 1);
        assert_eq!(status["feed"]["lastStrikeAt"], "2026-05-01T11:30:00Z");
    }

    async fn facilities_are_ordered_by_threat(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.facility(1, "Nowhere", None).await;
        fixture.facility(2, "Library", Some(FAR)).await;
        fixture.facility(3, "Pool", Some(POOL)).await;
        fixture.strike(7, "11:45:00.000000", NEAR, GROUND).await;
        fixture.strike(8, "11:50:00.000000", (34.5, -86.5861), CLOUD).await;
        let all = fixture.json("/facilities").await;
        assert_eq!(all["parameters"], json!({"radiusMiles": 8.0, "dangerMinutes": 30.0, "allClearMinutes": 30.0, "historyHours": 8.0}));
        assert_eq!(all["facilities"][0], json!({
            "facilityId": 3, "name": "Pool", "latLongPoint": {"lat": POOL.0, "lng": POOL.1},
            "proximity": {
                "status": "Active",
                "lastStrike": {"distanceMiles": 15.882, "ageMinutes": 10.0, "timestamp": "2026-05-01T11:50:00Z", "type": CLOUD, "kind": "cloud"},
                "closest": {"distanceMiles": 3.447, "timestamp": "2026-05-01T11:45:00Z", "type": GROUND, "kind": "ground"},
                "countInWindow": 1, "nearestInWindowMiles": 3.447, "allClearInMinutes": null, "clearAt": "2026-05-01T12:15:00Z",
                "policyId": 1, "rings": [],
            },
        }));
        let names: Vec<_> = all["facilities"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
        assert_eq!(names, ["Pool", "Library", "Nowhere"]);
        assert_eq!((&all["facilities"][2]["proximity"], &all["facilities"][2]["latLongPoint"]), (&json!(null), &json!(null)));
        let wide = fixture.json("/facilities?radiusMiles=500&dangerMinutes=12.5&allClearMinutes=45&historyHours=0.1").await;
        assert_eq!(wide["parameters"], json!({"radiusMiles": 500.0, "dangerMinutes": 12.5, "allClearMinutes": 45.0, "historyHours": 0.1}));
        assert_eq!(wide["facilities"][0]["proximity"]["closest"], json!(null));
        let clearing = fixture.json("/facilities?dangerMinutes=5&allClearMinutes=45").await;
        let block = &clearing["facilities"][0]["proximity"];
        assert_eq!((&block["status"], &block["allClearInMinutes"], &block["clearAt"]), (&json!("Clearing"), &json!(30.0), &json!("2026-05-01T12:30:00Z")));
    }

    async fn facility_and_point_have_the_same_proximity(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.facility(2, "Nowhere", None).await;
        fixture.strike(7, "11:45:00.000000", NEAR, GROUND).await;
        for numbers in ["", "radiusMiles=2&dangerMinutes=60&allClearMinutes=90&historyHours=24"] {
            let one = fixture.json(&format!("/facilities/1/proximity?{numbers}")).await;
            let point = fixture.json(&format!("/proximity?lat={}&lng={}&{numbers}", POOL.0, POOL.1)).await;
            let all = fixture.json(&format!("/facilities?{numbers}")).await;
            assert_eq!((&one["facilityId"], &one["name"]), (&json!(1), &json!("Pool")));
            assert!(point.get("facilityId").is_none() && point.get("name").is_none());
            assert_eq!((&one["proximity"], &one["parameters"]), (&point["proximity"], &point["parameters"]));
            assert_eq!(one["proximity"], all["facilities"][0]["proximity"]);
        }
        for (path, status) in [
            ("/facilities/2/proximity", 409),
            ("/facilities/99/proximity", 404),
            ("/facilities/x/proximity", 404),
            ("/facilities/0/proximity", 404),
        ] {
            let response = fixture.get(path).await;
            assert_eq!(response.status.as_u16(), status, "{path}");
            response.problem();
            assert_eq!(response.header("access-control-allow-origin"), "*");
        }
    }

    async fn last_strike_has_no_age_limit(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.execute(&format!(
            "insert into data.LightningStrike (Id, Name, Timestamp, Type, Latitude, Longitude) \
             values (1, 'ALERT', '2019-05-01T12:00:00.000000Z', '{CLOUD}', 34.7804, -86.5861)"
        )).await;
        for path in ["/facilities/1/proximity", "/facilities/1/proximity?historyHours=168", "/facilities/1/proximity?asOf=2025-01-01T00:00:00Z"] {
            let block = fixture.json(path).await["proximity"].clone();
            assert_eq!((&block["lastStrike"]["timestamp"], &block["closest"]), (&json!("2019-05-01T12:00:00Z"), &json!(null)), "{path}");
        }
        assert_eq!(fixture.json("/facilities/1/proximity?asOf=2019-05-01T11:59:59Z").await["proximity"]["lastStrike"], json!(null));
        assert_eq!(fixture.json("/facilities/1/proximity?asOf=2019-05-01T12:10:00Z").await["proximity"]["status"], "Active");
        assert_eq!(fixture.json("/status").await["feed"]["lastStrikeAt"], "2019-05-01T12:00:00Z");
    }

    async fn replay_with_as_of_repeats_the_live_response(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.strike(1, "11:58:00.000000", NEAR, GROUND).await;
        let then = fixture.json("/facilities").await;
        fixture.strike(2, "12:00:00.500000", POOL, GROUND).await;
        db.clock.advance(std::time::Duration::from_hours(20));
        fixture.json("/status").await;
        let replayed = fixture.json("/facilities?asOf=2026-05-01T12:00:00Z").await;
        assert_eq!((&replayed["facilities"], &replayed["asOf"]), (&then["facilities"], &then["asOf"]));
    }

    async fn external_commits_appear_within_a_second(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.facility(1, "Pool", Some(POOL)).await;
        assert_eq!(fixture.json("/status").await["activeCount"], 0);
        fixture.strike(1, "11:59:00.000000", NEAR, GROUND).await;
        fixture.advance_one_second();
        assert_eq!(fixture.json("/status").await["activeCount"], 1);
        fixture.execute("update data.LightningStrike set Latitude = 20").await;
        fixture.advance_one_second();
        assert_eq!(fixture.json("/status").await["activeCount"], 0, "a change");
        fixture.execute("update data.LightningStrike set Latitude = 34.7804").await;
        fixture.advance_one_second();
        assert_eq!(fixture.json("/status").await["activeCount"], 1);
        fixture.execute("delete from data.LightningStrike").await;
        fixture.facility(2, "Library", Some(NEAR)).await;
        fixture.advance_one_second();
        let status = fixture.json("/status").await;
        assert_eq!((&status["activeCount"], &status["facilityCount"]), (&json!(0), &json!(2)), "a removal, a facility");
    }

    async fn api_changes_appear_at_once(db: &TestDb) {
        use crate::http::send;
        use crate::test_app::create_token;
        let fixture = LightningFixture::new(db);
        let admin = create_token(&fixture.app, stormwire_store::tables::user::Role::Admin).await;
        assert_eq!(fixture.json("/status").await["unknownCount"], 0);
        let created = send(&fixture.router, "POST", "/facility", &admin, Some(json!({"name": "Pool"}))).await;
        assert_eq!(fixture.json("/status").await["unknownCount"], 1);
        let path = format!("/facility/{}", created.json()["id"]);
        send(&fixture.router, "PATCH", &path, &admin, Some(json!({"point": {"x": 429_981.867_506, "y": 1_539_962.513_119}}))).await;
        let status = fixture.json("/status").await;
        assert_eq!((&status["unknownCount"], &status["facilityCount"]), (&json!(0), &json!(1)));
        send(&fixture.router, "DELETE", &path, &admin, None).await;
        assert_eq!(fixture.json("/status").await["facilityCount"], 0);
    }
}

/// Invalid for every route that evaluates positions.
const INVALID_PARAMETERS: &[&str] = &[
    "radiusMiles=0",
    "radiusMiles=-1",
    "radiusMiles=500.1",
    "radiusMiles=1e300",
    "radiusMiles=NaN",
    "radiusMiles=inf",
    "radiusMiles=",
    "radiusMiles=eight",
    "dangerMinutes=0",
    "dangerMinutes=1440.5",
    "allClearMinutes=0",
    "allClearMinutes=1441",
    "historyHours=0",
    "historyHours=168.1",
    "asOf=yesterday",
    "asOf=",
    "asOf=9999-01-01T00:00:00Z",
    "asOf=2026-05-01T12:01:00.000001Z",
    "page=1",
    "bbox=1,2,3",
    "nonsense=1",
    "radiusmiles=3",
    "radiusMiles=8&radiusMiles=8",
];

/// Invalid requests and the parameter that is reported.
const INVALID_REQUESTS: &[(&str, &str)] = &[
    ("/status?radiusMiles=8", "radiusMiles"),
    ("/status?since=2026-05-01T00:00:00Z", "since"),
    ("/status?asOf=2026-02-30T00:00:00Z", "asOf"),
    ("?bbox=1,2,3", "bbox"),
    ("?bbox=1,2,3,", "bbox"),
    ("?bbox=170,0,-170,10", "bbox"),
    ("?bbox=0,10,1,5", "bbox"),
    ("?bbox=0,0,1,91", "bbox"),
    ("?bbox=NaN,0,1,1", "bbox"),
    ("?type=sky", "type"),
    ("?limit=0", "limit"),
    ("?limit=10001", "limit"),
    ("?limit=-1", "limit"),
    ("?limit=ten", "limit"),
    ("?since=2026-05-01T12:00:01Z", "since"),
    ("?since=2026-05-01T11:00:00Z&asOf=2026-05-01T10:00:00Z", "since"),
    ("?radiusMiles=8", "radiusMiles"),
    ("/proximity", "lat"),
    ("/proximity?lat=34", "lng"),
    ("/proximity?lat=91&lng=0", "lat"),
    ("/proximity?lat=0&lng=180.5", "lng"),
    ("/proximity?lat=NaN&lng=0", "lat"),
    ("/proximity?lat=&lng=0", "lat"),
    ("/proximity?lat=-86.5861&lng=34.7304", "lat"),
];

#[tokio::test(flavor = "multi_thread")]
async fn invalid_parameters_are_rejected_by_name() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    let mut cases: Vec<(String, &str)> =
        INVALID_REQUESTS.iter().map(|(path, name)| ((*path).to_owned(), *name)).collect();
    for path in ["/facilities?", "/facilities/1/proximity?", "/proximity?lat=34&lng=-86&"] {
        cases.extend(INVALID_PARAMETERS.iter().map(|bad| (format!("{path}{bad}"), bad.split('=').next().unwrap())));
    }
    for (path, name) in cases {
        let response = fixture.get(&path).await;
        assert_eq!(response.status.as_u16(), 400, "{path}");
        let problem = response.problem();
        let mut errors = problem["errors"].as_array().unwrap().iter();
        assert!(errors.any(|error| error["field"] == name), "{path}: {problem}");
        assert_eq!(response.header("access-control-allow-origin"), "*", "{path}");
    }
    for path in [
        "/facilities?asOf=2026-05-01T12:01:00Z",
        "/status?asOf=2026-05-01T12:00:00+00:00",
        "/status?asOf=0000-01-01T00:00:00Z",
        "/proximity?lat=90&lng=-180",
        "?asOf=2026-05-01T05:00:00-05:00",
    ] {
        assert_eq!(fixture.get(path).await.status.as_u16(), 200, "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strikes_at_the_pole_and_antipode_are_evaluated() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.strike(1, "11:59:00.000000", (90.0, 0.0), CLOUD).await;
    fixture.strike(2, "11:59:01.000000", (-34.7304, 93.4139), CLOUD).await;
    let block = fixture.json("/facilities/1/proximity").await["proximity"].clone();
    assert!((block["lastStrike"]["distanceMiles"].as_f64().unwrap() - 12_429.867).abs() < 0.001, "{block}");
    assert!((block["closest"]["distanceMiles"].as_f64().unwrap() - 3_825.957).abs() < 0.001, "{block}");
    assert_eq!(block["status"], "Clear");
    db.end().await;
}
