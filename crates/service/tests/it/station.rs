//! A watching service beside an emulated provider: one clock, one queue, a listener for what the provider tells.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::post;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_emulator::Emulator;
use stormwire_mail::{Graph, GraphOptions, Limits, read_notices};
use stormwire_service::credentials::{CredentialFields, Credentials};
use stormwire_service::flow::{ConfigFault, Effect, Handler, Handlers, Runner, StepError, StepRun, StepSummary};
use stormwire_service::people::Actor;
use stormwire_service::queue::Dispatcher;
use stormwire_service::secrets::Secrets;
use stormwire_service::store::action::ActionFields;
use stormwire_service::store::job::{JobFields, Mode};
use stormwire_service::store::log::{Log, Search};
use stormwire_service::store::{Schema, Store};
use stormwire_service::watch::intake::Intake;
use stormwire_service::watch::operator::{OperatorMail, OperatorPost, Postman};
use stormwire_service::watch::{Cadence, Parts, Watch, schedule, works};
use stormwire_testbed::Bed;
use stormwire_world::VirtualClock;
use stormwire_world::chance::SystemChance;
use stormwire_world::clock::Clock;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub(crate) struct Station {
    pub(crate) watch: Watch,
    pub(crate) emulator: Arc<Emulator>,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) counts: Arc<Counts>,
    pub(crate) credential: i64,
    stop: CancellationToken,
    work: Option<tokio::task::JoinHandle<()>>,
}

/// What the test's own handler and postman saw.
pub(crate) struct Counts {
    runs: Mutex<HashMap<String, usize>>,
    pub(crate) seen: Mutex<Vec<Value>>,
    pub(crate) mails: Mutex<Vec<OperatorMail>>,
    /// The next steps wait here while it is set.
    pub(crate) hold: tokio::sync::Semaphore,
}

impl Counts {
    pub(crate) fn runs(&self) -> HashMap<String, usize> {
        self.runs.lock().unwrap().clone()
    }

    pub(crate) fn mails(&self) -> Vec<OperatorMail> {
        self.mails.lock().unwrap().clone()
    }
}

/// An action of tests: counts, remembers its context, fails or waits when its config says so.
struct Count(Arc<Counts>);

impl Handler for Count {
    fn action_type(&self) -> &'static str {
        "Count"
    }

    fn effect(&self) -> Effect {
        Effect::None
    }

    fn faults(&self, _: &Value) -> Vec<ConfigFault> {
        Vec::new()
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            *self.0.runs.lock().unwrap().entry(step.message_key.to_owned()).or_default() += 1;
            self.0.seen.lock().unwrap().push(Value::Object(step.context.root().clone()));
            if step.config["Wait"] == true {
                self.0.hold.acquire().await.unwrap().forget();
            }
            if step.config["Fail"] == true {
                return Err(StepError::Failed("it was told to".into()));
            }
            Ok(StepSummary { result: "counted".into(), ends_run: step.config["End"] == true })
        }
        .boxed()
    }
}

impl Postman for Counts {
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>> {
        self.mails.lock().unwrap().push(mail.clone());
        async { Ok(()) }.boxed()
    }
}

pub(crate) fn actor() -> Actor {
    Actor::command_line()
}

impl Station {
    /// Everything running, no watcher yet.
    pub(crate) async fn new(bed: &Bed) -> Self {
        Self::with(bed, Duration::from_millis(300)).await
    }

