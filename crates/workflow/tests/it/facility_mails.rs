//! The workflow that replaces the forwarded vendor mail, from the vendor's mail to the mail of the list and the word that
//! it is over, through the emulated provider.

use crate::batch_threat::vincenty;
use crate::desk::{Asked, Desk, run};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_demo::storm::{AlertClass, EmailLayout, StrokeType, VendorStrike};
use stormwire_geo::LonLat;
use stormwire_store::WatcherId;
use stormwire_store::tables::action::{Action, ActionFields};
use stormwire_testkit::servers::MailServer;
use stormwire_testkit::service::{TestService, actor, wait_until, watcher_fields};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::repair::forwarding_comparison::ForwardedMail;
use stormwire_watcher::sample_text::Sample;
use stormwire_workflow::{Workflow, gallery};

const BOX: &str = "storm@example.gov";
const CREW: &str = "crew@example.gov";
/// Latitude and longitude; the last one has no anchor.
const PLACES: [(&str, Option<(f64, f64)>); 4] = [
    ("Alder <Pool>", Some((34.70, -86.60))),
    ("Birch Fields", Some((34.75, -86.65))),
    ("Far Library", Some((35.05, -86.60))),
    ("Nowhere", None),
];

struct City {
    service: TestService,
    watcher: WatcherId,
}

/// A watcher with the workflow, mailing through the provider, and a few facilities.
async fn city(db: &TestDb) -> City {
    let service = TestService::with_poll_interval(db, Duration::from_mins(5)).await;
    for mailbox in [BOX, CREW] {
        service.emulator.add_mailbox(mailbox).unwrap();
    }
    for (name, anchor) in PLACES {
        let anchor = anchor.map_or("null".into(), |(lat, lon)| format!("'SRID=4326;POINT({lon} {lat})'"));
        db.execute(&format!("insert into organization.Facility (Name, LatLongPoint) values ('{name}', {anchor})"))
            .await;
    }
    let job =
        service.watchers.admin().create(watcher_fields(BOX, service.credential), actor()).await.unwrap().watcher.id;
    let settings = json!({"Recipients": format!("Crew <{CREW}>")});
    let made = service
        .watchers
        .admin()
        .import_workflow(job, &workflow(), settings.as_object().unwrap(), actor())
        .await
        .unwrap();
    assert_eq!(made.len(), 5);
    let mut mail = fields(made.last().unwrap());
    mail.config["Op"]["Via"] = json!("Graph");
    mail.config["Op"]["From"] = json!(BOX);
    service.watchers.admin().update_action(job, made[4].id, mail, actor()).await.unwrap();
    service.watchers.admin().set_enabled(job, true, actor()).await.unwrap();
    service.wait_subscribed(job).await;
    City { service, watcher: job }
}

fn workflow() -> Workflow {
    gallery().remove(1)
}

fn fields(action: &Action) -> ActionFields {
    let Action { name, action_type, config, order, credential_id, is_phase_one, .. } = action.clone();
    ActionFields { name, action_type, config, order: Some(order), credential_id, is_phase_one }
}

fn bolt(at: Timestamp, (lat, lon): (f64, f64)) -> VendorStrike {
    let at = Timestamp::from_second(at.as_second()).unwrap();
    VendorStrike { at, position: LonLat::new(lon, lat).unwrap(), class: AlertClass::Alert, stroke: StrokeType::Ground }
}

impl City {
    /// The vendor reports strikes that struck a minute ago; gives the text.
    async fn report(&self, places: &[(f64, f64)]) -> String {
        let at = self.service.clock.now() - SignedDuration::from_mins(1);
        let bolts: Vec<VendorStrike> = places.iter().map(|place| bolt(at, *place)).collect();
        let letter = EmailLayout::Paragraphs.email(&bolts, &TimeZone::get("America/Chicago").unwrap());
        let before = self.service.logs().await.len();
        let message = json!({
            "subject": letter.subject, "from": {"emailAddress": {"address": "alerts@vendor.example"}},
            "body": {"contentType": "text", "content": letter.body},
        });
        self.service.emulator.deliver(BOX, "Inbox", message).unwrap();
        self.service.wait_processed(before + 1).await;
        letter.body
    }

    /// The mails that the crew got, oldest first.
    fn mails(&self) -> Vec<Value> {
        let mut mails = self.service.emulator.messages(CREW);
        mails.sort_by_key(|mail| mail["receivedDateTime"].to_string());
        mails
    }

