//! `Email` against an independent SMTP server (aiosmtpd) and the emulated provider.

use crate::action_fixture::{ActionFixture, RunOptions, run};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stormwire_testkit::process::free_address;
use stormwire_testkit::servers::MailServer;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{DirectConnection, on_both_databases};
use stormwire_workflow::StepError;

fn mail(to: &Value) -> Value {
    json!({"Op": {
        "Action": "Send",
        "To": to,
        "Subject": "Übung: {{ Message.Subject }}",
        "Html": "<p>{{ $.Message.Subject }}</p>\n{% for item in Extract.Items %}<li>{{ item.Type }}</li>{% endfor %}",
    }})
}

fn context() -> Value {
    json!({"Message": {"Subject": "<b>strike</b>\r\nBcc: evil@example.com"}, "Extract": {"Items": [{"Type": "cloud & ground"}]}})
}

/// A header of a mail, unfolded.
fn header(mail: &Value, name: &str) -> String {
    let head = mail["data"].as_str().unwrap().split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let found = head.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(": ")?.to_owned()));
    found.unwrap_or_default()
}

on_both_databases! {
    async fn a_mail_is_sent_once_with_text_and_html(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        let config = mail(&json!(["Crew <crew@example.gov>", "boss@example.gov"]));
        let (result, _) = fixture.run_with(("Email", &config), context(), run("one")).await.unwrap();
        assert_eq!(result, "sent to 2 recipients");
        let (result, _) = fixture.run_with(("Email", &config), context(), run("two")).await.unwrap();
        assert!(result.starts_with("not repeated"), "{result}");
        let mails = server.mails();
        assert_eq!(mails.len(), 1);
        let sent = &mails[0];
        assert_eq!((&sent["from"], &sent["to"]), (&json!("stormwire@example.gov"), &json!(["crew@example.gov", "boss@example.gov"])));
        assert_eq!(header(sent, "Auto-Submitted"), "auto-generated");
        assert_eq!(header(sent, "X-Auto-Response-Suppress"), "All");
        let key = header(sent, "X-Stormwire-Effect");
        assert_eq!(header(sent, "Message-ID"), format!("<{key}@example.gov>"));
        assert!(header(sent, "Subject").starts_with("=?utf-8?"), "{}", header(sent, "Subject"));
        assert!(header(sent, "Content-Type").starts_with("multipart/alternative"));
        assert_eq!(header(sent, "Bcc"), "", "message text cannot add a header");
        let data = sent["data"].as_str().unwrap();
        assert!(data.contains("&lt;b&gt;strike") && data.contains("<li>cloud &amp; ground</li>"), "{data}");
        assert!(data.contains("text/plain") && data.contains("<b>strike</b>"), "the plain part is plain: {data}");
    }

    async fn the_context_overrides_sender_recipient_and_subject(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        let mut over = context();
        over["From"] = json!("Vendor <alerts@vendor.example>");
        over["To"] = json!("other@example.gov");
        over["Subject"] = json!("Another");
        fixture.run_with(("Email", &mail(&json!("crew@example.gov"))), over, run("one")).await.unwrap();
        let sent = &server.mails()[0];
        assert_eq!((&sent["from"], &sent["to"]), (&json!("stormwire@example.gov"), &json!(["other@example.gov"])), "bounces go to the service");
        assert!(header(sent, "From").contains("alerts@vendor.example"), "{}", header(sent, "From"));
        assert!(header(sent, "Sender").contains("stormwire@example.gov"));
        assert_eq!(header(sent, "Subject"), "Another");
    }

    async fn a_rejected_recipient_is_named_and_the_others_get_the_mail(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        let config = mail(&json!(["crew@example.gov", "nobody@example.gov", "boss@example.gov"]));
        for run in [run("one"), run("two")] {
            let error = fixture.run_with(("Email", &config), context(), run).await.unwrap_err().to_string();
            let result = "the mail was sent, but not to all recipients: the mail server rejected the recipient nobody@example.gov";
            assert!(error.starts_with(result) && error.contains("550"), "{error}");
        }
        let mails = server.mails();
        assert_eq!((mails.len(), &mails[0]["to"]), (1, &json!(["crew@example.gov", "boss@example.gov"])));
    }

    async fn a_mail_without_accepted_recipients_fails(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        let error = fixture.run_with(("Email", &mail(&json!("nobody@example.gov"))), context(), run("one")).await.unwrap_err().to_string();
        assert!(error.starts_with("the mail server rejected the recipient nobody@example.gov"), "{error}");
        let error = fixture.run_with(("Email", &mail(&json!("rejected@example.gov"))), context(), run("one")).await.unwrap_err();
        assert!(matches!(&error, StepError::Failed(why) if why.starts_with("the mail server rejected the email")), "{error}");
        assert_eq!(server.mails().len(), 0);
        let without = ActionFixture::new(db, None).await;
        let missing = without.run_with(("Email", &mail(&json!("a@example.gov"))), json!({"From": "a@b.example", "Message": {"Subject": "x"}, "Extract": {"Items": []}}), run("one")).await;
        assert!(missing.unwrap_err().to_string().contains("smtp.url"));
    }

    async fn a_temporary_error_of_the_server_is_retried(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        let config = mail(&json!("busy@example.gov"));
        let step = fixture.run_with(("Email", &config), context(), run("one"));
        // Both delays and a little more. The rest in real time: a clock that is advanced would end an exchange with a slow server.
        let mut advances = 0..80;
        let time = wait_until(async || {
            if advances.next().is_some() {
                fixture.clock.advance(Duration::from_millis(100));
            }
            server.mails().len() == 1
        });
        let (outcome, ()) = tokio::join!(step, time);
        assert_eq!(outcome.unwrap().0, "sent to 1 recipient");
    }

    async fn an_unreachable_server_fails_the_mail_after_retries(db: &TestDb) {
        let fixture = ActionFixture::new(db, Some(free_address())).await;
        let (config, ended) = (mail(&json!("crew@example.gov")), AtomicBool::new(false));
        let step = async {
            let outcome = fixture.run_with(("Email", &config), context(), run("one")).await;
            ended.store(true, Ordering::Relaxed);
            outcome
        };
        let time = wait_until(async || {
            fixture.clock.advance(Duration::from_millis(100));
            ended.load(Ordering::Relaxed)
        });
        let (outcome, ()) = tokio::join!(step, time);
        let failed = outcome.unwrap_err();
        assert!(matches!(&failed, StepError::Failed(why) if why.starts_with("cannot connect to the mail server")), "{failed}");
    }

    async fn a_server_that_does_not_respond_leaves_the_outcome_unknown(db: &TestDb) {
        let server = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(server.address)).await;
        let config = json!({"Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "S", "Text": "T"}});
        let unknown = fixture.run_until_timeout(("Email", &config), run("one"), || server.mails().len() == 1).await;
        assert!(matches!(&unknown, StepError::OutcomeUnknown(why) if why.contains("did not respond")), "{unknown}");
        let again = fixture.run(("Email", &config), run("one")).await.unwrap_err();
        assert!(again.to_string().starts_with("outcome unknown"), "{again}");
        assert_eq!(server.mails().len(), 1, "a resumed run sends nothing");
        let changed = json!({"Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "Changed", "Text": "T"}});
        let again = fixture.run(("Email", &changed), run("one")).await.unwrap_err();
        assert!(again.to_string().starts_with("outcome unknown"), "{again}");
        assert_eq!(server.mails().len(), 1, "not even if the mail was changed");
        server.acknowledge_all();
        fixture.run(("Email", &config), run("two")).await.unwrap();
        let mails = server.mails();
        assert_eq!(header(&mails[0], "Message-ID"), header(&mails[1], "Message-ID"), "the duplicate is recognizable");
    }

    async fn a_mail_by_graph_reaches_the_mailbox(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.emulator.add_mailbox("storm@example.gov").unwrap();
        fixture.emulator.add_mailbox("crew@example.gov").unwrap();
        let options = RunOptions { credential_id: Some(fixture.create_credential("app", "secret").await), ..run("one") };
        let mut config = mail(&json!("Crew <crew@example.gov>"));
        config["Op"]["Via"] = json!("Graph");
        config["Op"]["From"] = json!("storm@example.gov");
        fixture.run_with(("Email", &config), context(), options).await.unwrap();
        let got = fixture.emulator.messages("crew@example.gov").remove(0);
        assert_eq!(got["subject"], "Übung: <b>strike</b> Bcc: evil@example.com");
        assert_eq!(got["from"]["emailAddress"]["address"], "storm@example.gov");
        assert!(got["body"]["content"].as_str().unwrap().contains("<li>cloud &amp; ground</li>"), "{got}");
        assert_eq!(fixture.emulator.messages("storm@example.gov").remove(0)["folder"], "Sent Items");
        fixture.emulator.set_access_denied("storm@example.gov", true);
        config["Op"]["Subject"] = json!("Another");
        let denied = fixture.run_with(("Email", &config), context(), options).await.unwrap_err();
        assert!(matches!(&denied, StepError::Failed(why) if why.contains("access is denied")), "{denied}");
    }

    async fn a_mail_by_graph_needs_a_credential_for_mailboxes(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.emulator.add_mailbox("storm@example.gov").unwrap();
        let credential_id = Some(fixture.create_credential("app", "secret").await);
        DirectConnection::connect(&db.database).await.execute("update it.Credential set Purpose = 'http'").await.unwrap();
        let mut config = mail(&json!("Crew <crew@example.gov>"));
        config["Op"]["Via"] = json!("Graph");
        config["Op"]["From"] = json!("storm@example.gov");
        for (credential_id, words) in [(credential_id, "does not open mailboxes"), (None, "no credential selected")] {
            let options = RunOptions { credential_id, ..run("one") };
            let rejected = fixture.run_with(("Email", &config), context(), options).await.unwrap_err();
            assert!(matches!(&rejected, StepError::Failed(why) if why.contains(words)), "{rejected}");
        }
    }
}