    /// With this much between two looks.
    pub(crate) async fn with(bed: &Bed, reconciliation: Duration) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Arc::new(Emulator::new(clock.clone(), Box::new(SystemChance)).unwrap());
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let secrets = Secrets::load(bed.folder().join("secret.key"), Arc::new(SystemChance)).unwrap();
        let counts = Arc::new(Counts {
            runs: Mutex::default(),
            seen: Mutex::default(),
            mails: Mutex::default(),
            hold: tokio::sync::Semaphore::new(0),
        });
        let handlers = Handlers::new(vec![Arc::new(Count(counts.clone()))]);
        let url = |path: &str| format!("http://{provider}{path}").parse().unwrap();
        let options = GraphOptions {
            base_url: url("/v1.0"),
            authority: url(""),
            limits: Limits { changes_page: 20, ..Limits::default() },
            ..GraphOptions::microsoft(clock.clone(), Arc::new(SystemChance))
        };
        let watch = Watch::new(Parts {
            store: bed.store.clone(),
            clock: clock.clone(),
            chance: Arc::new(SystemChance),
            secrets: secrets.clone(),
            graph: Graph::new(options).unwrap(),
            runner: Runner::new(bed.store.clone(), clock.clone(), handlers),
            cadence: Cadence {
                reconciliation,
                full_listing: Duration::from_secs(2),
                renewal_margin: Duration::from_hours(24),
                renewal_check: Duration::from_secs(1),
                subscription: Duration::from_mins(10_000),
            },
            notification_url: format!("{base}/mail"),
            lifecycle_url: format!("{base}/lifecycle"),
            work_folder: bed.folder().join("work"),
            own_address: Some("stormwire@example.gov".into()),
            started_at: clock.now(),
        });
        listen(listener, watch.clone());
        let credential = credential(&bed.store, clock.clone(), secrets).await;
        let mut station =
            Self { watch, emulator, clock, counts, credential, stop: CancellationToken::new(), work: None };
        station.start(bed).await;
        station
    }

    /// Starts the queue, as after a start of the process.
    pub(crate) async fn start(&mut self, bed: &Bed) {
        let now = self.clock.now();
        bed.store.write(Schema::It, move |conn| schedule(conn, now).boxed()).await.unwrap();
        let mut all = works(&self.watch);
        all.push(Arc::new(OperatorPost::new(self.counts.clone())));
        let dispatcher = Dispatcher::new(bed.store.clone(), (self.clock.clone(), Arc::new(SystemChance)), all);
        self.stop = CancellationToken::new();
        let stop = self.stop.clone();
        self.work = Some(tokio::spawn(async move { dispatcher.run(stop).await.unwrap() }));
    }

    /// Ends the queue as a stop does: what is in hand is finished.
    pub(crate) async fn stop(&mut self) {
        self.stop.cancel();
        if let Some(work) = self.work.take() {
            work.await.unwrap();
        }
    }

    /// A watcher on a mailbox of its own, switched on, with one counting action.
    pub(crate) async fn job(&self, mailbox: &str, change: impl FnOnce(&mut JobFields)) -> i64 {
        self.emulator.add_mailbox(mailbox).unwrap();
        let mut fields = JobFields {
            name: format!("watcher of {mailbox}"),
            description: String::new(),
            is_enabled: false,
            mailbox_address: mailbox.into(),
            folder_path: "Inbox".into(),
            folder_id: None,
            from_filter: None,
            subject_filter: None,
            credential_id: Some(self.credential),
            mode: Mode::Subscription,
            move_on_process: true,
            include_attachments: false,
            max_attachment_mb: 10,
            reconciliation_interval_seconds: None,
            process_existing: None,
        };
        change(&mut fields);
        let made = self.watch.create_job(fields, actor()).await.unwrap();
        let id = made.job.id;
        self.action(id, json!({}), true).await;
        self.watch.enable_job(id, true, actor()).await.unwrap();
        id
    }

    pub(crate) async fn action(&self, job: i64, config: Value, is_phase_one: bool) -> i64 {
        let fields = ActionFields {
            name: "count".into(),
            action_type: "Count".into(),
            config,
            order: None,
            credential_id: None,
            is_phase_one,
        };
        self.watch.create_action(job, fields, actor()).await.unwrap().id
    }

    pub(crate) fn deliver(&self, mailbox: &str, subject: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "alerts@vendor.example"}},
            "toRecipients": [{"emailAddress": {"address": mailbox}}],
            "body": {"contentType": "html", "content": "<table><tr><td>1</td><td>2</td></tr></table>"},
        });
        self.emulator.deliver(mailbox, "Inbox", message).unwrap()
    }

    pub(crate) async fn logs(&self) -> Vec<Log> {
        self.watch.logs(Search { most: 100_000, ..Search::default() }).await.unwrap()
    }

    pub(crate) async fn subscribed(&self, job: i64) {
        until(async || self.watch.job(job).await.unwrap().job.state.subscription_id.is_some()).await;
    }

    /// Waits until every row has come to an end and nothing waits for its second phase.
    pub(crate) async fn settled(&self, rows: usize) -> Vec<Log> {
        let ended = |log: &Log| {
            ["Success", "Failed", "Skipped"].contains(&log.status.as_str())
                && !["Queued", "Running"].contains(&log.phase_two_status.as_str())
        };
        until(async || {
            let logs = self.logs().await;
            logs.len() >= rows && logs.iter().all(ended)
        })
        .await;
        self.logs().await
    }

    /// How many messages of a mailbox lie in each folder.
    pub(crate) fn folders(&self, mailbox: &str) -> HashMap<String, usize> {
        let mut folders = HashMap::new();
        for message in self.emulator.messages(mailbox) {
            *folders.entry(message["folder"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        folders
    }
}

/// Looks again and again, leaving the others room; a minute is far more than any of this takes.
pub(crate) async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let look = async {
        while !holds().await {
            SystemPause.take().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), look).await.expect("it never came to that");
}

/// A short pause between two looks at what others are doing: not a wait for a fixed time.
struct SystemPause;

impl SystemPause {
    async fn take(self) {
        stormwire_world::clock::SystemClock.sleep(Duration::from_millis(5)).await;
    }
}

async fn credential(store: &Store, clock: Arc<VirtualClock>, secrets: Secrets) -> i64 {
    let fields = CredentialFields {
        name: "city".into(),
        client_id: "app".into(),
        namespace: "contoso.com".into(),
        secret_expires_at: None,
    };
    Credentials::new(store.clone(), clock, secrets).create(fields, "secret".into(), actor()).await.unwrap().id
}

fn listen(listener: TcpListener, watch: Watch) {
    let router = Router::new().route("/mail", post(hear)).route("/lifecycle", post(hear)).with_state(watch);
    tokio::spawn(async move { axum::serve(listener, router).await });
}

async fn hear(
    State(watch): State<Watch>,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> (StatusCode, String) {
    if let Some(token) = query.get("validationToken") {
        return (StatusCode::OK, token.clone());
    }
    let Ok(notices) = read_notices(&body) else { return (StatusCode::BAD_REQUEST, String::new()) };
    match watch.take_notices(notices).await {
        Ok(Intake::Accepted) => (StatusCode::ACCEPTED, String::new()),
        Ok(Intake::Rejected) => (StatusCode::FORBIDDEN, String::new()),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, String::new()),
    }
}
