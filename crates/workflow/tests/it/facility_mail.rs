//! The workflow with facility mail, from the vendor's email to the facility mail and the all-clear mail, through the
//! emulated provider.

use crate::action_fixture::{ActionFixture, RunOptions, run};
use crate::batch_threat::vincenty;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_demo::storm::{AlertClass, EmailLayout, StrokeType, VendorStrike};
use stormwire_geo::LonLat;
use stormwire_store::WatcherId;
use stormwire_store::tables::action::{Action, ActionFields};
use stormwire_testkit::servers::MailServer;
use stormwire_testkit::service::{TestService, actor, became_active, record_events, wait_until, watcher_fields};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::repair::forwarding_comparison::ForwardedMail;
use stormwire_watcher::sample_text::SampleText;
use stormwire_workflow::{Workflow, ready_workflows};

const MAILBOX: &str = "storm@example.gov";
const CREW: &str = "crew@example.gov";
/// Latitude and longitude; the last one has no anchor.
const FACILITIES: [(&str, Option<(f64, f64)>); 4] = [
    ("Alder <Pool>", Some((34.70, -86.60))),
    ("Birch Fields", Some((34.75, -86.65))),
    ("Far Library", Some((35.05, -86.60))),
    ("Nowhere", None),
];

struct City<'a> {
    db: &'a TestDb,
    service: TestService,
    watcher: WatcherId,
}

/// A watcher with the workflow, mailing through the provider, and a few facilities.
async fn city(db: &TestDb) -> City<'_> {
    let service = TestService::with_poll_interval(db, Duration::from_mins(5)).await;
    for mailbox in [MAILBOX, CREW] {
        service.emulator.add_mailbox(mailbox).unwrap();
    }
    for (name, anchor) in FACILITIES {
        let anchor = anchor.map_or("null".into(), |(lat, lon)| format!("'SRID=4326;POINT({lon} {lat})'"));
        db.execute(&format!("insert into organization.Facility (Name, LatLongPoint) values ('{name}', {anchor})"))
            .await;
    }
    let watcher =
        service.watchers.admin().create(watcher_fields(MAILBOX, service.credential), actor()).await.unwrap().watcher.id;
    let settings = json!({"Recipients": format!("Crew <{CREW}>")});
    let actions = service
        .watchers
        .admin()
        .import_workflow(watcher, &workflow(), settings.as_object().unwrap(), actor())
        .await
        .unwrap();
    assert_eq!(actions.len(), 5);
    let mut mail = fields(actions.last().unwrap());
    mail.config["Op"]["Via"] = json!("Graph");
    mail.config["Op"]["From"] = json!(MAILBOX);
    service.watchers.admin().update_action(watcher, actions[4].id, mail, actor()).await.unwrap();
    service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
    service.wait_subscribed(watcher).await;
    City { db, service, watcher }
}

fn workflow() -> Workflow {
    ready_workflows().remove(1)
}

fn fields(action: &Action) -> ActionFields {
    let Action { name, action_type, config, order, credential_id, is_phase_one, .. } = action.clone();
    ActionFields { name, action_type, config, order: Some(order), credential_id, is_phase_one }
}

fn strike(at: Timestamp, (lat, lon): (f64, f64)) -> VendorStrike {
    let at = Timestamp::from_second(at.as_second()).unwrap();
    VendorStrike { at, position: LonLat::new(lon, lat).unwrap(), class: AlertClass::Alert, stroke: StrokeType::Ground }
}