    fn subjects(&self) -> Vec<String> {
        self.mails().iter().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
    }

    /// What the newest message came to.
    async fn ended(&self) -> (String, Option<String>) {
        let log = self.service.logs().await.remove(0);
        (log.phase_two_status.name().to_owned(), log.error_message)
    }

    /// Lets time pass, minute by minute and no faster than the mailbox is looked at, until something holds.
    async fn pass(&self, mut holds: impl FnMut() -> bool) {
        wait_until(async || {
            let state = self.service.watchers.admin().get(self.watcher).await.unwrap().watcher.state;
            let looked_at = state.last_checked_at.max(state.last_check_failed_at).unwrap();
            if self.service.clock.now().duration_since(looked_at) < SignedDuration::from_mins(6) {
                self.service.clock.advance(Duration::from_mins(1));
            }
            holds()
        })
        .await;
    }

    /// Lets so many minutes pass.
    async fn pass_minutes(&self, minutes: i64) {
        let end = self.service.clock.now() + SignedDuration::from_mins(minutes);
        self.pass(|| self.service.clock.now() >= end).await;
    }
}

/// The text of the cells of each row of the mail's table.
fn table(html: &str) -> Vec<Vec<String>> {
    let plain = |cell: &str| {
        let parts = cell.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let cells = |row: &str| {
        let row = row.split("</tr>").next().unwrap();
        row.split("<td").skip(1).map(|cell| plain(cell.split_once('>').unwrap().1)).collect()
    };
    html.split("<tr valign=\"top\">\n").skip(1).map(cells).collect()
}

/// A facility, if there is none yet, with a strike beside it now.
async fn strike_the_pool(db: &TestDb, desk: &Desk) {
    if db.count("select count(*) from organization.Facility").await == 0 {
        let pool =
            "insert into organization.Facility (Name, LatLongPoint) values ('Pool', 'SRID=4326;POINT(-86.6 34.7)')";
        db.execute(pool).await;
    }
    let at = format!("{:.6}", desk.clock.now());
    db.execute(&format!(
        "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '{at}', 'Ground', 34.7, -86.6)"
    ))
    .await;
}

/// A mail that is held back when nothing changes, with a mail at the end.
fn quiet(to: &Value) -> Value {
    json!({
        "Op": {"Action": "Send", "To": to, "Subject": "S", "Text": "T"},
        "Quiet": {"Minutes": "$.Every", "AllClear": {"Subject": "Over", "Text": "Over"}},
    })
}

on_both_databases! {
    async fn the_list_is_told_per_facility_spared_told_of_changes_and_told_of_the_end(db: &TestDb) {
        let city = city(db).await;
        let strikes = [(34.71, -86.61), (34.72, -86.58), (34.60, -86.40)];
        city.report(&strikes).await;
        assert_eq!(city.ended().await, ("Success".into(), None));
        let mails = city.mails();
        assert_eq!(mails.len(), 1);
        assert!(mails[0]["subject"].as_str().unwrap().starts_with("Lightning: 2 of 4 facilities active, "), "{}", mails[0]["subject"]);
        let html = mails[0]["body"]["content"].as_str().unwrap();
        let rows = table(html);
        let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(names, ["Alder &lt;Pool&gt;", "Birch Fields", "Far Library", "Nowhere"], "by threat\n{html}");
        for (row, (name, anchor)) in rows.iter().zip(PLACES) {
            let Some(anchor) = anchor else {
                assert!(row[1].contains("Unknown") && row[2] == "no position on file" && row[3] == "?", "{row:?}");
                continue;
            };
            let miles: Vec<f64> = strikes.iter().map(|strike| vincenty(anchor, *strike) / 1_609.344).collect();
            let closest = miles.iter().copied().fold(f64::INFINITY, f64::min);
            let near = miles.iter().filter(|miles| **miles <= 8.0).count();
            assert!(row[2].starts_with(&format!("{closest:.1} mi at ")) && row[2].ends_with(" Ground"), "{name}: {row:?} {closest}");
            assert_eq!(row[3], near.to_string(), "{name}");
            assert!(row[1].contains(if near > 0 { "Active" } else { "Clear" }), "{name}: {row:?}");
        }
        assert!(html.contains("href=\"http:&#x2f;&#x2f;127.0.0.1:"), "the storm view is linked: {html}");
        assert!(!html.contains("<Pool>"), "a facility's name is text");
        assert!(!html.contains("feed may be down"), "{html}");

        // The same again: nothing has changed.
        city.report(&[(34.715, -86.605)]).await;
        assert_eq!((city.ended().await.0.as_str(), city.mails().len()), ("Success", 1));
        let held = "select count(*) from it.WorkflowStep where ActionType = 'Email' and Status = 'Success' and Result like 'held: no status has changed%'";
        assert_eq!(db.count(held).await, 1);

        // A facility turns Active.
        city.report(&[(35.04, -86.61)]).await;
        assert_eq!(city.mails().len(), 2);
        assert!(city.subjects()[1].starts_with("Lightning: 3 of 4"), "{:?}", city.subjects());

        // It is over, and nobody sends a message about that.
        city.pass(|| city.mails().len() > 2).await;
        let subjects = city.subjects();
        assert!(subjects.len() == 3 && subjects[2].starts_with("Lightning: all clear, "), "{subjects:?}");
        let end = city.mails()[2]["body"]["content"].as_str().unwrap().to_owned();
        assert!(end.contains("All 3 evaluated facilities are clear") && end.contains("not known to be clear:</b> Nowhere."), "{end}");
        city.pass_minutes(20).await;
        assert_eq!(city.mails().len(), 3, "once");
        let list = "select count(*) from it.Queue where Kind = 'AllClear'";
        wait_until(async || db.count(list).await == 0).await;
    }

    async fn the_end_is_not_told_while_nobody_can_know_it(db: &TestDb) {
        let city = city(db).await;
        city.report(&[(34.71, -86.61)]).await;
        assert_eq!(city.mails().len(), 1);
        city.service.emulator.set_access_denied(BOX, true);
        city.pass_minutes(60).await;
        assert_eq!(city.mails().len(), 1, "the mailbox cannot be looked at");
        city.service.emulator.set_access_denied(BOX, false);
        city.pass(|| city.mails().len() == 2).await;
        assert!(city.subjects()[1].contains("all clear"));
    }

    async fn the_mail_says_when_strikes_may_be_missing(db: &TestDb) {
        let city = city(db).await;
        let garbled = json!({"subject": "Lightning", "body": {"contentType": "text", "content": "A new layout"}});
        city.service.emulator.deliver(BOX, "Inbox", garbled).unwrap();
        city.service.wait_processed(1).await;
        city.report(&[(34.71, -86.61)]).await;
        let html = city.mails()[0]["body"]["content"].as_str().unwrap().to_owned();
        assert!(html.contains("The strike feed may be down:</b> a message received at "), "{html}");
    }

    async fn an_old_message_is_no_news(db: &TestDb) {
        let city = city(db).await;
        city.report(&[(34.71, -86.61)]).await;
        city.pass(|| city.mails().len() == 2).await;
        let row = city.service.logs().await.remove(0);
        city.service.watchers.repair().retry(row.id, false, actor()).await.unwrap();
        city.service.wait_processed(1).await;
        assert_eq!(city.ended().await, ("Success".into(), None));
        assert_eq!(city.mails().len(), 2, "what was done is not done again");
    }

    async fn what_the_old_job_forwarded_is_held_against_what_became_of_the_same_messages(db: &TestDb) {
        let city = city(db).await;
        let first = city.report(&[(34.71, -86.61), (34.72, -86.58)]).await;
        city.service.clock.advance(Duration::from_mins(1));
        let second = city.report(&[(34.715, -86.605)]).await;
        city.service.clock.advance(Duration::from_mins(1));
        city.report(&[(34.716, -86.605)]).await;
        let lost = second.replace("34.715000", "34.725000");
        let old = [("a", first), ("b", second), ("c", lost), ("d", "Nothing".to_owned())];
        let old = old.map(|(name, text)| ForwardedMail { name: name.into(), sample: Ok(Sample::Text(format!("Forwarded:\n\n{text}"))) });
        let lines = city.service.watchers.repair().compare_forwarded(city.watcher, old.to_vec()).await.unwrap();
        let found: Vec<(&str, bool, String)> = lines.iter().map(|line| (line.what.as_str(), line.result.needs_attention(), line.result.to_string())).collect();
        assert_eq!(found.len(), 4, "{found:?}");
        for ((what, is_bad, words), expected) in found.iter().zip([
            ("a", false, "forwarded by the old job, mailed by the workflow"),
            ("b", false, "forwarded by the old job, held: no status has changed"),
            ("c", true, "1 of 1 strikes are not in data.LightningStrike"),
            ("d", true, "no strikes can be extracted"),
        ]) {
            assert!(*what == expected.0 && *is_bad == expected.1 && words.starts_with(expected.2), "{what} {is_bad} {words}");
        }
    }

    async fn a_list_that_nobody_got_a_mail_of_counts_as_not_told(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let desk = Desk::new(db, Some(server.address)).await;
        strike_the_pool(db, &desk).await;
        let told = "select count(*) from it.MailingList";
        let refused = desk.over(("Email", &quiet(&json!(["refused@example.gov", "nobody@example.gov"]))), json!({"Every": 10}), run("one")).await;
        assert!(refused.unwrap_err().to_string().starts_with("the mail server rejected the email"));
        assert_eq!((server.mails().len(), db.count(told).await), (0, 0));
        let wrong = desk.over(("Email", &quiet(&json!("crew@example.gov"))), json!({"Every": "soon"}), run("one")).await;
        assert_eq!(wrong.unwrap_err().to_string(), "Quiet.Minutes: \"soon\" at $.Every is not a number");
        let (words, _) = desk.over(("Email", &quiet(&json!("crew@example.gov"))), json!({"Every": 10}), run("one")).await.unwrap();
        assert_eq!((words.as_str(), db.count(told).await), ("sent to 1 recipient", 1));
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'AllClear'").await, 2, "the end of both lists is looked for");
    }

    async fn a_mail_of_unknown_outcome_silences_nobody(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let desk = Desk::new(db, Some(server.address)).await;
        strike_the_pool(db, &desk).await;
        let mut config = quiet(&json!("hanging@example.gov"));
        config["Quiet"]["Minutes"] = json!(10);
        let first = desk.too_slow(("Email", &config), run("one"), || server.mails().len() == 1).await;
        assert!(first.to_string().starts_with("outcome unknown"), "{first}");
        // The process that ended in the middle comes back to it, and knows no more.
        let again = desk.alone(("Email", &config), run("one")).await.unwrap_err();
        assert!(again.to_string().starts_with("outcome unknown"), "{again}");
        server.acknowledge_all();
        strike_the_pool(db, &desk).await;
        let next = Asked { message_key: "the next", ..run("two") };
        let (words, _) = desk.alone(("Email", &config), next).await.unwrap();
        assert_eq!(words, "sent to 1 recipient", "the next report is mailed although no status has changed");
        let after = Asked { message_key: "the one after", ..run("three") };
        let (words, _) = desk.alone(("Email", &config), after).await.unwrap();
        assert!(words.starts_with("held: no status has changed"), "{words}");
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'AllClear'").await, 1, "the end is told");
    }

    async fn a_workflow_goes_into_a_watcher_whole_or_not_at_all(db: &TestDb) {
        let service = TestService::new(db).await;
        let job = service.watchers.admin().create(watcher_fields(BOX, service.credential), actor()).await.unwrap().watcher.id;
        let import = async |workflow: &Workflow, settings: Value| {
            let Value::Object(settings) = settings else { unreachable!() };
            service.watchers.admin().import_workflow(job, workflow, &settings, actor()).await
        };
        let refused = import(&workflow(), json!({})).await.unwrap_err().to_string();
        assert_eq!(refused, "settings.Recipients: a value is needed");
        let mut broken = workflow();
        broken.actions[4].config["Op"]["Html"] = json!("<p>\n{% if %}");
        let refused = import(&broken, json!({"Recipients": CREW})).await.unwrap_err().to_string();
        assert!(refused.starts_with("workflow.actions[4].config.Op.Html: line 2"), "{refused}");
        broken = workflow();
        broken.actions[4].config["Quiet"]["AllClear"]["Text"] = json!("{{ x | nothing }}");
        let refused = import(&broken, json!({"Recipients": CREW})).await.unwrap_err().to_string();
        assert!(refused.starts_with("workflow.actions[4].config.Quiet.AllClear.Text: line 1"), "{refused}");
        assert_eq!(service.watchers.admin().actions(job).await.unwrap().len(), 0);
        for workflow in gallery() {
            let settings = if workflow.settings().is_empty() { Map::new() } else { json!({"Recipients": CREW}).as_object().unwrap().clone() };
            service.watchers.admin().check_workflow(&workflow, &settings).await.unwrap();
        }
        import(&workflow(), json!({"Recipients": CREW})).await.unwrap();
        let twice = import(&workflow(), json!({"Recipients": CREW})).await.unwrap_err().to_string();
        assert!(twice.contains("already has actions"), "{twice}");
        assert_eq!(db.count("select count(*) from it.Audit where Resource = 'action'").await, 5);
    }
}
