//! Outages of the feed.

use crate::lightning_fixture::LightningFixture;
use serde_json::json;
use stormwire_testkit::on_both_databases;

on_both_databases! {
    async fn a_time_without_a_healthy_record_is_an_outage(db: &TestDb) {
        let lightning = LightningFixture::new(db);
        let all = lightning.json("/outages").await;
        assert_eq!(all["outages"], json!([{ "from": "2026-05-01T04:00:00Z", "to": "2026-05-01T12:00:00Z" }]), "no record");
        for (healthy, from, until) in [(true, "03:00", "09:00"), (false, "09:00", "09:30"), (true, "09:30", "11:59")] {
            lightning.execute(&format!(
                "insert into it.FeedPeriod (Healthy, FromAt, UntilAt) \
                 values ({healthy}, '2026-05-01T{from}:30.000000Z', '2026-05-01T{until}:30.000000Z')"
            )).await;
        }
        let all = lightning.json("/outages").await;
        assert_eq!(all["outages"], json!([{ "from": "2026-05-01T09:00:30Z", "to": "2026-05-01T09:30:30Z" }]));
        let some = lightning.json("/outages?since=2026-05-01T09:10:00Z&asOf=2026-05-01T09:20:00Z").await;
        assert_eq!(some, json!({
            "since": "2026-05-01T09:10:00Z", "asOf": "2026-05-01T09:20:00Z",
            "outages": [{ "from": "2026-05-01T09:10:00Z", "to": "2026-05-01T09:20:00Z" }],
        }));
        for query in ["?since=2026-05-01T13:00:00Z", "?asOf=2026-05-02T12:00:00Z", "?limit=1", "?since=x"] {
            assert_eq!(lightning.get(&format!("/outages{query}")).await.status.as_u16(), 400, "{query}");
        }
    }
}