impl City<'_> {
    /// Delivers the vendor's email about strikes of a minute ago, and returns its text.
    async fn report(&self, positions: &[(f64, f64)]) -> String {
        let at = self.service.clock.now() - SignedDuration::from_mins(1);
        let strikes: Vec<VendorStrike> = positions.iter().map(|position| strike(at, *position)).collect();
        let email = EmailLayout::Paragraphs.email(&strikes, &TimeZone::get("America/Chicago").unwrap());
        let before = self.service.logs().await.len();
        let message = json!({
            "subject": email.subject, "from": {"emailAddress": {"address": "alerts@vendor.example"}},
            "body": {"contentType": "text", "content": email.body},
        });
        self.service.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
        self.service.wait_processed(before + 1).await;
        email.body
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

    /// Status and error of the newest message.
    async fn last_result(&self) -> (String, Option<String>) {
        let log = self.service.logs().await.remove(0);
        (log.phase_two_status.name().to_owned(), log.error_message)
    }

    /// Advances the clock minute by minute, no faster than the mailbox is polled, until the condition is true.
    async fn advance_until(&self, mut condition: impl FnMut() -> bool) {
        wait_until(async || {
            let state = self.service.watchers.admin().get(self.watcher).await.unwrap().watcher.state;
            let polled_at = state.last_checked_at.max(state.last_check_failed_at).unwrap();
            let is_recent = self.service.clock.now().duration_since(polled_at) < SignedDuration::from_mins(6);
            // A call that is under way must not time out, because nobody would know whether its mail was sent.
            let is_idle = self.db.count("select count(*) from it.Queue where State = 'Leased'").await == 0;
            if is_recent && is_idle {
                self.service.clock.advance(Duration::from_secs(30));
            }
            condition()
        })
        .await;
    }

    async fn advance_minutes(&self, minutes: i64) {
        let end = self.service.clock.now() + SignedDuration::from_mins(minutes);
        self.advance_until(|| self.service.clock.now() >= end).await;
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

/// Creates a facility if there is none, and a strike next to it.
async fn strike_the_pool(db: &TestDb, fixture: &ActionFixture) {
    if db.count("select count(*) from organization.Facility").await == 0 {
        let pool =
            "insert into organization.Facility (Name, LatLongPoint) values ('Pool', 'SRID=4326;POINT(-86.6 34.7)')";
        db.execute(pool).await;
    }
    let at = format!("{:.6}", fixture.clock.now());
    db.execute(&format!(
        "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '{at}', 'Ground', 34.7, -86.6)"
    ))
    .await;
}

/// An `Email` config with `Quiet` and an all-clear mail.
fn quiet(to: &Value) -> Value {
    json!({
        "Op": {"Action": "Send", "To": to, "Subject": "S", "Text": "T"},
        "Quiet": {"Minutes": "$.Every", "AllClear": {"Subject": "Over", "Text": "Over"}},
    })
}

on_both_databases! {
    async fn facility_mails_are_sent_held_and_followed_by_an_all_clear(db: &TestDb) {
        let city = city(db).await;
        let strikes = [(34.71, -86.61), (34.72, -86.58), (34.60, -86.40)];
        city.report(&strikes).await;
        assert_eq!(city.last_result().await, ("Success".into(), None));
        let mails = city.mails();
        assert_eq!(mails.len(), 1);
        assert!(mails[0]["subject"].as_str().unwrap().starts_with("Lightning: 2 of 4 facilities active, "), "{}", mails[0]["subject"]);
        let html = mails[0]["body"]["content"].as_str().unwrap();
        let rows = table(html);
        let rule = " Active if lightning within 8 miles in the last 30 minutes";
        let names: Vec<&str> = rows.iter().map(|row| row[0].strip_suffix(rule).unwrap_or(&row[0])).collect();
        assert_eq!(names, ["Alder &lt;Pool&gt;", "Birch Fields", "Far Library", "Nowhere"], "by threat\n{html}");
        assert!(rows.iter().all(|row| row[0].ends_with(rule)), "the rule in force is printed: {html}");
        for (row, (name, anchor)) in rows.iter().zip(FACILITIES) {
            let Some(anchor) = anchor else {
                assert!(row[1].contains("Unknown") && row[2] == "no position on file" && row[3] == "?", "{row:?}");
                continue;
            };
            let miles: Vec<f64> = strikes.iter().map(|strike| vincenty(anchor, *strike) / 1_609.344).collect();
            let closest = miles.iter().copied().fold(f64::INFINITY, f64::min);
            let near = miles.iter().filter(|miles| **miles <= 8.0).count();
            assert!(row[2].starts_with(&format!("{closest:.1} mi at ")) && row[2].ends_with(" ground"), "{name}: {row:?} {closest}");
            assert_eq!(row[3], near.to_string(), "{name}");
            assert!(row[1].contains(if near > 0 { "Active" } else { "Clear" }), "{name}: {row:?}");
        }
        assert!(html.contains("href=\"http:&#x2f;&#x2f;127.0.0.1:"), "the storm view is linked: {html}");
        assert!(!html.contains("<Pool>"), "a facility's name is text");
        assert!(!html.contains("feed may be down"), "{html}");

        // No status has changed.
        city.report(&[(34.715, -86.605)]).await;
        assert_eq!((city.last_result().await.0.as_str(), city.mails().len()), ("Success", 1));
        let held = "select count(*) from it.WorkflowStep where ActionType = 'Email' and Status = 'Success' and Result like 'held: no status has changed%'";
        assert_eq!(db.count(held).await, 1);

        // A facility becomes Active.
        city.report(&[(35.04, -86.61)]).await;
        assert_eq!(city.mails().len(), 2);
        assert!(city.subjects()[1].starts_with("Lightning: 3 of 4"), "{:?}", city.subjects());

        // The storm is over; no message arrives.
        city.advance_until(|| city.mails().len() > 2).await;
        let subjects = city.subjects();
        assert!(subjects.len() == 3 && subjects[2].starts_with("Lightning: all clear, "), "{subjects:?}");
        let end = city.mails()[2]["body"]["content"].as_str().unwrap().to_owned();
        assert!(end.contains("All 3 evaluated facilities are clear") && end.contains("may not be clear:</b> Nowhere."), "{end}");
        city.advance_minutes(20).await;
        assert_eq!(city.mails().len(), 3, "once");
        let list = "select count(*) from it.Queue where Kind = 'AllClear'";
        wait_until(async || db.count(list).await == 0).await;
    }

    async fn no_all_clear_while_the_feed_is_unhealthy(db: &TestDb) {
        let city = city(db).await;
        city.report(&[(34.71, -86.61)]).await;
        assert_eq!(city.mails().len(), 1);
        city.service.emulator.set_access_denied(MAILBOX, true);
        city.advance_minutes(60).await;
        assert_eq!(city.mails().len(), 1, "the mailbox cannot be polled");
        city.service.emulator.set_access_denied(MAILBOX, false);
        city.advance_until(|| city.mails().len() == 2).await;
        assert!(city.subjects()[1].contains("all clear"));
    }

    async fn the_all_clear_mail_follows_a_change_before_its_time(db: &TestDb) {
        let city = city(db).await;
        city.report(&[(34.71, -86.61)]).await;
        assert_eq!(city.mails().len(), 1);
        db.execute("delete from data.LightningStrike").await;
        record_events(&db.store, vec![became_active(1, city.service.clock.now())], city.service.clock.now()).await;
        wait_until(async || city.mails().len() == 2).await;
        assert!(city.subjects()[1].contains("all clear"), "the half hour after the strike is not waited for");
    }

    async fn the_mail_warns_when_the_feed_is_unhealthy(db: &TestDb) {
        let city = city(db).await;
        let garbled = json!({"subject": "Lightning", "body": {"contentType": "text", "content": "A new layout"}});
        city.service.emulator.deliver(MAILBOX, "Inbox", garbled).unwrap();
        city.service.wait_processed(1).await;
        city.report(&[(34.71, -86.61)]).await;
        let html = city.mails()[0]["body"]["content"].as_str().unwrap().to_owned();
        assert!(html.contains("The strike feed may be down:</b> a message received at "), "{html}");
    }

    async fn a_retried_message_is_not_mailed_again(db: &TestDb) {
        let city = city(db).await;
        city.report(&[(34.71, -86.61)]).await;
        city.advance_until(|| city.mails().len() == 2).await;
        let row = city.service.logs().await.remove(0);
        city.service.watchers.repair().retry(row.id, false, actor()).await.unwrap();
        city.service.wait_processed(1).await;
        assert_eq!(city.last_result().await, ("Success".into(), None));
        assert_eq!(city.mails().len(), 2, "not repeated");
    }

    async fn forwarded_mail_is_compared_with_the_results_of_the_workflow(db: &TestDb) {
        let city = city(db).await;
        let first = city.report(&[(34.71, -86.61), (34.72, -86.58)]).await;
        city.service.clock.advance(Duration::from_mins(1));
        let second = city.report(&[(34.715, -86.605)]).await;
        city.service.clock.advance(Duration::from_mins(1));
        city.report(&[(34.716, -86.605)]).await;
        let lost = second.replace("34.715000", "34.725000");
        let old = [("a", first), ("b", second), ("c", lost), ("d", "Nothing".to_owned())];
        let old = old.map(|(name, text)| ForwardedMail { name: name.into(), sample: Ok(SampleText::Text(format!("Forwarded:\n\n{text}"))) });
        let lines = city.service.watchers.repair().compare_forwarded(city.watcher, old.to_vec()).await.unwrap();
        let found: Vec<(&str, bool, String)> = lines.iter().map(|line| (line.what.as_str(), line.result.needs_attention(), line.result.to_string())).collect();
        assert_eq!(found.len(), 4, "{found:?}");
        for ((what, is_bad, result), expected) in found.iter().zip([
            ("a", false, "forwarded by the old job, mailed by the workflow"),
            ("b", false, "forwarded by the old job, held: no status has changed"),
            ("c", true, "1 of 1 strikes are not in data.LightningStrike"),
            ("d", true, "no strikes can be extracted"),
        ]) {
            assert!(*what == expected.0 && *is_bad == expected.1 && result.starts_with(expected.2), "{what} {is_bad} {result}");
        }
    }

    async fn a_rejected_mail_does_not_count_as_sent(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        strike_the_pool(db, &fixture).await;
        let lists = "select count(*) from it.MailingList";
        let error = fixture.run_with(("Email", &quiet(&json!(["rejected@example.gov", "nobody@example.gov"]))), json!({"Every": 10}), run("one")).await;
        assert!(error.unwrap_err().to_string().starts_with("the mail server rejected the email"));
        assert_eq!((server.mails().len(), db.count(lists).await), (0, 0));
        let invalid = fixture.run_with(("Email", &quiet(&json!("crew@example.gov"))), json!({"Every": "soon"}), run("one")).await;
        assert_eq!(invalid.unwrap_err().to_string(), "Quiet.Minutes: \"soon\" at $.Every is not a number");
        let (result, _) = fixture.run_with(("Email", &quiet(&json!("crew@example.gov"))), json!({"Every": 10}), run("one")).await.unwrap();
        assert_eq!((result.as_str(), db.count(lists).await), ("sent to 1 recipient", 1));
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'AllClear'").await, 2, "one job per list");
    }

    async fn after_an_unknown_outcome_the_next_mail_is_sent(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        strike_the_pool(db, &fixture).await;
        let mut config = quiet(&json!("hanging@example.gov"));
        config["Quiet"]["Minutes"] = json!(10);
        let first = fixture.run_until_timeout(("Email", &config), run("one"), || server.mails().len() == 1).await;
        assert!(first.to_string().starts_with("outcome unknown"), "{first}");
        // After a restart the outcome is still unknown.
        let again = fixture.run(("Email", &config), run("one")).await.unwrap_err();
        assert!(again.to_string().starts_with("outcome unknown"), "{again}");
        server.acknowledge_all();
        strike_the_pool(db, &fixture).await;
        let next = RunOptions { message_key: "the next", ..run("two") };
        let (result, _) = fixture.run(("Email", &config), next).await.unwrap();
        assert_eq!(result, "sent to 1 recipient", "the next report is mailed although no status changed");
        let after = RunOptions { message_key: "the last", ..run("three") };
        let (result, _) = fixture.run(("Email", &config), after).await.unwrap();
        assert!(result.starts_with("held: no status has changed"), "{result}");
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'AllClear'").await, 1, "the all-clear mail is pending");
    }

    async fn a_workflow_is_imported_completely_or_not_at_all(db: &TestDb) {
        let service = TestService::new(db).await;
        let watcher = service.watchers.admin().create(watcher_fields(MAILBOX, service.credential), actor()).await.unwrap().watcher.id;
        let import = async |workflow: &Workflow, settings: Value| {
            let Value::Object(settings) = settings else { unreachable!() };
            service.watchers.admin().import_workflow(watcher, workflow, &settings, actor()).await
        };
        let error = import(&workflow(), json!({})).await.unwrap_err().to_string();
        assert_eq!(error, "settings.Recipients: a value is required");
        let mut broken = workflow();
        broken.actions[4].config["Op"]["Html"] = json!("<p>\n{% if %}");
        let error = import(&broken, json!({"Recipients": CREW})).await.unwrap_err().to_string();
        assert!(error.starts_with("workflow.actions[4].config.Op.Html: line 2"), "{error}");
        broken = workflow();
        broken.actions[4].config["Quiet"]["AllClear"]["Text"] = json!("{{ x | nothing }}");
        let error = import(&broken, json!({"Recipients": CREW})).await.unwrap_err().to_string();
        assert!(error.starts_with("workflow.actions[4].config.Quiet.AllClear.Text: line 1"), "{error}");
        assert_eq!(service.watchers.admin().actions(watcher).await.unwrap().len(), 0);
        for workflow in ready_workflows() {
            let mut settings = workflow.settings();
            for (name, value) in settings.iter_mut().filter(|(_, value)| value.is_null()) {
                *value = if name == "Recipients" { json!(CREW) } else { json!("https://chat.example/hook") };
            }
            service.watchers.admin().check_workflow(&workflow, &settings).await.unwrap();
        }
        import(&workflow(), json!({"Recipients": CREW})).await.unwrap();
        let twice = import(&workflow(), json!({"Recipients": CREW})).await.unwrap_err().to_string();
        assert!(twice.contains("already has actions"), "{twice}");
        assert_eq!(db.count("select count(*) from it.Audit where Resource = 'action'").await, 5);
    }
}
