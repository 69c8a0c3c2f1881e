//! Messages and jobs of the old version continue.

use super::compare::assert_same;
use super::external_services::{Call, until};
use super::upgraded::{Upgraded, storm, text};
use super::{CONTINUED, MISSED, NEW, Outcome, RETRIED, STORM, UNCHANGED};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use stormwire_clock::{Clock, SystemClock};

impl Upgraded {
    pub(super) async fn work_continues_by_itself(&self) {
        self.wait_for_outcomes(&[&CONTINUED[..], &UNCHANGED, &[MISSED]].concat()).await;
        let mut called: Vec<String> =
            self.calls().iter().map(|call| format!("{} {}", call.path, call.subject())).collect();
        let mut expected: Vec<String> = (5..=12).map(|number| format!("/board Storm {number}")).collect();
        expected.extend(["/dispatch Storm 11", "/dispatch Storm 12", "/intake Pump request 8"].map(str::to_owned));
        called.sort();
        expected.sort();
        assert_eq!(called, expected, "calls before the kill are not repeated");
        assert_eq!(self.mails_to("hanging").len(), 0, "a mail that may have arrived is not sent again");
        for Outcome { subject, .. } in CONTINUED {
            let (old, new) = (&self.expected()["logs"][subject], self.log(subject));
            for field in ["messageKey", "detectedAt", "triggerEvent", "workflowRunId", "notifiedAt"] {
                assert_eq!(old[field], new[field], "{subject}: {field}");
            }
            let done = old["steps"].as_array().unwrap().iter().filter(|step| step["status"] == "Success");
            for (index, step) in done.enumerate() {
                assert_same(subject, step, &new["steps"][index], &[]);
            }
        }
    }

    pub(super) fn finished_and_waiting_work_is_unchanged(&self) {
        for Outcome { subject, .. } in UNCHANGED {
            assert_same(subject, &self.expected()["logs"][subject], &self.log(subject), &[]);
        }
        let waiting = self.get("/mailbox-watcher/log?status=Processing");
        assert_eq!(waiting["items"].as_array().unwrap().len(), 4);
        assert_eq!(self.installation.work_files().len(), 1, "the attachment of a waiting message is kept");
    }

    pub(super) async fn operator_retries_pending_messages(&self) {
        self.mail.acknowledge_all();
        let operator = self.sign_in("otto");
        self.enable_duty_roster(&operator).await;
        for Outcome { subject, .. } in RETRIED.iter().filter(|one| one.subject != "Duty 3") {
            self.retry(&operator, subject).await;
        }
        self.wait_for_outcomes(&RETRIED).await;
        let id_of = |mail: &str| mail.lines().find(|line| line.starts_with("Message-ID: ")).unwrap().to_owned();
        let duty = |mails: Vec<String>| -> Vec<String> {
            mails.iter().filter(|mail| mail.contains("Subject: Duty 2")).map(|mail| id_of(mail)).collect()
        };
        let old = self.expected()["mails"].as_array().unwrap().iter().map(|mail| text(&mail["data"])).collect();
        assert_eq!(duty(old), duty(self.mails_to("hanging")), "sent once more under its Message-ID");
        until(async || match self.installation.work_files() {
            files if files.is_empty() => Ok(()),
            files => Err(format!("left behind: {files:?}")),
        })
        .await;
    }

    /// A message of a disabled watcher leaves the queue and comes back when the watcher is enabled.
    async fn enable_duty_roster(&self, operator: &str) {
        let item =
            format!("it.Queue where Kind = 'Message' and UniqueKey = '{}'", self.expected()["logs"]["Duty 3"]["id"]);
        until(async || if self.count(&item).await == 0 { Ok(()) } else { Err("still queued".to_owned()) }).await;
        let (status, watcher) = self.post(operator, "/mailbox-watcher/3/enable");
        assert_eq!(status, 200, "{watcher}");
    }

    async fn retry(&self, operator: &str, subject: &str) {
        let path = format!("/mailbox-watcher/log/{}/retry", self.expected()["logs"][subject]["id"]);
        let row = until(async || match self.post(operator, &path) {
            (202, row) => Ok(row),
            // The queue item of the ended process or phase is about to be removed.
            (409, problem) => Err(format!("{subject}: {problem}")),
            other => panic!("{subject}: {other:?}"),
        })
        .await;
        assert_eq!(row["triggerEvent"], "Manual", "{subject}: {row}");
    }

    pub(super) async fn dead_letter_can_be_retried(&self) {
        let (old, new) = (&self.expected()["deadLetters"], &self.get("/system")["failedItems"]);
        assert_same("dead letters", old, new, &[]);
        let (id, key) = (new[0]["id"].to_string(), text(&new[0]["key"]));
        let sent = || self.mails_to("it").iter().filter(|mail| mail.contains(&key)).count();
        assert!(self.installation.queue(&[]).contains("Dead") && sent() == 0);
        self.installation.queue(&["retry", &id]);
        until(async || if sent() == 1 { Ok(()) } else { Err(format!("{} mails about {key}", sent())) }).await;
        until(async || match &self.get("/system")["failedItems"] {
            left if left == &json!([]) => Ok(()),
            left => Err(left.to_string()),
        })
        .await;
    }

