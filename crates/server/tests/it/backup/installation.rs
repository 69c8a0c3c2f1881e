//! A service that stores one strike per message of an emulated mailbox.

use crate::binary::{Service, run, stormwire};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock};
use stormwire_emulator::{Emulator, Settings};
use stormwire_store::Database;
use stormwire_testkit::DirectConnection;
use stormwire_testkit::service::wait_until;
use tempfile::TempDir;
use tokio::task::JoinHandle;

const MAILBOX: &str = "storm@example.gov";

pub(super) fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(super) struct Installation {
    folder: TempDir,
    emulator: Arc<Emulator>,
    provider: String,
    database_url: String,
    token: String,
    service: Option<Service>,
}

impl Installation {
    /// Starts a service with one enabled watcher.
    pub(super) async fn new(database_url: &str) -> Self {
        let emulator = Emulator::new(Arc::new(VirtualClock::running()), Box::new(SystemRng)).unwrap();
        emulator.set_settings(Settings { calls_per_ten_minutes: usize::MAX, ..Settings::default() });
        emulator.add_mailbox(MAILBOX).unwrap();
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap().to_string();
        let folder = tempfile::tempdir().unwrap();
        let mut installation = Self {
            folder,
            emulator: Arc::new(emulator),
            provider,
            database_url: database_url.to_owned(),
            token: String::new(),
            service: None,
        };
        installation.configure("data");
        installation.add_user();
        installation.start();
        let credential = json!({"name": "Mail", "clientId": "c", "clientSecret": "s", "namespace": "t"});
        installation.post("/credential", &credential, 201);
        let watcher = json!({"name": "Storm", "mailboxAddress": MAILBOX, "credentialId": 1, "resume": "Automatic"});
        installation.post("/mailbox-watcher", &watcher, 201);
        let insert = json!({
            "Op": {"Action": "Insert", "Target": "data.LightningStrike"},
            "Data": {"Type": "Ground", "Latitude": 34.7, "Longitude": -86.6},
            "FieldMap": {"Name": "$.Message.Subject", "Timestamp": "$.ReceivedAt"},
        });
        let action = json!({"name": "Store", "actionType": "Sql", "config": insert, "isPhaseOne": true});
        installation.post("/mailbox-watcher/1/action", &action, 201);
        installation.post("/mailbox-watcher/1/enable", &Value::Null, 200);
        installation
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn configure(&self, data: &str) {
        let Self { provider, database_url, .. } = self;
        let text = format!(
            "[database]\nurl = \"{database_url}\"\n[graph]\nbase_url = \"http://{provider}/v1.0\"\nauthority = \
             \"http://{provider}\"\n[watch]\nreconciliation_seconds = 1\n[secrets]\nkey_file = \"{data}/secret.key\"\n\
             [paths]\nwork = \"{data}/work\"\nmedia = \"{data}/media\"\n"
        );
        fs::write(self.folder().join("stormwire.toml"), text).unwrap();
    }

    /// The next start uses the folder `restored` and this database.
    pub(super) fn use_restored(&mut self, database_url: &str) {
        database_url.clone_into(&mut self.database_url);
        self.configure("restored");
    }

    fn add_user(&mut self) {
        let mut command = stormwire(self.folder());
        command.args(["user", "add", "ann", "--role", "admin", "--password-stdin"]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"tulip kettle lamp").unwrap();
        assert!(child.wait().unwrap().success());
        let token = stdout(&run(self.folder(), &["token", "create", "--user", "ann"]));
        token.trim().clone_into(&mut self.token);
    }

    pub(super) fn start(&mut self) {
        let mut command = stormwire(self.folder());
        let log = fs::File::create(self.folder().join("service.log")).unwrap();
        command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(log);
        self.service = Some(Service::spawn(command));
    }

    pub(super) fn kill(&mut self) {
        self.service.take().unwrap().kill();
    }

    fn send(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        let (status, _, body) = self.service.as_ref().unwrap().send(method, path, &headers, body);
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    fn post(&self, path: &str, body: &Value, expected: u16) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, found) = self.send("POST", path, &body);
        assert_eq!(status, expected, "{path}: {found}");
        found
    }

    pub(super) fn deliver(&self, numbers: Range<usize>) {
        numbers.for_each(|number| deliver(&self.emulator, number));
    }

    pub(super) fn deliver_slowly(&self, numbers: Range<usize>) -> JoinHandle<()> {
        let emulator = self.emulator.clone();
        tokio::spawn(async move {
            for number in numbers {
                deliver(&emulator, number);
                SystemClock.sleep(Duration::from_millis(40)).await;
            }
        })
    }

    async fn count(&self, query: &str) -> i64 {
        let database = match self.database_url.strip_prefix("sqlite:") {
            Some(folder) => Database::Sqlite(self.folder().join(folder)),
            None => Database::Postgres(self.database_url.parse().unwrap()),
        };
        DirectConnection::connect(&database).await.number(query).await
    }

    /// Until that many strikes are stored and no message is unfinished.
    pub(super) async fn wait_for_strikes(&self, strikes: usize) {
        let strikes = i64::try_from(strikes).unwrap();
        wait_until(async || self.count("select count(*) from data.LightningStrike").await >= strikes).await;
        if strikes > 1 {
            let open = "select count(*) from it.MailboxWatcherLog where Status <> 'Success'";
            wait_until(async || self.count(open).await == 0).await;
        }
    }

    /// What the Balance page shows.
    pub(super) async fn missing(&self) -> u64 {
        let mut found = None;
        wait_until(async || {
            let (status, balance) = self.send("GET", "/mailbox-watcher/1/balance", "");
            found = (status == 200).then(|| balance["missingCount"].as_u64()).flatten();
            found.is_some()
        })
        .await;
        found.unwrap()
    }

    pub(super) async fn replay_missing(&self) {
        wait_until(async || {
            let (status, replayed) = self.send("POST", "/mailbox-watcher/1/replay-missing", "");
            status == 202 && replayed["count"] == 0
        })
        .await;
    }

    pub(super) async fn every_message_has_one_row_and_one_strike(&self) {
        for (query, name) in [
            ("select count(*) from it.MailboxWatcherLog", "messages"),
            ("select count(distinct MessageKey) from it.MailboxWatcherLog", "keys"),
            ("select count(*) from data.LightningStrike", "strikes"),
            ("select count(distinct Name) from data.LightningStrike", "names"),
        ] {
            assert_eq!(self.count(query).await, i64::try_from(super::MESSAGES).unwrap(), "{name}");
        }
        let messages = self.emulator.messages(MAILBOX);
        assert!(messages.iter().all(|message| message["folder"] == "Inbox/Processed"), "{messages:?}");
    }
}

fn deliver(emulator: &Emulator, number: usize) {
    let message = json!({
        "subject": format!("Strike {number}"),
        "from": {"emailAddress": {"name": "Vendor", "address": "alerts@vendor.example"}},
        "toRecipients": [{"emailAddress": {"address": MAILBOX}}],
        "body": {"contentType": "text", "content": "Strike"},
    });
    emulator.deliver(MAILBOX, "Inbox", message).unwrap();
}