    /// The crew was notified of lightning and waits for the all-clear. It gets that mail if the strike feed is known to be
    /// healthy; after a day without a poll the operator may be notified instead. Only one of them, and only once.
    pub(super) async fn open_mailing_list_is_closed_once(&self) {
        until(async || {
            let waiting = self.count("it.Queue where Kind = 'AllClear'").await;
            let closing = self.mails_to("crew").iter().filter(|mail| mail.contains("Subject: All clear")).count();
            let reports = self.mails_to("it").iter().filter(|mail| mail.contains("crew@example.gov")).count();
            assert!(closing + reports <= 1, "{closing} closing mails, {reports} reports");
            if (waiting, closing + reports) == (0, 1) { Ok(()) } else { Err(format!("{waiting} items are queued")) }
        })
        .await;
        assert!(!self.mails_to("crew").iter().any(|mail| mail.contains("Subject: Lightning")), "the storm is over");
    }

    pub(super) async fn new_message_is_processed(&mut self) {
        let notified = |watcher: &Value| watcher["lastNotificationAt"].clone();
        let before = until(async || {
            let watcher = self.get("/mailbox-watcher/1");
            let held = text(&watcher["graphSubscriptionId"]);
            if self.provider.subscription_ids().contains(&held) { Ok(watcher) } else { Err(watcher.to_string()) }
        })
        .await;
        let key = self.provider.deliver(STORM, "Inbox", storm(NEW.subject, SystemClock.now())).unwrap();
        self.keys.insert(NEW.subject.to_owned(), key);
        self.wait_for_outcomes(&[NEW]).await;
        until(async || match self.get("/mailbox-watcher/1") {
            watcher if notified(&watcher) != notified(&before) => Ok(()),
            watcher => Err(watcher.to_string()),
        })
        .await;
        until(async || match self.get("/lightning-strikes/status") {
            status if status["activeCount"] == 1 => Ok(()),
            status => Err(status.to_string()),
        })
        .await;
        let sent = self.mails_to("crew").into_iter().filter(|mail| mail.contains("Subject: Lightning: Storm 13"));
        assert_eq!(sent.count(), 1);
    }

    pub(super) async fn nothing_happened_twice(&self) {
        let old = |table: &str| self.expected()["counts"][table].as_i64().unwrap();
        assert_eq!(self.count("it.MailboxWatcherLog").await, i64::try_from(self.keys.len()).unwrap());
        // Two strikes of each of Storm 11, 12 and 13; a work order of each of Pump request 4 to 8.
        assert_eq!(self.count("data.LightningStrike").await, old("data.LightningStrike") + 6);
        assert_eq!(self.count("data.WorkflowEffect").await, old("data.WorkflowEffect") + 3);
        assert_eq!(self.count("it.WorkOrder").await, old("it.WorkOrder") + 5);
        let columns = "MailboxWatcherJobId, MessageKey, MailboxWatcherActionId";
        // The all-clear mail is another effect of the action that mails the crew; mails are counted by themselves.
        let crew = self.action_id("Mail the crew");
        let doubled = format!(
            "(select 1 from it.WorkflowEffect where MailboxWatcherActionId <> {crew} \
             group by {columns} having count(*) > 1) as doubled"
        );
        assert_eq!(self.count(&doubled).await, 0, "each action has one effect for each message");
        self.each_call_has_one_key();
        let failure = format!("run {} 2", text(&self.expected()["logs"]["Duty 2"]["workflowRunId"]));
        assert_eq!(self.mails_to("it").iter().filter(|mail| mail.contains(&failure)).count(), 1);
        for mailbox in self.expected()["mailboxes"].as_array().unwrap() {
            for message in self.provider.messages(mailbox.as_str().unwrap()) {
                let is_filed = message["folder"] == "Inbox/Processed"
                    || message["folder"] == "Inbox" && message["categories"].as_array().unwrap().len() == 1;
                assert!(is_filed, "{message}");
            }
        }
    }

    fn action_id(&self, name: &str) -> i64 {
        let actions = &self.expected()["responses"]["/mailbox-watcher/1/action"];
        let action = actions.as_array().unwrap().iter().find(|action| action["name"] == name).unwrap();
        action["id"].as_i64().unwrap()
    }

    /// The receiver recognizes a repeated call by its key; a new key would make it a new call.
    pub(super) fn each_call_has_one_key(&self) {
        let old = self.expected()["calls"].as_array().unwrap().iter().map(Call::read);
        let mut keys: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        for call in old.chain(self.calls()) {
            let subject = call.subject().to_owned();
            match call.path.as_str() {
                "/board" => assert_eq!(call.body["ticket"], format!("ticket of {subject}"), "from the kept context"),
                "/intake" => assert_eq!(call.authorization, "Bearer secret of Dispatch"),
                _ => {}
            }
            keys.entry((call.path, subject)).or_default().insert(call.key);
        }
        assert!(keys.values().all(|keys| keys.len() == 1), "{keys:?}");
        let repeated = |path: &str, subject: &str| {
            self.calls().iter().filter(|call| call.path == path && call.subject() == subject).count()
        };
        assert_eq!(repeated("/dispatch", "Storm 2"), 1, "it had failed");
        assert_eq!(repeated("/dispatch", "Storm 4"), 0, "it had succeeded");
    }
}
